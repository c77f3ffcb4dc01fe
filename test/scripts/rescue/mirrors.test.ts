import { cp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { hasPostgres, newPostgres, type PostgresServer } from '../../servers/postgres.ts';
import { furnishedWorkplace } from '../furnished.ts';
import { newWorkplace, operator, run, type Workplace } from '../process.ts';

const dataOf = ({ folder }: Workplace) => join(folder, 'data');

/** Another machine, with the addresses that pages and log name, and the mirror's folder of the old one. */
async function newMachine(environment: NodeJS.ProcessEnv = {}): Promise<{ old: Workplace; place: Workplace }> {
  const [old, workplace] = [await furnishedWorkplace(), await newWorkplace()];
  for (const one of [old, workplace]) onTestFinished(() => one[Symbol.asyncDispose]());
  const { ORIGIN_PORT, MIRROR_PORT } = old.environment;
  const place = { ...workplace, environment: { ...workplace.environment, ORIGIN_PORT, MIRROR_PORT, ...environment } };
  return { old, place };
}

/** Every file that is served, by its path. */
async function filesOf(place: Workplace): Promise<Record<string, string>> {
  const root = join(dataOf(place), 'mirror/public');
  const files = (await readdir(root, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
  const each = files.map(async ({ parentPath, name }) => {
    const path = join(parentPath, name);
    return [path.slice(root.length), (await readFile(path)).toString('latin1')] as const;
  });
  return Object.fromEntries((await Promise.all(each)).sort(([one], [other]) => (one < other ? -1 : 1)));
}

const today = () => new Date().toISOString().slice(0, 10);
const firstDay = today();

/** Paths of files that one of them has otherwise, or not at all; but for the page that counts by days, if a day ended meanwhile. */
function differing(before: Record<string, string>, after: Record<string, string>): string[] {
  const isDated = (path: string) => path.startsWith('/stats.html') && today() !== firstDay;
  return Object.keys({ ...before, ...after }).filter((path) => before[path] !== after[path] && !isDated(path));
}

const differingIn = async (one: Workplace, other: Workplace) => differing(await filesOf(one), await filesOf(other));

/** Its operator knows of nobody who has more of the log than it has now. */
async function resume(place: Workplace): Promise<void> {
  const { size } = JSON.parse((await operator(place, '--json', 'log', 'show')).stdout);
  expect(await operator(place, 'log', 'resume', String(size))).toMatchObject({ code: 0 });
}

/** With the key, as its operator put it back; by `npm start`, or what builds the snapshot like it. */
async function rebuilt(old: Workplace, place: Workplace): Promise<void> {
  const { code, output } = await operator(place, 'restore', '--from-mirror', dataOf(old));
  expect([code, output]).toEqual([0, expect.stringContaining('Its key is not here')]);
  await cp(join(dataOf(old), 'log.key'), join(dataOf(place), 'log.key'));
  await resume(place);
  expect((await operator(place, 'snapshot')).output).toMatch(/^\d+ files written, 0 removed/m);
  const { problems } = JSON.parse((await operator(place, '--json', 'doctor', '--stopped')).stdout);
  expect(problems).toEqual([]);
}

describe('a mirror made of what came out of a mirror', () => {
  it('is the same in every file and byte: pages, records, archives, the log and its proofs', async () => {
    const { old, place } = await newMachine();
    await rebuilt(old, place);
    expect(await differingIn(old, place)).toEqual([]);
    // What the origin does in the background changes none of them.
    const registry = run('scripts/start.ts', [], place);
    await registry.printed(/Stop with Ctrl-C/);
    await wait(3000);
    expect(registry.output()).toContain('#code=');
    registry.child.kill('SIGTERM');
    await registry.ended;
    expect(await differingIn(old, place)).toEqual([]);
  });

  it('is the same where the key of the log was handed over, and an entry lost its text', async () => {
    const { old, place } = await newMachine();
    for (const args of [['log', 'redact', '3'], ['log', 'rotate'], ['snapshot']])
      expect((await operator(old, ...args)).code).toBe(0);
    await rebuilt(old, place);
    expect(await differingIn(old, place)).toEqual([]);
  });

  it('is what the same folder goes on with, where the store alone was lost, and a running registry is refused', async () => {
    const { old } = await newMachine();
    const before = await filesOf(old);
    const registry = run('scripts/start.ts', [], old);
    await registry.printed(/Stop with Ctrl-C/);
    const restore = () => operator(old, 'restore', '--from-mirror', dataOf(old));
    expect(await restore()).toMatchObject({ code: 1, output: 'The registry is running. Stop it first.\n' });
    registry.child.kill('SIGTERM');
    await registry.ended;
    await writeFile(join(dataOf(old), 'registry.sqlite'), 'A disk that died.');
    const { code, output } = await restore();
    expect([code, output]).toEqual([0, expect.stringMatching(/The previous store is in .*before-\d+\.sqlite/)]);
    expect(output).not.toContain('Its key is not here');
    expect(await operator(old, 'snapshot')).toMatchObject({ code: 0 });
    expect((await operator(old, 'doctor', '--stopped')).output).toContain('checks passed');
    expect(differing(before, await filesOf(old))).toEqual([]);
  });

  it('signs nothing without the key, and goes on under a new log once its operator adopts one', async () => {
    const { old, place } = await newMachine();
    const { output } = await operator(place, 'restore', '--from-mirror', dataOf(old));
    const [, verifier = ''] = /signed with (\S+)\.$/m.exec(output) ?? [];
    expect(verifier).toMatch(/^localhost:\d+\/log\+/);
    const checkpoint = () => readFile(join(dataOf(place), 'mirror/public/log/checkpoint.json'), 'utf8');
    const before = await readFile(join(dataOf(old), 'mirror/public/log/checkpoint.json'), 'utf8');
    expect((await operator(place, 'snapshot')).output).toContain('so nothing is signed');
    await resume(place);
    expect((await operator(place, 'snapshot')).output).toContain('signed with another key');
    expect(await checkpoint()).toBe(before);
    expect((await operator(place, 'doctor', '--stopped')).output).toContain(
      'the key that it is signed with is not here',
    );
    expect((await operator(place, 'log', 'adopt', '--reason', 'The machine is gone')).code).toBe(0);
    expect((await operator(place, 'snapshot')).code).toBe(0);
    expect((await checkpoint()).split('\n')[0]).toBe(`${before.split('\n')[0]}-2`);
    expect((await operator(place, 'doctor', '--stopped')).output).toContain('checks passed');
  });

  it('has its files in an object store once they are moved there', async () => {
    const { old, place } = await newMachine();
    place.environment['OBJECT_STORE'] = join(place.folder, 'objects');
    const { output } = await operator(place, 'restore', '--from-mirror', dataOf(old));
    expect(output).toContain('operator -- contents move');
    expect((await operator(place, 'contents', 'move')).output).toMatch(/^Moved [1-9]/);
    await cp(join(dataOf(old), 'log.key'), join(dataOf(place), 'log.key'));
    await resume(place);
    await operator(place, 'snapshot');
    expect(await differingIn(old, place)).toEqual([]);
    expect((await operator(place, 'doctor', '--stopped', '--thorough')).output).toContain('checks passed');
  });

  describe.skipIf(!hasPostgres)('in PostgreSQL', () => {
    let server: PostgresServer;
    beforeAll(async () => {
      server = await newPostgres();
    });
    afterAll(() => server?.[Symbol.asyncDispose]());

    it('is the same, and a database that holds a store is refused', async () => {
      // A builder by itself makes tags that every mirror can hold, whatever the store is in.
      const { old, place } = await newMachine({ DATABASE_URL: server.url, ROLE: 'builder' });
      old.environment['ROLE'] = 'builder';
      await operator(old, 'snapshot', '--full');
      await rebuilt(old, place);
      expect(await differingIn(old, place)).toEqual([]);
      expect(await operator(place, 'restore', '--from-mirror', dataOf(old))).toMatchObject({
        code: 1,
        output: expect.stringContaining('already holds a store'),
      });
      await rm(join(dataOf(place), 'mirror'), { recursive: true });
      expect((await operator(place, 'doctor', '--stopped')).output).toMatch(/ok +store +5 skills/);
    });
  });
});
