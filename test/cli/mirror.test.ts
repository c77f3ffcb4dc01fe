import { mkdir, readdir, readFile, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { createRevisions, pruneGone } from '../../mirror/snapshot/catalog/revisions.ts';
import { redact } from '../../origin/store/log/append.ts';
import { hasNginx, startNginx } from '../../scripts/bench/servers/nginx.ts';
import { published } from '../answers.ts';
import { skillMd } from '../registry.ts';
import { quarantine } from '../store/rows.ts';
import { publishTo } from './logScene.ts';
import { type Copied, expectEqual, makePrivate, openCopied } from './mirrorScene.ts';

const secret = 'a sentence that nobody else would write';

/** Everything that is in the folder, in one text. */
async function allBytesIn({ folder }: Copied): Promise<string> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = found.filter((one) => one.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  return `${files.join('\n')}${(await Promise.all(files.map((file) => readFile(file, 'latin1')))).join('\n')}`;
}

/** One run that does what it has to. */
async function runs({ run }: Copied, ...args: string[]): Promise<string> {
  const { ended, stdout, stderr } = await run(...args);
  // A busy machine says how far it is.
  expect([ended, stderr.replaceAll(/^[\d,]+ files? so far …\n/gm, '')], stdout).toEqual([0, '']);
  return stdout;
}

/** What went cannot be told of any more. */
const forgetGone = ({ served }: Copied) =>
  served.mirrored.catalog.write(async (db) => {
    await sql`update snapshot_gone set at = at - 400 * 86400`.execute(db);
    await pruneGone(db);
  });

/** How a run goes that has such a disk. */
const onDisk = (environment: Record<string, string>) => ({
  node: ['--import', join(import.meta.dirname, 'badDisk.ts')],
  environment,
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
    expect([left.includes(secret), left.includes('ada/one')]).toEqual([false, false]);
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

  it('stays as it is without its registry, and can be checked', async () => {
    await using copied = await openCopied();
    const { served, run } = copied;
    await publishTo(served, 'ada:pdf');
    await runs(copied);
    const before = await copied.shown();
    served.isAway = true;
    expect(await run()).toMatchObject({ ended: 1, stderr: expect.stringContaining('127.0.0.1') });
    expect(await copied.shown()).toEqual(before);
    expect(await runs(copied, '--check')).toContain('every byte is as it came.');
  });

  it('checks every byte, says what is wrong, and puts it right with --full', async () => {
    await using copied = await openCopied();
    const { folder, run } = copied;
    await publishTo(copied.served, 'ada:pdf');
    await runs(copied);
    const at = (path: string) => join(folder, 'public', path);
    const text = await readFile(at('index.html'), 'latin1');
    const { mtime } = await stat(at('index.html'));
    await writeFile(at('index.html'), `${text.slice(0, -1)}?`, 'latin1');
    await utimes(at('index.html'), mtime, mtime);
    await utimes(at('robots.txt'), 1, 1);
    await rm(at('openapi.json.gz'));
    await writeFile(at('_by/besides.txt'), '');
    const check = await run('--check', '--json');
    expect([check.ended, JSON.parse(check.stdout)]).toMatchObject([
      1,
      {
        registry: copied.served.mirrorUrl,
        versions: 1,
        log: { entries: 2 },
        faults: [
          { path: '_by/besides.txt', what: 'is nothing of the copy' },
          { path: 'index.html', what: 'is damaged: it holds other bytes' },
          { path: 'openapi.json.gz', what: 'is missing' },
          { path: 'robots.txt', what: expect.stringContaining('another time') },
        ],
      },
    ]);
    expect((await run('--check')).stdout).toMatch(
      /^index\.html is damaged[\s\S]*4 faults\. To put them right: --full\.\n$/m,
    );
    await runs(copied, '--full');
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

  it('works in no folder that has something else in it, or the copy of another registry', async () => {
    await using copied = await openCopied();
    await using other = await openCopied();
    const { machine, folder } = copied;
    expect(await copied.run('--check')).toMatchObject({ ended: 1, stderr: expect.stringContaining('has no copy') });
    await writeFile(folder, '');
    expect(await copied.run()).toMatchObject({ ended: 1, stderr: expect.stringContaining('is a file') });
    await rm(folder);
    await mkdir(folder);
    await writeFile(join(folder, 'letter.txt'), 'Dear');
    const refused = await copied.run();
    expect([refused.ended, refused.stderr]).toEqual([
      1,
      expect.stringContaining('is not empty, and no copy of a registry'),
    ]);
    expect(await readdir(folder)).toEqual(['letter.txt']);
    await rm(join(folder, 'letter.txt'));
    await runs(copied);
    const before = await copied.shown();
    const elsewhere = await machine.run('--registry', other.served.mirrorUrl, 'mirror', folder);
    expect([elsewhere.ended, elsewhere.stderr]).toEqual([
      1,
      expect.stringContaining(`has a copy of ${copied.served.mirrorUrl}, not of ${other.served.mirrorUrl}`),
    ]);
    expect(await copied.shown()).toEqual(before);
    expect(await copied.run('--check', '--watch')).toMatchObject({ ended: 2 });
    expect(await copied.run('--interval', '0')).toMatchObject({ ended: 2 });
  });

  it('runs once at a time in a folder', async () => {
    await using copied = await openCopied();
    const { served, run } = copied;
    let go = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      go = resolve;
    });
    let isAsked = false;
    served.tamper = async (path, answer) => {
      if (path !== '/api/v1/mirror/changes') return answer;
      isAsked = true;
      await held;
      return answer;
    };
    const first = run();
    await expect.poll(() => isAsked).toBe(true);
    expect(await run()).toMatchObject({ ended: 1, stderr: expect.stringContaining('Another mirror is running') });
    go();
    expect(await first).toMatchObject({ ended: 0 });
    await expectEqual(copied);
  });

  it('follows no link below the copy', async () => {
    await using copied = await openCopied();
    const { served, machine, folder } = copied;
    await publishTo(served, 'ada:pdf');
    await runs(copied);
    const [author] = (await readdir(join(folder, 'public/_by'))).map((part) => join(folder, 'public/_by', part));
    const elsewhere = join(machine.home, 'elsewhere');
    await mkdir(join(elsewhere, 'pdf'), { recursive: true });
    await writeFile(join(elsewhere, 'pdf/getSkill.json'), 'mine');
    await rm(join(author ?? '', 'ada'), { recursive: true });
    await symlink(elsewhere, join(author ?? '', 'ada'));
    await publishTo(served, 'ada:pdf', 'two');
    await runs(copied);
    await makePrivate(copied, 'pdf');
    await served.publishSnapshot();
    await runs(copied);
    expect(await readdir(elsewhere, { recursive: true })).toEqual(['pdf', 'pdf/getSkill.json']);
    expect(await readFile(join(elsewhere, 'pdf/getSkill.json'), 'utf8')).toBe('mine');
  });

  it.each(['a first copy', 'what changed'])(
    'goes on where %s was cut short, and shows none of it before the last',
    async (what) => {
      await using copied = await openCopied();
      const { served, run } = copied;
      if (what === 'what changed') await runs(copied);
      const before = await copied.shown();
      for (let nth = 0; nth < 10; nth += 1) {
        const numbers = Array.from({ length: 50_000 }, () => Math.random()).join('\n');
        await published(served.registry, `ada:large-${nth}`, {
          'SKILL.md': skillMd(`large-${nth}`),
          'numbers.csv': numbers,
        });
      }
      await served.publishSnapshot();
      served.asked.length = 0;
      const asked = () => served.asked.filter((one) => one.includes('/mirror/changes'));
      served.tamper = (path, answer) =>
        path === '/api/v1/mirror/changes' && asked().length > 1
          ? Response.json({ code: 'unavailable', message: 'Away.' }, { status: 503 })
          : answer;
      expect(await run()).toMatchObject({ ended: 1 });
      expect(await copied.shown()).toEqual(before);
      const [first, cut] = asked();
      // What an ended program may leave: a file that nothing names.
      if (what === 'a first copy') await writeFile(join(copied.folder, 'copies/1/public/stray.txt'), '');
      delete served.tamper;
      served.asked.length = 0;
      await runs(copied);
      expect(asked()[0]).toBe(cut);
      expect(cut).not.toBe(first);
      await expectEqual(copied);
    },
  );

  it('begins again where a power failure took bytes of a first copy', async () => {
    await using copied = await openCopied();
    const { served, run, folder } = copied;
    await publishTo(served, 'ada:pdf');
    // All of it came, and nothing can be proved.
    served.tamper = (path, answer) =>
      path.startsWith('/log/') ? Response.json({ code: 'unavailable', message: 'Away.' }, { status: 503 }) : answer;
    expect(await run()).toMatchObject({ ended: 1 });
    delete served.tamper;
    await writeFile(join(folder, 'copies/1/public/robots.txt'), '');
    await runs(copied);
    await expectEqual(copied);
  });

  it('says that the disk is full, and goes on once there is room', async () => {
    await using copied = await openCopied();
    const { served, machine, folder } = copied;
    await publishTo(served, 'ada:pdf');
    const full = (after: number) => onDisk({ FULL_AFTER: String(after) });
    const first = await machine.runWith(full(1_000_000), 'mirror', folder);
    expect([first.ended, first.stderr]).toEqual([1, `The disk of ${folder} is full. Make room, and run it again.\n`]);
    expect(await copied.shown()).toEqual({});
    await runs(copied);
    await publishTo(served, 'ada:pdf', 'two');
    expect(await machine.runWith(full(10_000), 'mirror', folder)).toMatchObject({ ended: 1 });
    // Nobody has to be asked for the rest.
    served.isAway = true;
    await runs(copied, '--check');
    served.isAway = false;
    await expectEqual(copied);
  });

  it('says that a disk keeps no times of which ETags are made', async () => {
    await using copied = await openCopied();
    const { machine, folder } = copied;
    const { ended, stderr } = await machine.runWith(onDisk({ OLD_TIMES: '1' }), 'mirror', folder);
    expect([ended, stderr]).toEqual([1, expect.stringContaining('keeps no times after 2038')]);
    expect(await copied.shown()).toEqual({});
  });

  it('is checked on a disk that can only be read', async () => {
    await using copied = await openCopied();
    await runs(copied);
    const { ended, stdout } = await copied.machine.runWith(
      onDisk({ READ_ONLY: '1' }),
      ...['mirror', copied.folder, '--check'],
    );
    expect([ended, stdout]).toEqual([0, expect.stringContaining('every byte is as it came.')]);
  });

  it('says what is to be done where its index is damaged or gone', async () => {
    await using copied = await openCopied();
    const { folder, run } = copied;
    await runs(copied);
    const index = join(folder, 'copies/1/index.jsonl');
    const text = await readFile(index, 'utf8');
    await writeFile(index, text.replace('"path"', '"pat"'));
    expect(await run('--check')).toMatchObject({
      ended: 1,
      stderr: `${index} is damaged in line 1. To copy everything again: --full.\n`,
    });
    await rm(index);
    expect(await run('--check')).toMatchObject({ ended: 1, stderr: expect.stringContaining('is missing') });
    await runs(copied, '--full');
    await expectEqual(copied);
  });

  it('can’t copy a registry that tells nobody what changed', async () => {
    await using copied = await openCopied();
    copied.served.lacks.push({ host: 'mirror', path: /mirror\/changes/ });
    expect(await copied.run()).toMatchObject({ ended: 1, stderr: expect.stringContaining('runs an earlier release') });
  });

  it.skipIf(!hasNginx)('prints a configuration by which nginx serves the copy as the registry does', async () => {
    await using copied = await openCopied();
    const { served, folder, run } = copied;
    expect(await run('--nginx')).toMatchObject({ ended: 1, stderr: expect.stringContaining('no copy of a registry') });
    const hash = await publishTo(served, 'ada:pdf');
    await runs(copied);
    expect(await run('--nginx', '8080; evil')).toMatchObject({ ended: 2 });
    const config = (await run('--nginx', '127.0.0.1:9999')).stdout;
    expect(config).toContain(`root ${folder}/public;`);
    const server = await startNginx((listen) => config.replace('127.0.0.1:9999', listen));
    try {
      const at = async (
        base: string,
        path: string,
        headers: Record<string, string> = { 'accept-encoding': 'identity' },
      ) => {
        const answer = await fetch(base + path, { headers });
        const kept = ['etag', 'content-type', 'cache-control', 'content-security-policy', 'link'];
        return [answer.status, ...kept.map((name) => answer.headers.get(name)), await answer.text()];
      };
      const here = `http://127.0.0.1:${server.port}`;
      const archive = `/ada/pdf/v/${hash.slice('sha256:'.length)}.tar.gz`;
      for (const path of [
        '/',
        '/ada/pdf',
        '/api/v1/skills/ada/pdf',
        archive,
        '/log/checkpoint',
        '/docs/cli',
        '/sitemap.xml',
      ])
        expect(await at(here, path), path).toEqual(await at(served.mirrorUrl, path));
      // What would be made when it is asked for.
      for (const path of [
        '/api/v1/skills?q=pdf',
        '/ada/none',
        `/api/v1/skills/ada/pdf/versions/${hash}/files`,
        '/log/tile/0/000.p/2',
      ]) {
        const answer = await fetch(here + path);
        expect([path, answer.status, answer.headers.get('content-type'), await answer.json()]).toMatchObject([
          ...[path, 404, 'application/json', { code: 'not_mirrored', mirror_of: served.mirrorUrl }],
        ]);
      }
      // Another copy is shown from one request to the next.
      await publishTo(served, 'ada:pdf', 'two');
      await runs(copied, '--full');
      expect(await at(here, '/ada/pdf')).toEqual(await at(served.mirrorUrl, '/ada/pdf'));
    } finally {
      await server.stop();
    }
  });
});
