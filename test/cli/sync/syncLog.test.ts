import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parseCheckpoint } from '../../../origin/log/checkpoint.ts';
import { openNote, parseVerifier } from '../../../origin/log/note.ts';
import type { LogSigner } from '../../../origin/store/log/extend.ts';
import { published } from '../../answers.ts';
import { testSigner } from '../../log/signer.ts';
import { skillMd } from '../../registry.ts';
import { install } from '../../scene.ts';
import { approveAt, otherHistory, saying, seenBy, withoutLog } from '../log/logScene.ts';
import { type Machine, newMachine, skillsIn } from '../machine.ts';
import { type Served, serveRegistry } from '../registryOnLoopback.ts';

const signer = testSigner();

let served: Served;
let machine: Machine;

const begin = async () => {
  served = await serveRegistry(undefined, undefined, { signer });
  machine = await newMachine({ registryUrl: served.originUrl, token: await served.registry.tokenFor('bob') });
};

beforeEach(async () => {
  await begin();
});
afterEach(async () => {
  await machine[Symbol.asyncDispose]();
  await served[Symbol.asyncDispose]();
});

const approved = (skill: string) => approveAt(served, skill);
const home = () => seenBy(machine);
const known = async () => JSON.parse(await readFile(join(await home(), 'log.json'), 'utf8'));

/** Turns over one bit of each answer that matches. */
const flipping = (pattern: RegExp, at: (body: Buffer) => number) => async (path: string, answer: Response) => {
  if (!pattern.test(path) || !answer.ok) return answer;
  const body = Buffer.from(await answer.arrayBuffer());
  const place = at(body);
  body[place] = (body[place] ?? 0) ^ 1;
  const headers = new Headers(answer.headers);
  for (const name of ['content-encoding', 'content-length', 'etag']) headers.delete(name);
  return new Response(body, { status: answer.status, headers });
};

describe('sync and the transparency log', () => {
  it('proves each version before it is placed, and remembers the newest checkpoint', async () => {
    const first = await approved('ada:pdf');
    expect(await machine.run('sync')).toMatchObject({ ended: 0, stderr: '' });
    const before = await known();
    expect(before).toMatchObject({ origin: signer.origin, keys: [signer.verifier] });
    const second = await approved('ada:sums');
    expect(await machine.run('sync')).toMatchObject({ ended: 0, stderr: '' });
    expect(await skillsIn(machine.skills)).toEqual({ pdf: first, sums: second });
    const sizes = [before, await known()].map(({ checkpoint }) => parseCheckpoint(checkpoint).size);
    expect(sizes[1]).toBeGreaterThan(sizes[0] as number);
  });

  it('installs a private skill of one’s own, and says that it is in no log', async () => {
    const { hash } = await published(
      served.registry,
      'bob:own',
      { 'SKILL.md': skillMd('own') },
      { visibility: 'private' },
    );
    await approved('ada:pdf');
    await install(served.registry, 'bob', 'bob:own');
    const { ended, stdout } = await machine.run('sync');
    expect(ended).toBe(0);
    expect(stdout).toMatch(/^\+ ada\/pdf \S+$/m);
    expect(stdout).toMatch(/^\+ bob\/own \S+ \(in no transparency log: the registry says that it is private\)$/m);
    expect(await skillsIn(machine.skills)).toMatchObject({ own: hash });
    const used = await machine.run('use', 'bob/own');
    expect(used.stderr).toBe('bob/own is in no transparency log: the registry says that it is private\n');
  });

  it('places nothing of a registry that shows another history, and keeps the proof of that', async () => {
    await approved('ada:pdf');
    await approved('ada:more');
    expect(await machine.run('sync')).toMatchObject({ ended: 0 });
    const before = await skillsIn(machine.skills);
    await using other = await otherHistory(signer);
    await approved('ada:later');
    served.tamper = async (path, answer) => (path.startsWith('/log/') ? fetch(other.mirrorUrl + path) : answer);
    const { ended, stderr } = await machine.run('sync');
    expect(ended).not.toBe(0);
    expect(stderr).toMatch(/another history/);
    expect(await skillsIn(machine.skills)).toEqual(before);
    const file = (await readdir(await home())).find((name) => name.startsWith('evidence-')) ?? '';
    expect(stderr).toContain(file);
    const evidence = JSON.parse(await readFile(join(await home(), file), 'utf8'));
    // Both are signed by the one key: that is the misdeed.
    for (const note of [evidence.known, evidence.seen])
      expect(openNote(note, [parseVerifier(signer.verifier)]).signatures).toHaveLength(1);
  });

  it('places nothing of a registry whose log is gone, or has another key', async () => {
    await approved('ada:pdf');
    expect(await machine.run('sync')).toMatchObject({ ended: 0 });
    await approved('ada:later');
    served.tamper = saying(withoutLog);
    expect((await machine.run('sync')).stderr).toMatch(/had a transparency log, and has none now/);
    const { origin, verifier } = testSigner();
    const log = { origin, verifier, history: [{ origin, verifier }] };
    served.tamper = saying({ log });
    expect((await machine.run('sync')).stderr).toMatch(/another key/);
    expect(Object.keys(await skillsIn(machine.skills))).toEqual(['pdf']);
    delete served.tamper;
    expect(await machine.run('sync')).toMatchObject({ ended: 0 });
  });

  it('shows why a registry began another log, as its key says it, and goes on once a person accepted it', async () => {
    await approved('ada:pdf');
    expect(await machine.run('sync')).toMatchObject({ ended: 0 });
    await approved('ada:later');
    const next = testSigner('mirror.test/log-2');
    const log = { origin: next.origin, verifier: next.verifier };
    const because = (reason: string) => `skill-registry new log\n${next.origin}\n${signer.origin}\n${reason}\n`;
    const told = (statement: string) => saying({ log: { ...log, history: [{ ...log, statement }] } });
    served.tamper = told(next.sign(because('The disk was lost.')));
    const { stderr } = await machine.run('sync');
    expect(stderr).toMatch(/replaced its transparency log.*“The disk was lost\.”.*log\.json/);
    served.tamper = told(signer.sign(because('Made up by another key.')));
    expect((await machine.run('sync')).stderr).toMatch(/replaced its transparency log, [^“]*$/m);
    expect(Object.keys(await skillsIn(machine.skills))).toEqual(['pdf']);
  });

  it.each([
    ['null', null],
    ['a list', []],
    ['no key', { log: { origin: 'a', history: [] } }],
    ['an empty history', { log: { origin: 'a', verifier: 'b', history: [] } }],
    ['a history of nothing', { log: { origin: 'a', verifier: 'b', history: [null] } }],
    ['a key that is none', { log: { origin: 'a', verifier: 'b', history: [{ origin: 'a', verifier: 'b' }] } }],
  ])('places nothing of a registry that says %s of its log', async (_, said) => {
    await approved('ada:pdf');
    served.tamper = saying(said);
    const { ended, stderr } = await machine.run('sync');
    expect([ended, await skillsIn(machine.skills)]).toEqual([1, {}]);
    expect(stderr).toMatch(/transparency log/);
  });

  it('goes by another key that the one before handed over to, also for what was signed before', async () => {
    await approved('ada:pdf');
    expect(await machine.run('sync')).toMatchObject({ ended: 0, stderr: '' });
    await approved('ada:sums');
    const [next, { originUrl, mirrorUrl }] = [testSigner(), served];
    const log = { origin: next.origin, verifier: next.verifier };
    const statement = (by: LogSigner) => by.sign(`skill-registry log key\n${log.origin}\n${log.verifier}\n`);
    const handedOver = (by: LogSigner) => (path: string, answer: Response) =>
      path === '/.well-known/skill-registry.json'
        ? Response.json({
            ...{ read: mirrorUrl, write: originUrl },
            log: {
              ...log,
              history: [
                { ...log, verifier: signer.verifier },
                { ...log, statement: statement(by) },
              ],
            },
          })
        : answer;
    served.tamper = handedOver(next);
    expect((await machine.run('sync')).stderr).toMatch(/No key that is known|another key/);
    served.tamper = handedOver(signer);
    expect(await machine.run('sync')).toMatchObject({ ended: 0, stderr: '' });
    expect(Object.keys(await skillsIn(machine.skills)).sort()).toEqual(['pdf', 'sums']);
    expect((await known()).keys).toEqual([signer.verifier, next.verifier]);
  });

  it.each([
    ['the checkpoint', /^\/log\/checkpoint$/, (body: Buffer) => body.indexOf('\n') + 1],
    ['a signature', /^\/log\/checkpoint$/, (body: Buffer) => body.length - 10],
    ['a proof', /\/proof$/, (body: Buffer) => body.indexOf('\n\n') - 8],
    ['an entry', /\/proof$/, (body: Buffer) => body.indexOf('extra ') + 40],
    ['a tile', /^\/log\/tile\/0\//, () => 5],
  ])('places nothing where a bit of %s is another', async (_, pattern, at) => {
    for (const slug of ['a', 'b', 'c']) await approved(`ada:${slug}`);
    served.tamper = flipping(pattern, at);
    const { ended, stderr } = await machine.run('sync');
    expect([ended, await skillsIn(machine.skills)]).toEqual([1, {}]);
    expect(stderr).toMatch(/transparency log|proof|log that it shows/);
  });

  it('places nothing that has no proof, once it has waited', async () => {
    await approved('ada:pdf');
    await approved('ada:sums');
    served.tamper = (path, answer) =>
      path.endsWith('/proof')
        ? Response.json({ error: 'x', code: 'proof_not_found', message: 'x' }, { status: 404 })
        : answer;
    const { ended, stderr } = await machine.run('sync');
    expect([ended, await skillsIn(machine.skills)]).toEqual([1, {}]);
    expect(stderr).toMatch(/transparency log does not have this version/);
  });

  it('looks up also what is on this machine already before it is placed again, and says where it can’t', async () => {
    const hash = await approved('ada:pdf');
    expect(await machine.run('sync')).toMatchObject({ ended: 0, stderr: '' });
    const answering = (status: number, code: string): void => {
      served.tamper = (path, answer) =>
        path.endsWith('/proof') ? Response.json({ error: 'x', code, message: 'x' }, { status }) : answer;
    };
    await rm(join(machine.skills, 'pdf'));
    answering(404, 'proof_not_found');
    const refused = await machine.run('sync');
    expect([refused.ended, await skillsIn(machine.skills)]).toEqual([1, {}]);
    expect(refused.stderr).toMatch(/ada\/pdf: It is not installed: its transparency log does not have this version/);
    answering(500, 'internal_error');
    const { ended, stdout } = await machine.run('sync');
    expect([ended, await skillsIn(machine.skills)]).toEqual([0, { pdf: hash }]);
    expect(stdout).toMatch(/^\+ ada\/pdf \S+ \(not looked up in the transparency log, which does not answer\)$/m);
  });
});
