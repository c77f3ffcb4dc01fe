import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { createRevisions, pruneGone } from '../../../mirror/snapshot/catalog/revisions.ts';
import { redact } from '../../../origin/store/log/append.ts';
import { published } from '../../answers.ts';
import { skillMd } from '../../registry.ts';
import { quarantine } from '../../store/rows.ts';
import { publishTo } from '../log/logScene.ts';
import { type Copied, expectEqual, makePrivate, openCopied, runs } from './mirrorScene.ts';

const secret = 'a sentence that nobody else would write';

/** Everything that is in the folder, in one text. */
async function allBytesIn({ folder }: Copied): Promise<string> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = found.filter((one) => one.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  return `${files.join('\n')}${(await Promise.all(files.map((file) => readFile(file, 'latin1')))).join('\n')}`;
}

/** What went cannot be told of any more. */
const forgetGone = ({ served }: Copied) =>
  served.mirrored.catalog.write(async (db) => {
    await sql`update snapshot_gone set at = at - 400 * 86400`.execute(db);
    await pruneGone(db);
  });

describe('mirror', () => {
  it('copies every file with its time, and says what was checked', async () => {
    await using copied = await openCopied();
    await publishTo(copied.served, 'ada:pdf');
    const said = await runs(copied);
    const count = Object.keys(await copied.wanted()).filter((path) => !/(?<!tar)\.gz$/.test(path)).length;
    expect(said).toMatch(
      new RegExp(
        `^${count} files came, 0 files went\\.\\n${count} files \\(\\d+ MB\\) of ${copied.served.mirrorUrl}, as of entry 1 of its ` +
          'transparency log: every byte was checked against its hash when it came, and 1 version against the log\\.\\n$',
      ),
    );
    await expectEqual(copied);
    expect((await readdir(copied.folder)).sort()).toEqual(['copies', 'mirror.json', 'public', 'staging']);
  });

  it('fetches what changed alone, and takes away what went', async () => {
    await using copied = await openCopied();
    const { served } = copied;
    await publishTo(served, 'ada:pdf');
    await publishTo(served, 'ada:sums');
    await runs(copied);
    expect(await runs(copied)).toMatch(/^Nothing changed\.\n/);
    const hash = await publishTo(served, 'ada:pdf', 'two');
    expect(await runs(copied)).toMatch(/^\d\d files came, 0 files went\.\n.* and 3 versions against the log/);
    await expectEqual(copied);
    // A version, a skill and what is quarantined.
    await served.registry.send('DELETE', `/skills/ada/pdf/versions/${hash}`, 'ada');
    await makePrivate(copied, 'sums');
    await served.publishSnapshot();
    expect(await runs(copied)).toMatch(/files came, \d+ files went\.\n.* and 1 version against the log/);
    await expectEqual(copied);
    const other = await publishTo(served, 'eve:other');
    await runs(copied);
    await quarantine(served.registry, 'eve:other', other);
    await served.publishSnapshot();
    await runs(copied);
    await expectEqual(copied);
    // What is public again has its entry from before, or another.
    await served.registry.send('PATCH', '/skills/ada/sums', 'ada', { visibility: 'public' });
    await served.publishSnapshot();
    await runs(copied);
    await expectEqual(copied);
  });

  it('keeps no byte of what went private', async () => {
    await using copied = await openCopied();
    const { served } = copied;
    await published(served.registry, 'ada:one', { 'SKILL.md': skillMd('one', secret) });
    await served.publishSnapshot();
    await runs(copied);
    expect(await allBytesIn(copied)).toContain(secret);
    await makePrivate(copied, 'one');
    await served.publishSnapshot();
    await runs(copied);
    await expectEqual(copied);
    const left = await allBytesIn(copied);
    expect([secret, 'ada/one', 'ada:one'].filter((name) => left.includes(name))).toEqual([]);
  });

  it('says each time which files the registry has lost, until they come again or went, and then keeps no name of them', async () => {
    await using copied = await openCopied();
    const { served, run } = copied;
    for (const skill of ['ada:one', 'ada:other']) await publishTo(served, skill);
    const paths = Object.keys(await copied.wanted());
    const lost = ['one', 'other'].map(
      (slug) => paths.find((path) => path.endsWith(`/ada/${slug}/getSkill.json`)) ?? '',
    );
    for (const path of lost) await rm(join(served.mirrored.root, path));
    const saying = (...missing: string[]) => `Not there, since the registry had lost them: ${missing.join(', ')}. Once`;
    const first = await run();
    expect(first).toMatchObject({ ended: 0, stdout: expect.stringContaining(saying(...lost)) });
    for (const path of lost) expect(first.stderr).toContain(`The registry has lost ${path}, and it is not copied.\n`);
    expect(await runs(copied)).toContain(saying(...lost));
    expect(JSON.parse(await runs(copied, '--json'))).toMatchObject({ missing: lost, lost: [] });
    const check = await run('--check');
    expect(check.ended).toBe(1);
    for (const path of lost) expect(check.stdout).toContain(`${path} is missing: the registry had lost it\n`);
    await publishTo(served, 'ada:other', 'two');
    expect(await runs(copied)).toContain(saying(lost[0] ?? ''));
    await makePrivate(copied, 'one');
    await served.publishSnapshot();
    expect(await runs(copied)).not.toContain('Not there');
    await expectEqual(copied);
    const left = await allBytesIn(copied);
    expect(['ada/one', 'ada:one'].filter((name) => left.includes(name))).toEqual([]);
  });

  it('copies a version whose entry lost its text at the registry’s word, and says so', async () => {
    await using copied = await openCopied();
    const { served, run } = copied;
    await publishTo(served, 'ada:pdf');
    await served.registry.engine.write((db) => redact(db, 1, 'court order', 1_800_000_000));
    await served.publishSnapshot();
    const { ended, stderr, stdout } = await run();
    expect(ended, stderr).toBe(0);
    expect(stderr).toMatch(/^The log does not name ada:pdf@sha256:.* such as entry 1\.$/m);
    const word = /0 versions against the log\. By the registry’s word alone, .*: ada:pdf@sha256:[0-9a-f]{64}\.$/m;
    expect(stdout).toMatch(word);
    expect(await runs(copied)).toMatch(word);
    await publishTo(served, 'ada:other');
    expect(await runs(copied)).toMatch(/1 version against the log\. By the registry’s word alone, .*: ada:pdf@/);
    await expectEqual(copied);
    await makePrivate(copied, 'pdf');
    await served.publishSnapshot();
    expect(await runs(copied)).toMatch(/ 1 version against the log\.$/m);
    const { folder } = copied;
    expect(await readFile(join(folder, 'copies/1/state.json'), 'utf8')).not.toContain('ada:pdf');
  });

  it('compares everything after it was away for a year, and shows that at once', async () => {
    await using copied = await openCopied();
    const { served, folder } = copied;
    for (const skill of ['ada:one', 'ada:two', 'ada:three']) await publishTo(served, skill);
    await runs(copied);
    const before = await stat(join(folder, 'public/index.html'));
    const asset = async () => {
      const [name = ''] = await readdir(join(folder, 'public/_astro'));
      return stat(join(folder, 'public/_astro', name));
    };
    const kept = await asset();
    await makePrivate(copied, 'one');
    await publishTo(served, 'ada:four');
    await forgetGone(copied);
    expect(await runs(copied)).toMatch(/files came, \d+ files went/);
    await expectEqual(copied);
    expect(await readdir(join(folder, 'copies'))).toEqual(['2']);
    // What a program left that ended just then.
    await mkdir(join(folder, 'copies/1/public'), { recursive: true });
    expect(await runs(copied)).toContain('Nothing changed.');
    expect(await readdir(join(folder, 'copies'))).toEqual(['2']);
    // The same file where it is the same, and no second one on the disk.
    expect([(await asset()).ino, (await asset()).nlink]).toEqual([kept.ino, 1]);
    expect((await stat(join(folder, 'public/index.html'))).ino).not.toBe(before.ino);
  });

  it('begins again with a registry whose revisions do', async () => {
    await using copied = await openCopied();
    const { served } = copied;
    for (const skill of ['ada:one', 'ada:two']) await publishTo(served, skill);
    await runs(copied);
    await makePrivate(copied, 'one');
    await served.publishSnapshot();
    await served.mirrored.catalog.write(async (db) => {
      await sql`update snapshot_progress set revised = 0`.execute(db);
      await createRevisions(db);
    });
    await runs(copied);
    await expectEqual(copied);
  });

  it('says that nothing was proved where the registry has no log', async () => {
    await using copied = await openCopied(null);
    await publishTo(copied.served, 'ada:pdf');
    expect(await runs(copied)).toContain('This registry has no transparency log: nothing was proved.');
    await expectEqual(copied);
  });

  it('tells programs the same', async () => {
    await using copied = await openCopied();
    await publishTo(copied.served, 'ada:pdf');
    const { files, ...told } = JSON.parse(await runs(copied, '--json'));
    expect(told).toEqual({
      ...{ registry: copied.served.mirrorUrl, bytes: expect.any(Number), versions: 1, unnamed: [], missing: [] },
      outdated: [],
      ...{ log: { origin: expect.any(String), entries: 2 }, written: files, removed: 0, lost: [] },
    });
  });

  it('keeps following until it is stopped, also while the registry is away', async () => {
    await using copied = await openCopied();
    const { served, machine, folder } = copied;
    await publishTo(served, 'ada:pdf');
    const stop = new AbortController();
    const watching = machine.runWith(
      { signal: stop.signal },
      ...['mirror', folder, '--watch', '--interval', '1', '--json'],
    );
    try {
      await expect.poll(() => copied.shown()).toEqual(await copied.wanted());
      served.isAway = true;
      await expect.poll(() => served.asked.length).toBeGreaterThan(0);
      await publishTo(served, 'ada:pdf', 'two');
      await makePrivate(copied, 'pdf');
      await served.publishSnapshot();
      served.isAway = false;
      await expect.poll(() => copied.shown()).toEqual(await copied.wanted());
    } finally {
      stop.abort();
    }
    const { ended, stdout } = await watching;
    expect(ended).toBe('SIGINT');
    const lines = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines.map(({ versions }) => versions)).toEqual([1, 0]);
    await expectEqual(copied);
  });

  it('keeps a copy that is there up to date also where the registry is away at first', async () => {
    await using copied = await openCopied();
    const { served, machine, folder } = copied;
    await runs(copied);
    await publishTo(served, 'ada:pdf');
    served.isAway = true;
    const before = served.asked.length;
    const stop = new AbortController();
    const watching = machine.runWith({ signal: stop.signal }, 'mirror', folder, '--watch', '--interval', '1');
    try {
      await expect.poll(() => served.asked.length).toBeGreaterThan(before);
      served.isAway = false;
      await expect.poll(() => copied.shown()).toEqual(await copied.wanted());
    } finally {
      stop.abort();
    }
    expect((await watching).ended).toBe('SIGINT');
  });

  it('can’t copy a registry that tells nobody what changed', async () => {
    await using copied = await openCopied();
    copied.served.lacks.push({ host: 'mirror', path: /mirror\/changes/ });
    expect(await copied.run()).toMatchObject({ ended: 1, stderr: expect.stringContaining('runs an earlier release') });
  });
});
