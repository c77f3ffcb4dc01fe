import { spawn } from 'node:child_process';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tokenClasses } from '../../../origin/contract/access.ts';
import { browserOf } from '../../scene.ts';
import { type Machine, newMachine } from '../machine.ts';
import { program } from '../program.ts';
import { type Served, serveRegistry } from '../registryOnLoopback.ts';

let served: Served;
beforeAll(async () => {
  served = await serveRegistry();
});
afterAll(() => served[Symbol.asyncDispose]());

/** Starts a command that waits for a code to be decided on, and decides. */
async function decided(machine: Machine, args: string[], decision: 'POST' | 'DELETE') {
  const child = spawn(process.execPath, [program, ...args], { cwd: machine.work, env: machine.environment });
  const said = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text) => (said.stdout += text));
  const code = await new Promise<string>((resolve) => {
    child.stderr.setEncoding('utf8').on('data', (text) => {
      said.stderr += text;
      const found = /the code ([A-Z]{4}-[A-Z]{4})/.exec(said.stderr);
      if (found?.[1]) resolve(found[1]);
    });
  });
  const { registry } = served;
  const headers = await browserOf(registry, 'ada');
  const path = `/api/v1/pairing/${code}/approval`;
  expect((await registry.app.request(path, { method: decision, headers })).status).toBe(200);
  const ended = await new Promise((resolve) => child.on('close', resolve));
  return { ended, ...said };
}

const configOf = (machine: Machine) => join(machine.home, '.config/skill-registry/config.json');
const storedIn = async (machine: Machine) => JSON.parse(await readFile(configOf(machine), 'utf8'));

describe('signing in', () => {
  it('stores a person’s and a machine’s token where only their owner reads, and each can be ended', async () => {
    await using machine = await newMachine({ registryUrl: served.mirrorUrl });
    expect(await machine.run('whoami')).toMatchObject({ ended: 4 });
    const both = [decided(machine, ['login', '--json'], 'POST'), decided(machine, ['pair', '--name', 'Box'], 'POST')];
    const [login, pair] = await Promise.all(both);
    expect(login).toMatchObject({ ended: 0 });
    expect(JSON.parse(login?.stdout ?? '')).toMatchObject({ handle: 'ada', registry: served.originUrl });
    expect(pair).toMatchObject({ ended: 0 });
    expect(pair?.stdout).toContain('“Box” is now a device of ada');

    const { mode } = await stat(configOf(machine));
    const folder = await stat(join(configOf(machine), '..'));
    expect([mode & 0o777, folder.mode & 0o777]).toEqual([0o600, 0o700]);
    const { session, device } = (await storedIn(machine)).tokens[served.originUrl];
    expect(session.token.startsWith(tokenClasses.session.prefix)).toBe(true);
    expect(device.token.startsWith(tokenClasses.device.prefix)).toBe(true);

    const who = await machine.run('whoami', '--json');
    expect(JSON.parse(who.stdout)).toMatchObject({ handle: 'ada', token_class: 'session', device_name: 'Box' });
    // The site's address and the origin's are one registry.
    const atOrigin = await machine.run('whoami', '--registry', served.originUrl);
    expect(atOrigin).toMatchObject({ ended: 0 });

    const out = await machine.run('logout', '--device', '--json');
    expect(JSON.parse(out.stdout)).toMatchObject({ revoked: ['device', 'session'], forgotten: ['device', 'session'] });
    for (const { token } of [session, device]) {
      const headers = { authorization: `Bearer ${token}` };
      expect((await served.registry.get('/whoami', headers)).status).toBe(401);
    }
    expect((await storedIn(machine)).tokens[served.originUrl]).toEqual({});
    const printed = [login, pair, who, atOrigin, out].map((ran) => JSON.stringify(ran)).join('');
    expect(printed).not.toMatch(/svc_[a-z]_/);
  });

  it('keeps what programs that run at once find out', async () => {
    await using machine = await newMachine({ registryUrl: served.mirrorUrl });
    const others = await Promise.all(Array.from({ length: 8 }, () => serveRegistry()));
    const addresses = others.map(({ mirrorUrl }) => mirrorUrl);
    await Promise.all(addresses.map((address) => machine.run('search', 'x', '--registry', address)));
    expect(Object.keys((await storedIn(machine)).sites).sort()).toEqual(addresses.sort());
    expect(await readdir(join(configOf(machine), '..'))).toEqual(['config.json']);
    await Promise.all(others.map((other) => other[Symbol.asyncDispose]()));
  });

  it('stores nothing where it is refused', async () => {
    await using machine = await newMachine({ registryUrl: served.originUrl });
    const { ended, stdout, stderr } = await decided(machine, ['login'], 'DELETE');
    expect({ ended, stdout }).toEqual({ ended: 4, stdout: '' });
    expect(stderr).toContain('refused on the site');
    expect((await storedIn(machine)).tokens).toEqual({});
  });

  it('ends quietly where nobody was signed in, and not for a token of the environment', async () => {
    await using machine = await newMachine({ registryUrl: served.originUrl });
    expect(await machine.run('logout')).toMatchObject({ ended: 0 });
    const environment = { SKILL_REGISTRY_TOKEN: await served.registry.tokenFor('ada') };
    expect(await machine.runWith({ environment }, 'logout')).toMatchObject({ ended: 2, stdout: '' });
  });
});

describe('a token', () => {
  it('that has ended asks to sign in again', async () => {
    await using machine = await newMachine({ registryUrl: served.originUrl, token: 'svc_s_nonsense' });
    const { ended, stderr, stdout } = await machine.run('whoami');
    expect({ ended, stdout }).toEqual({ ended: 4, stdout: '' });
    expect(stderr).toContain('Sign in: skill-registry login');
    expect(stderr).not.toContain('nonsense');
  });

  it('is shown to the origin that handed it out and to no other', async () => {
    await using machine = await newMachine({ registryUrl: served.originUrl });
    await using other = await serveRegistry();
    await machine.run('search', 'x');
    const token = await served.registry.tokenFor('ada');
    const stored = await storedIn(machine);
    stored.tokens[served.originUrl] = { session: { token, handle: 'ada', device_name: 'x' } };
    await writeFile(configOf(machine), JSON.stringify(stored));
    expect((await machine.run('whoami')).stdout).toContain('ada at ');
    const elsewhere = await machine.run('whoami', '--registry', other.mirrorUrl);
    // A token that it was shown and does not know would be refused.
    expect(elsewhere).toMatchObject({ ended: 4, stdout: expect.stringContaining('Nobody is signed in'), stderr: '' });
  });
});

describe('the file of settings', () => {
  it('that is damaged is named, and left as it is', async () => {
    await using machine = await newMachine({ registryUrl: served.originUrl });
    await machine.run('search', 'x');
    await writeFile(configOf(machine), '{"tokens":');
    const { ended, stderr } = await machine.run('whoami');
    expect({ ended, stderr }).toEqual({ ended: 1, stderr: expect.stringContaining(configOf(machine)) });
    expect(await readFile(configOf(machine), 'utf8')).toBe('{"tokens":');
  });

  it('lies below XDG_CONFIG_HOME', async () => {
    await using machine = await newMachine({ registryUrl: served.originUrl });
    const environment = { XDG_CONFIG_HOME: join(machine.home, 'elsewhere') };
    await machine.runWith({ environment }, 'search', 'x');
    expect((await stat(join(machine.home, 'elsewhere/skill-registry/config.json'))).isFile()).toBe(true);
  });
});
