import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { answerOf } from '../../answers.ts';
import { skillMd } from '../../registry.ts';
import { hasSshKeygen, newKeyFile, unlessThere } from '../../sshKeygen.ts';
import { type Machine, newMachine } from '../machine.ts';
import { type Served, serveRegistry } from '../registryOnLoopback.ts';
import { hasTerminal, inFrontOf, inTerminal } from '../terminal.ts';

let served: Served;
let machine: Machine;
let authors = 0;
let author: string;

beforeAll(async () => {
  served = await serveRegistry();
});
afterAll(() => served[Symbol.asyncDispose]());
beforeEach(async () => {
  authors += 1;
  author = `signer${authors}`;
  machine = await newMachine({ registryUrl: served.mirrorUrl, token: await served.registry.tokenFor(author) });
  await mkdir(join(machine.work, 'hello'));
  await writeFile(join(machine.work, 'hello/SKILL.md'), skillMd('hello'));
  return () => machine[Symbol.asyncDispose]();
});

const statusOf = async () =>
  (await answerOf('getSkill', await served.registry.get(`/skills/${author}/hello`))).signatureStatus;

describe.skipIf(!hasSshKeygen)(`a key${unlessThere}`, () => {
  it('is made, bound and used from nothing, and is nobody else’s to read', async () => {
    const refused = await machine.run('publish', 'hello', '--sign');
    expect(refused).toMatchObject({ ended: 1, stdout: '' });
    expect(refused.stderr).toContain('skill-registry key add');
    const added = await machine.run('key', 'add', '--json');
    expect(added).toMatchObject({ ended: 0 });
    const { file, fingerprint } = JSON.parse(added.stdout);
    expect((await stat(file)).mode & 0o077).toBe(0);
    expect((await machine.run('key', 'list')).stdout).toMatch(new RegExp(`^SHA256:\\S+ +bound +since .* ${file}\n$`));
    // `--sign` before the folder takes it for what it is.
    expect((await machine.run('publish', '--sign', 'hello')).stdout).toContain('verified');
    expect(await statusOf()).toBe('verified');
    expect((await machine.run('key', 'add')).stdout).toContain(`Already bound: ${fingerprint}`);
    const said = [added.stdout, added.stderr].join('');
    expect(said).not.toContain((await readFile(file, 'utf8')).split('\n')[1]);
  });

  it('of a file is bound, and replaced where both sign', async () => {
    using first = newKeyFile();
    using second = newKeyFile();
    expect((await machine.run('key', 'add', first.file)).stdout).toContain(`Bound: ${first.fingerprint}`);
    await using other = await newMachine({
      registryUrl: served.mirrorUrl,
      token: await served.registry.tokenFor(author),
    });
    const alone = await other.run('key', 'add', second.file);
    expect(alone).toMatchObject({ ended: 1, stdout: '' });
    expect(alone.stderr).toMatch(/both have to sign: add --previous <key file>.*\/settings\/keys/);
    const both = await other.run('key', 'add', second.file, '--previous', first.file);
    expect(both.stdout).toContain(`Bound: ${second.fingerprint}`);
    expect((await machine.run('key', 'revoke')).ended).toBe(2);
    expect((await machine.run('key', 'revoke', '--yes')).stdout).toBe(`Revoked ${second.fingerprint}.\n`);
  });

  it('that is no Ed25519 key, or not there, is refused in words', async () => {
    using rsa = newKeyFile('rsa');
    for (const [file, why] of [
      [rsa.file, /only ssh-ed25519 is taken/],
      ['nowhere', /There is no key .*nowhere/],
    ] as const) {
      const { ended, stderr } = await machine.run('key', 'add', file);
      expect({ ended, stderr }).toEqual({ ended: 2, stderr: expect.stringMatching(why) });
    }
  });

  it.skipIf(!hasTerminal)(inTerminal('is asked about before a publish binds it, and not made by Enter'), async () => {
    const environment = { NO_COLOR: '1' };
    const key = join(machine.home, '.ssh/id_ed25519');
    await mkdir(join(machine.home, '.ssh'));
    using made = newKeyFile();
    await writeFile(key, await readFile(made.file), { mode: 0o600 });
    await writeFile(`${key}.pub`, made.publicKey);
    const publish = (answer: string) =>
      inFrontOf(machine, ['publish', 'hello', '--sign'], { environment, answers: [['and sign with it?', answer]] });
    expect((await publish('\r')).code).toBe(1);
    expect((await machine.run('key', 'list')).stdout).toContain('No keys');
    const { shown, code } = await publish('y\r');
    expect({ code, shown }).toEqual({ code: 0, shown: expect.stringContaining(`Bound ${made.fingerprint}`) });
    expect(await statusOf()).toBe('verified');
  });

  it('signs no challenge that could be passed on', async () => {
    const challenges = [
      `Bind a key to mallory at ${served.originUrl}: ${'a'.repeat(43)}`,
      `Bind a key to eve at https://elsewhere.example: ${'a'.repeat(43)}`,
      `{"registry":"x"}`,
    ];
    let challenge = '';
    let bodies = '';
    const liar = createServer(async (request, response) => {
      for await (const chunk of request) bodies += chunk;
      const { port } = liar.address() as AddressInfo;
      const url = `http://127.0.0.1:${port}`;
      const answer =
        request.url === '/openapi.json'
          ? { servers: [{ url: `${url}/api/v1` }, { url: `${url}/api/v1` }] }
          : request.url?.endsWith('/keys')
            ? { keys: [] }
            : { challenge, namespace: 'skill-publish', expires_at: 0 };
      response.setHeader('content-type', 'application/json').end(JSON.stringify(answer));
    });
    await new Promise<void>((resolve) => liar.listen(0, '127.0.0.1', resolve));
    using key = newKeyFile();
    const registryUrl = `http://127.0.0.1:${(liar.address() as AddressInfo).port}`;
    await using caught = await newMachine({ registryUrl, token: 'svc_s_secret' });
    for (challenge of challenges) {
      const { ended, stderr } = await caught.run('key', 'add', key.file, '--author', 'eve');
      expect({ ended, stderr }).toEqual({ ended: 1, stderr: expect.stringContaining('Nothing was signed') });
    }
    expect(bodies).not.toContain('SIGNATURE');
    liar.closeAllConnections();
    await new Promise((resolve) => liar.close(resolve));
  });
});

describe('secrets in a folder', () => {
  it('stay here: named files need a yes, also those that a negation brings back', async () => {
    await writeFile(join(machine.work, 'hello/.gitignore'), '.env\n');
    await writeFile(join(machine.work, 'hello/.env'), 'A=1\n');
    expect((await machine.run('publish', 'hello', '--dry-run')).stderr).toContain('Left out: .env.');
    await writeFile(join(machine.work, 'hello/.skillignore'), '!.env\n');
    const before = served.asked.filter((line) => line.startsWith('POST')).length;
    for (const more of [[], ['--dry-run'], ['--private']]) {
      const { ended, stderr, stdout } = await machine.run('publish', 'hello', ...more);
      expect({ ended, stdout }).toEqual({ ended: 2, stdout: '' });
      expect(stderr).toContain('1 file looks like a secret: .env. Nothing was sent.');
    }
    expect(served.asked.filter((line) => line.startsWith('POST')).length).toBe(before);
    expect((await machine.run('publish', 'hello', '--yes')).stderr).toContain('Nothing was sent.');
    expect(await machine.run('publish', 'hello', '--with-secrets')).toMatchObject({ ended: 0 });
  });
});
