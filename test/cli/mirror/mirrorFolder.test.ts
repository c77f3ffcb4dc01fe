import { mkdir, readdir, readFile, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { published } from '../../answers.ts';
import { skillMd } from '../../registry.ts';
import { publishTo } from '../log/logScene.ts';
import { expectEqual, makePrivate, openCopied, runs } from './mirrorScene.ts';

/** How a run goes that has such a disk. */
const onDisk = (environment: Record<string, string>) => ({
  node: ['--import', join(import.meta.dirname, '../processes/badDisk.ts')],
  environment,
});

describe('mirror in its folder', () => {
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
});
