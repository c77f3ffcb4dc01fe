import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { confinement } from '../../../origin/scan/scanners/confine.ts';
import { readyScanner } from '../../../origin/scan/scanners/runScanner.ts';
import { readScanners } from '../../../origin/scan/scanners/scanners.ts';
import { judgeDue } from '../../../origin/write/judge.ts';
import { answerOf, published } from '../../answers.ts';
import { engineNames } from '../../engines.ts';
import { openRegistry, skillMd, type TestRegistry } from '../../registry.ts';

const program = join(import.meta.dirname, '../../scannerProgram.ts');
const command = (what: string, ...more: string[]) => [process.execPath, program, what, '{bundle}', ...more];

let folder: string;
/** Where a machine has no namespaces, what has no need of them is still held. */
let isConfined: boolean;
beforeAll(async () => {
  isConfined = (await confinement({ network: 'none', seconds: 1 })) !== undefined;
  folder = await mkdtemp(join(tmpdir(), 'judge-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** Has a scanner look at everything, as the origin does in the background. */
async function judge({ engine, clock }: TestRegistry, scanner: Record<string, unknown>) {
  const file = join(folder, `${crypto.randomUUID()}.json`);
  await writeFile(
    file,
    JSON.stringify({
      scanners: [{ name: 'odd', version: '1', seconds: 120, network: isConfined ? 'none' : 'allowed', ...scanner }],
    }),
  );
  const [only] = await readScanners(file);
  if (!only) throw new Error('no scanner');
  const { signal } = new AbortController();
  const ground = await mkdtemp(join(folder, 'ground-'));
  const ready = await readyScanner(only, ground, signal);
  const done = await judgeDue({ engine, ground, now: () => clock.now, signal }, ready, pino({ level: 'silent' }));
  expect(await readdir(ground)).toEqual([]);
  return done;
}

const reportOf = async (registry: TestRegistry, hash: string) =>
  answerOf('getSkillVersionScan', await registry.get(`/skills/ada/sums/versions/${hash}/scan`));

/** The verdict on a new skill. */
async function verdictBy(registry: TestRegistry, what: string, scanner: Record<string, unknown> = {}) {
  const { hash } = await published(registry, 'ada:sums', { 'SKILL.md': skillMd('sums', 'Sums.', crypto.randomUUID()) });
  await judge(registry, { command: command(what), ...scanner });
  const [verdict] = (await reportOf(registry, hash)).others ?? [];
  return verdict;
}

describe.each(engineNames)('a scanner of the operator’s, on %s,', (name) => {
  it('is shown beside our report, which stays as it was, and runs once for each of its versions', async () => {
    await using registry = await openRegistry(name);
    const { hash } = await published(registry, 'ada:sums', { 'SKILL.md': skillMd('sums'), 'a/b.txt': 'x\nODD\n' });
    await registry.publish('ada', 'own', { 'SKILL.md': skillMd('own') }, { visibility: 'private' });
    const { others: none, ...before } = await reportOf(registry, hash);
    expect(none).toBeUndefined();
    expect(await judge(registry, { command: command('find') })).toBe(1);
    const { others, ...after } = await reportOf(registry, hash);
    expect(after).toEqual(before);
    const finding = { detector: 'odd', severity: 'high', path: 'a/b.txt', line: 2, message: 'It is odd.' };
    const said = { scanner: 'odd', scanner_version: '1', status: 'ok', made_at: registry.clock.now };
    expect(others).toEqual([{ ...said, findings: [finding] }]);
    expect(await judge(registry, { command: command('find') })).toBe(0);
    const versioned = { version: undefined, versionCommand: [process.execPath, program, 'version'] };
    expect(await judge(registry, { command: command('ours'), ...versioned })).toBe(1);
    expect((await reportOf(registry, hash)).others).toMatchObject([{ scanner_version: '1.2.3' }]);
  });
});

describe('a scanner', () => {
  let registry: TestRegistry & AsyncDisposable;
  beforeAll(async () => {
    registry = await openRegistry();
  });
  afterAll(() => registry[Symbol.asyncDispose]());

  it.each(['huge', 'text', 'latin', 'nothing', 'other', 'strange', 'failed', 'killed'])(
    'that prints what can’t be a verdict gives none: %s',
    async (what) => {
      expect(await verdictBy(registry, what)).toMatchObject({ status: 'failed', findings: [] });
    },
  );

  it('that can’t be started gives none', async () => {
    expect(await verdictBy(registry, '', { command: ['/no/such/program'] })).toMatchObject({ status: 'failed' });
  });

  it('that never ends is ended', async () => {
    expect(await verdictBy(registry, 'forever', { seconds: 2 })).toMatchObject({ status: 'timed_out', findings: [] });
  });

  it('that leaves a program behind takes that along', async ({ skip }) => {
    skip(!isConfined, 'Without namespaces a program in a session of its own goes on.');
    const file = join(folder, 'left');
    expect(await verdictBy(registry, 'left', { command: command('left', file) })).toMatchObject({ status: 'ok' });
    expect(existsSync(file)).toBe(true);
    const { mtimeMs } = await stat(file);
    await wait(300);
    expect((await stat(file)).mtimeMs).toBe(mtimeMs);
  });

  it('that says things of its own choice is shown with bounded, visible words, and places in the version alone', async () => {
    const { findings = [] } = (await verdictBy(registry, 'hostile')) ?? {};
    expect(findings.map(({ path, line }) => `${path}:${line}`)).toEqual([...Array(6).fill(':0'), 'SKILL.md:1']);
    for (const { detector, message } of findings) {
      expect(detector).toMatch(/^a\\u\{1b\}\[2J\\u\{202e\}x+…?$/);
      expect(detector.length).toBeLessThanOrEqual(100);
      expect(message.length).toBeLessThanOrEqual(500);
      expect(message).toMatch(/^\\u\{0\}\\u\{1b\}\]0;t\\u\{7\} y+…?$/);
    }
  });

  it('that floods is shown with its gravest findings', async () => {
    const { findings = [] } = (await verdictBy(registry, 'flood')) ?? {};
    expect([findings.length, findings[0]?.severity, findings[1]?.severity]).toEqual([200, 'high', 'low']);
  });

  it('that nests as deep as it can is read or refused, and nothing else happens', async () => {
    expect(await verdictBy(registry, 'deep')).toMatchObject({ findings: [] });
  });

  it('gets a folder of its own that it can read, and nothing of ours in its environment', async () => {
    process.env['SECRET_OF_OURS'] = 'secret';
    const { findings = [] } = (await verdictBy(registry, 'surroundings')) ?? {};
    delete process.env['SECRET_OF_OURS'];
    expect(findings[0]?.message).toBe('HOME LANG PATH TMPDIR 500 true 0');
  });

  it('reaches no network, unless it is allowed to', async () => {
    const server = createServer((socket) => socket.destroy());
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as { port: number };
    const reaches = async (network: string) =>
      (await verdictBy(registry, '', { command: command('network', String(port)), network }))?.findings[0]?.message;
    if (isConfined) expect(await reaches('none')).toBe('not reached');
    else await expect(reaches('none')).rejects.toThrow('does not work here');
    expect(await reaches('allowed')).toBe('reached');
    server.close();
  });

  it('that failed is tried again after a day, and not before', async () => {
    await published(registry, 'eve:sums');
    await judge(registry, { name: 'again', command: command('text') });
    expect(await judge(registry, { name: 'again', command: command('ours') })).toBe(0);
    registry.clock.now += 24 * 60 * 60 + 1;
    expect(await judge(registry, { name: 'again', command: command('ours') })).toBeGreaterThan(0);
  });
});

describe('the file of SCANNERS', () => {
  const refusalOf = async (text: string) => {
    const file = join(folder, 'scanners.json');
    await writeFile(file, text);
    return readScanners(file).then(
      () => 'taken',
      ({ message }: Error) => message.replace(file, 'FILE'),
    );
  };
  const one = (more: object) => JSON.stringify({ scanners: [{ name: 'a', version: '1', command: ['a'], ...more }] });

  it('is refused in one line where something in it is wrong', async () => {
    expect(await refusalOf(one({}))).toBe('taken');
    expect(await refusalOf('{')).toMatch(/^SCANNERS: FILE can’t be read: /);
    expect(await refusalOf('[]')).toMatch(/^SCANNERS: FILE, the document: /);
    expect(await refusalOf(one({ name: '../x' }))).toMatch(/^SCANNERS: FILE, scanners\.0\.name: /);
    expect(await refusalOf(one({ command: 'a b' }))).toMatch(/^SCANNERS: FILE, scanners\.0\.command: /);
    expect(await refusalOf(one({ versionCommand: ['a'] }))).toContain('give version or versionCommand');
    expect(await refusalOf(one({ shell: true }))).toMatch(/Unrecognized key/);
    expect(await refusalOf(one({ network: 'some' }))).toMatch(/scanners\.0\.network: /);
  });
});
