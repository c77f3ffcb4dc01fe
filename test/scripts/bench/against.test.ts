import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkOut, commitNamed } from '../../../scripts/bench/against/checkout.ts';
import { judge, leastRounds } from '../../../scripts/bench/against/verdict.ts';
import { comparable } from '../../../scripts/bench/against.ts';
import { type Draw, drawsFrom } from '../../../scripts/bench/catalog/random.ts';

const root = join(import.meta.dirname, '../../..');
const call = promisify(execFile);

/** Milliseconds of one 304, by round, of a commit and itself, on a machine that did much else. */
const recorded = {
  before: [0.03, 0.035, 0.081, 0.047, 0.13, 0.046, 0.067, 0.05, 0.085, 0.154],
  now: [0.033, 0.035, 0.286, 0.076, 0.088, 0.045, 0.053, 0.069, 0.049, 0.112],
};
/** What computing a search took in the same run. */
const computing = {
  before: [1.68, 2.149, 2.035, 1.906, 2.083, 2.188, 3.048, 1.477, 2.963, 3.039],
  now: [1.568, 2.006, 1.871, 1.786, 1.818, 2.619, 2.434, 1.547, 3.1, 3.165],
};
const times = (factor: number, series: readonly number[]) => series.map((time) => time * factor);

describe('a comparison of two commits', () => {
  it('sees no difference between a commit and itself', () => {
    expect(judge(recorded).word).toBe('no difference seen');
    expect(judge(computing).word).toBe('no difference seen');
  });

  it('sees what became slower, and what became faster', () => {
    const { before, now } = computing;
    expect(judge({ before, now: times(1.3, now) })).toMatchObject({ word: 'slower' });
    expect(judge({ before: times(1.3, before), now })).toMatchObject({ word: 'faster' });
  });

  it('gives the estimate and the interval that the tables of the test have', () => {
    // Ten rounds: of the 55 means of two, at 99.5 % the second from either end.
    const logs = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512].map((step) => step / 1000);
    const { ratio, interval } = judge({ before: logs.map(() => 1), now: logs.map(Math.exp) });
    expect(Math.log(interval[0])).toBeCloseTo(0.0015, 9);
    expect(Math.log(interval[1])).toBeCloseTo(0.384, 9);
    expect(Math.log(ratio)).toBeCloseTo(0.064, 9);
  });

  it('is as certain as it says: of a thousand that compare the same, hardly any calls it slower', () => {
    const draw = drawsFrom(11);
    const slower = Array.from({ length: 1000 }, () => judge(seriesOf(draw, { rounds: 10, ratio: 1, noise: 0.2 })));
    expect(slower.filter(({ word }) => word === 'slower').length).toBeLessThanOrEqual(6);
  });

  it.each([
    [10, 1.2],
    [20, 1.1],
  ])('in %i rounds finds %d times as long in noise of a twentieth, nine times of ten', (rounds, ratio) => {
    const draw = drawsFrom(12);
    const found = Array.from({ length: 200 }, () => judge(seriesOf(draw, { rounds, ratio, noise: 0.05 })));
    expect(found.filter(({ word }) => word === 'slower').length).toBeGreaterThan(180);
    expect(found.filter(({ word }) => word === 'faster')).toEqual([]);
  });

  it('says nothing of too few rounds, nor of a difference of no account', () => {
    const before = Array<number>(leastRounds).fill(10);
    expect(judge({ before, now: times(2, before) }).word).toBe('slower');
    expect(judge({ before: before.slice(1), now: times(2, before).slice(1) }).word).toBe('no difference seen');
    expect(judge({ before, now: times(1.02, before) }).word).toBe('no difference seen');
  });

  it('depends on neither the machine’s speed in a round, nor the order of rounds, nor which side is which', () => {
    const time = fc.double({ min: 0.1, max: 10, noNaN: true });
    const rounds = fc.array(fc.tuple(time, time, time), { minLength: leastRounds, maxLength: 14 });
    const close = (one: number, other: number) => expect(Math.log(one)).toBeCloseTo(Math.log(other), 9);
    fc.assert(
      fc.property(rounds, (all) => {
        const { ratio, interval } = judge({ before: all.map(([time]) => time), now: all.map(([, time]) => time) });
        const others = [
          judge({ before: all.map(([time, , pace]) => time * pace), now: all.map(([, time, pace]) => time * pace) }),
          judge({ before: all.toReversed().map(([time]) => time), now: all.toReversed().map(([, time]) => time) }),
        ];
        for (const other of others) {
          close(other.ratio, ratio);
          for (const end of [0, 1] as const) close(other.interval[end], interval[end]);
        }
        const turned = judge({ before: all.map(([, time]) => time), now: all.map(([time]) => time) });
        close(1 / turned.ratio, ratio);
        close(1 / turned.interval[0], interval[1]);
      }),
    );
  });
});

/** Rounds on a machine whose speed changes, with noise that has a long tail. */
function seriesOf(draw: Draw, { rounds, ratio, noise }: { rounds: number; ratio: number; noise: number }) {
  const noisy = () => Math.exp(noise * Math.sqrt(-2 * Math.log(1 - draw())) * Math.cos(2 * Math.PI * draw()));
  const paces = Array.from({ length: rounds }, () => 1 + 4 * draw());
  return { before: paces.map((pace) => pace * noisy()), now: paces.map((pace) => pace * ratio * noisy()) };
}

describe('a commit to compare with', () => {
  it('is written out as it was, and leaves the repository as it is', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'repository-'));
    const git = (...args: string[]) =>
      call('git', ['-c', 'user.name=a', '-c', 'user.email=a@localhost', ...args], { cwd: folder });
    await git('init', '--quiet');
    await writeFile(join(folder, 'file'), 'first\n');
    await git('add', '.');
    await git('commit', '--quiet', '--message', 'first');
    await writeFile(join(folder, 'file'), 'second\n');
    await git('commit', '--quiet', '--all', '--message', 'second');
    await writeFile(join(folder, 'staged'), '');
    await git('add', 'staged');
    const state = () => git('status', '--porcelain').then(({ stdout }) => stdout);
    const before = await state();

    const commit = (await commitNamed(folder, 'HEAD~1')) ?? '';
    expect(commit).toMatch(/^[0-9a-f]{40}$/);
    const place = join(folder, '.git/place');
    await checkOut(folder, commit, place);
    expect((await readdir(place)).filter((name) => name !== '.index')).toEqual(['file']);
    expect(await readFile(join(place, 'file'), 'utf8')).toBe('first\n');
    expect(await state()).toBe(before);
    for (const name of ['nothing', '--all', '']) expect(await commitNamed(folder, name)).toBeUndefined();
    await rm(folder, { recursive: true });
  });

  it('is described in the guide with every measure', async () => {
    const guide = await readFile(join(root, 'origin/read/docs/guides/speed.md'), 'utf8');
    expect(comparable.filter((measure) => !guide.includes(`\`${measure}\``))).toEqual([]);
  });

  it.each([
    [['--against', 'no-such-commit'], 'There is no commit no-such-commit.'],
    [['--against', 'HEAD', '--only', 'publish,walk'], 'There is no measure walk; there are: fullSnapshot, '],
    [['--against', 'HEAD', '--rounds', '3'], '--rounds takes a whole number from 9 on.'],
    [['--against', 'HEAD', '--skills', 'many'], '--skills takes a whole number from 10 on.'],
    [['--against', 'HEAD', 'list'], 'With --against, measures are named by --only list.'],
    [['--only', 'list'], '--only and --rounds go with --against.'],
    [['--agianst', 'HEAD'], 'Unknown option'],
  ])('is refused with exit code 2: %j', async (args, why) => {
    const run = call(process.execPath, [join(root, 'scripts/bench.ts'), ...args], { cwd: root });
    await expect(run).rejects.toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining(why) });
  });
});
