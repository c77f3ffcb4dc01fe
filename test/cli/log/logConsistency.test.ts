import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parseCheckpoint } from '../../../origin/log/checkpoint.ts';
import { testSigner } from '../../log/signer.ts';
import { type Machine, newMachine, skillsIn } from '../machine.ts';
import { type Served, serveRegistry } from '../registryOnLoopback.ts';
import { approveAt, logGone, otherHistory, publishTo, saying, seenBy } from './logScene.ts';
import { historyOf, rotatedTo } from './rotatedLog.ts';

const signer = testSigner();

let served: Served;
let machine: Machine;

beforeEach(async () => {
  served = await serveRegistry(undefined, undefined, { signer });
  machine = await newMachine({ registryUrl: served.originUrl, token: await served.registry.tokenFor('bob') });
});
afterEach(async () => {
  await machine[Symbol.asyncDispose]();
  await served[Symbol.asyncDispose]();
});

const approved = (skill: string) => approveAt(served, skill);
const home = () => seenBy(machine);
const logFile = async () => join(await home(), 'log.json');
const known = async () => JSON.parse(await readFile(await logFile(), 'utf8'));
const checkpoint = async () => (await fetch(`${served.mirrorUrl}/log/checkpoint`)).text();
const syncs = async () => expect(await machine.run('sync')).toMatchObject({ ended: 0, stderr: '' });
const stopped = async (...args: string[]) => {
  const { ended, stdout, stderr } = await machine.run(...args);
  expect(ended, stdout + stderr).toBe(1);
  return stdout + stderr;
};

describe('the transparency log', () => {
  it('is asked for its checkpoint alone where nothing is new, and is kept as it grows', async () => {
    await approved('ada:pdf');
    await syncs();
    const before = await known();
    // Not approved here.
    await publishTo(served, 'eve:other');
    served.asked.length = 0;
    await syncs();
    const asked = served.asked.filter((path) => !path.includes('/log/tile/'));
    expect(asked.sort()).toEqual(['GET /api/v1/sync/manifest', 'mirror GET /log/checkpoint']);
    const [from, to] = [before, await known()].map((one) => parseCheckpoint(one.checkpoint).size);
    expect(to).toBeGreaterThan(from as number);
  });

  it.each([
    ['sync', ['sync']],
    ['search', ['search', 'pdf']],
    ['install in a project', ['install', 'ada/pdf']],
    ['doctor', ['doctor']],
  ])('stops %s where the registry shows another history, with a file that proves it', async (_, command) => {
    await approved('ada:pdf');
    await approved('ada:more');
    await syncs();
    const before = [await skillsIn(machine.skills), await known()];
    await using other = await otherHistory(signer);
    served.tamper = async (path, answer) => (path.startsWith('/log/') ? fetch(other.mirrorUrl + path) : answer);
    const said = await stopped(...command);
    expect(await stopped(...command)).toBe(said);
    expect(said).toMatch(/can’t be trusted now: it showed another history before: \S*evidence-\S*json\. Nothing was/);
    const files = (await readdir(await home())).filter((name) => name.startsWith('evidence-'));
    expect(files).toHaveLength(1);
    expect(said).toContain(files[0]);
    expect([await skillsIn(machine.skills), await known()]).toEqual(before);
  });

  it('stops where it shows less than it showed ten minutes ago, and not where a cache may still have that', async () => {
    await approved('ada:pdf');
    const old = await checkpoint();
    await approved('ada:more');
    await syncs();
    served.tamper = (path, answer) => (path === '/log/checkpoint' ? new Response(old) : answer);
    await syncs();
    const seen = await known();
    expect(parseCheckpoint(seen.checkpoint).size).toBeGreaterThan(parseCheckpoint(old).size);
    await writeFile(await logFile(), JSON.stringify({ ...seen, seen_at: seen.seen_at - 601 }));
    expect(await stopped('sync')).toMatch(
      /it shows \d+ entr(y|ies) of its history, and showed \d+ before: \S*evidence-/,
    );
    // A mirror that is behind, of a registry that is not.
    let asked = 0;
    served.tamper = (path, answer) => (path === '/log/checkpoint' && asked++ % 2 === 0 ? new Response(old) : answer);
    await syncs();
    // Of an origin that is away nobody knows.
    served.lacks.push({ host: 'origin', path: /^\/log\/checkpoint$/ });
    served.tamper = (path, answer) => (path === '/log/checkpoint' && answer.ok ? new Response(old) : answer);
    const evidence = async () => (await readdir(await home())).filter((name) => name.startsWith('evidence-')).length;
    const before = await evidence();
    expect(await machine.run('sync')).toMatchObject({
      ended: 0,
      stderr: expect.stringMatching(/was not looked at: it shows \d+ entr.* before, and its origin can’t be asked why/),
    });
    expect(await stopped('doctor')).toMatch(/^FAIL log: it shows \d+ entr/m);
    expect(await evidence()).toBe(before);
  });

  it('is not blamed for any byte of log.json that was turned', async () => {
    await approved('ada:pdf');
    await syncs();
    const whole = await readFile(await logFile());
    for (let at = 0; at < whole.length; at += 5) {
      const bytes = Buffer.from(whole);
      bytes[at] = (bytes[at] as number) ^ 1;
      await writeFile(await logFile(), bytes);
      const { ended, stdout, stderr } = await machine.run('search', 'pdf');
      if (ended !== 0) expect(stdout + stderr, `byte ${at}`).toMatch(/log\.json is damaged/);
      // Not read in what can’t be told by the rest: when it was, and white space.
      else expect((await known()).checkpoint).toBe(JSON.parse(whole.toString()).checkpoint);
    }
    expect((await readdir(await home())).filter((name) => name.startsWith('evidence-'))).toEqual([]);
  });

  it('is away where pages come in its place, and never said to go on', async () => {
    await approved('ada:pdf');
    await syncs();
    served.tamper = (path, answer) =>
      path.startsWith('/log/') || path.startsWith('/.well-known/')
        ? new Response('<!doctype html><p>Sign in', { headers: { 'content-type': 'text/html; charset=utf-8' } })
        : answer;
    expect(await stopped('doctor')).toMatch(/^FAIL log: .*answered with a page/m);
    expect((await machine.run('search', 'pdf')).stderr).toMatch(/was not looked at: .*answered with a page/);
    expect((await machine.run('view', 'ada/pdf')).stdout).toMatch(/No proof from the registry: .*answered with a page/);
  });

  it('is asked of the origin where the mirror has no word of it', async () => {
    await approved('ada:pdf');
    served.lacks.push({ host: 'mirror', path: /^\/\.well-known\// });
    expect((await machine.run('view', 'ada/pdf')).stdout).toContain('proved here');
  });

  it('that is gone is said by everything that looks at it', async () => {
    await approved('ada:pdf');
    await syncs();
    served.tamper = logGone;
    const looking = [['sync'], ['search', 'pdf'], ['view', 'ada/pdf'], ['monitor', 'ada'], ['doctor'], ['mirror', 'x']];
    for (const command of looking)
      expect(await stopped(...command)).toContain('it had a transparency log, and has none now');
  });

  it('that does not answer keeps nothing from working that needs no proof', async () => {
    await approved('ada:pdf');
    await syncs();
    const skills = await skillsIn(machine.skills);
    await rm(join(machine.skills, 'pdf'));
    served.tamper = (path, answer) => (path.startsWith('/log/') ? new Response('', { status: 503 }) : answer);
    const { ended, stderr } = await machine.run('sync');
    expect([ended, await skillsIn(machine.skills)]).toEqual([0, skills]);
    expect(stderr).toContain('The transparency log of the registry was not looked at');
    expect(await machine.run('search', 'pdf')).toMatchObject({ ended: 0 });
    await approved('ada:more');
    expect((await machine.run('sync')).ended).toBe(1);
    expect(await skillsIn(machine.skills)).toEqual(skills);
  });

  it('gains nothing by a key that is put before the one that this machine knows', async () => {
    await approved('ada:pdf');
    await syncs();
    const before = await known();
    await approved('ada:more');
    // A mirror without the key, that goes on with one of its own.
    const eve = testSigner();
    const { size } = parseCheckpoint(before.checkpoint);
    const forged = rotatedTo([eve], size, historyOf([eve, signer]));
    served.tamper = async (path, answer) =>
      path === '/.well-known/skill-registry.json'
        ? Response.json({
            log: {
              ...{ origin: signer.origin, verifier: signer.verifier },
              history: historyOf([eve, signer]).map((key) => ({ origin: signer.origin, ...key })),
            },
          })
        : forged(path, answer);
    expect(await stopped('sync')).toMatch(/No key that is known signed the note/);
    expect([await known(), Object.keys(await skillsIn(machine.skills))]).toEqual([before, ['pdf']]);
  });

  it('is not led on by a key that was replaced', async () => {
    await approved('ada:pdf');
    await syncs();
    const { size } = parseCheckpoint((await known()).checkpoint);
    const next = testSigner();
    await approved('ada:more');
    served.tamper = rotatedTo([signer, next], size);
    await syncs();
    expect((await known()).keys).toEqual([signer.verifier, next.verifier]);
    // A thief of the old key signs more.
    await approved('ada:later');
    const log = { origin: next.origin, verifier: next.verifier };
    const history = historyOf([signer, next]).map((key) => ({ origin: signer.origin, ...key }));
    served.tamper = saying({ log: { ...log, history } });
    expect(await stopped('sync')).toMatch(/a key that was replaced signed more of it/);
    expect(Object.keys(await skillsIn(machine.skills)).sort()).toEqual(['more', 'pdf']);
  });

  it('is remembered by the newest of two commands at once', async () => {
    await approved('ada:pdf');
    await syncs();
    await publishTo(served, 'eve:other');
    const runs = await Promise.all(Array.from({ length: 6 }, () => machine.run('search', 'pdf')));
    expect(runs.map(({ ended, stderr }) => [ended, stderr])).toEqual(runs.map(() => [0, '']));
    expect((await known()).checkpoint).toBe(await checkpoint());
    expect((await readdir(await home())).filter((name) => /unfinished|^lock-|log\.lock/.test(name))).toEqual([]);
  });

  it('is remembered as it was or as it is, wherever a command is killed', async () => {
    await approved('ada:pdf');
    await syncs();
    const before = await readFile(await logFile(), 'utf8');
    await publishTo(served, 'eve:other');
    const newest = await checkpoint();
    const node = ['--import', join(import.meta.dirname, '../processes/killAt.ts')];
    const killed = (at: number) =>
      machine.runWith({ node, environment: { ...(at > 0 && { KILL_AT: String(at) }) } }, 'search', 'pdf');
    const operations = Number(/operations: (\d+)/.exec((await killed(0)).stderr)?.[1]);
    expect(operations).toBeGreaterThan(8);
    for (let at = 1; at <= operations; at += 1) {
      await writeFile(await logFile(), before);
      expect((await killed(at)).ended, `killed at ${at}`).toBe('SIGKILL');
      expect([JSON.parse(before).checkpoint, newest]).toContain((await known()).checkpoint);
      expect(await machine.run('search', 'pdf')).toMatchObject({ ended: 0, stderr: '' });
      expect((await known()).checkpoint).toBe(newest);
    }
    expect((await readdir(await home())).filter((name) => /unfinished|^lock-|log\.lock/.test(name))).toEqual([]);
  });

  it('is told of by doctor, and so is that a registry has none', async () => {
    await approved('ada:pdf');
    expect((await machine.run('doctor')).stdout).toContain('log: the registry has a transparency log, of which');
    await syncs();
    const { size } = parseCheckpoint((await known()).checkpoint);
    expect((await machine.run('doctor')).stdout).toContain(
      `log: ${signer.origin} goes on from what this machine saw of it, ${size} entr`,
    );
    await using plain = await serveRegistry();
    await using other = await newMachine({ registryUrl: plain.originUrl });
    expect((await other.run('doctor')).stdout).toContain('log: the registry has no transparency log');
  });
});
