/**
 * This checkout and a commit, as two registries that take turns under the same load: round after round and slice after
 * slice, in an order that alternates, so that both meet the same machine.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkOut, providePackages } from './against/checkout.ts';
import { type Measure, measures } from './against/measures.ts';
import { writeSeeds } from './against/seeds.ts';
import { openSide, type Side, type Slice } from './against/side.ts';
import { judge, type Series, type Verdict } from './against/verdict.ts';
import { median } from './figures.ts';
import { startLoadProcess } from './load/httpLoad.ts';

export type Comparable = keyof typeof measures;
export const comparable = Object.keys(measures) as Comparable[];

export interface Compared extends Verdict {
  measure: Comparable;
  /** What passed, or what the registry computed; that varies less on a machine that does much else. */
  of: 'time' | 'computing';
  unit: Measure['unit'];
  /** Milliseconds of one, by round. */
  series: Series;
}

interface Comparison {
  root: string;
  commit: string;
  only: readonly Comparable[];
  rounds: number;
  /** How many skills both registries begin with. */
  skills: number;
  say(line: string): void;
  signal: AbortSignal;
}

export async function compareWith(comparison: Comparison): Promise<Compared[]> {
  const { root, commit, skills, say, signal } = comparison;
  const folder = await mkdtemp(join(tmpdir(), 'bench-against-'));
  const sides: Side[] = [];
  try {
    const checkout = join(folder, 'checkout');
    say(`checking out ${commit.slice(0, 12)} …`);
    await checkOut(root, commit, checkout);
    await providePackages(root, checkout, say);
    const seeds = await writeSeeds(join(folder, 'seeds'), skills);
    for (const [name, place] of Object.entries({ before: checkout, now: root })) {
      signal.throwIfAborted();
      say(`publishing ${skills} skills: ${name} …`);
      sides.push(await openSide(name as Side['name'], place, join(folder, name), seeds));
    }
    return await takeTurns(sides, comparison);
  } finally {
    for (const side of sides) await side.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function takeTurns(sides: readonly Side[], { only, rounds, say, signal }: Comparison): Promise<Compared[]> {
  const load = startLoadProcess();
  const all = new Map(comparable.map((measure) => [measure, { time: emptySeries(), computing: emptySeries() }]));
  let number = 0;
  try {
    for (let round = 0; round < rounds; round += 1) {
      say(`round ${round + 1} of ${rounds} …`);
      const order = round % 2 === 0 ? sides : sides.toReversed();
      // Without its second one there would be nothing to measure.
      for (const measure of comparable.filter((name) => only.includes(name) || name === 'startToReady')) {
        const slices: Record<Side['name'], Slice[]> = { before: [], now: [] };
        for (let left = measures[measure].slices; left > 0; left -= 1, number += 1)
          for (const side of order) {
            signal.throwIfAborted();
            slices[side.name].push(await measures[measure].take(side, number, load));
          }
        for (const { name } of order) {
          const { time, computing } = timesOfOne(slices[name]);
          all.get(measure)?.time[name].push(time);
          if (computing !== undefined) all.get(measure)?.computing[name].push(computing);
        }
      }
      for (const side of order) await side.stop();
    }
  } finally {
    load.end();
  }
  return only.flatMap((measure) =>
    (['time', 'computing'] as const).flatMap((of) => {
      const series = all.get(measure)?.[of] ?? emptySeries();
      const unit = of === 'time' || measures[measure].unit === 's' ? measures[measure].unit : 'ms';
      return series.now.length === rounds ? [{ measure, of, unit, series, ...judge(series) }] : [];
    }),
  );
}

const emptySeries = (): Series => ({ before: [], now: [] });

/** What one took in a round: the median of its slices, and the mean of what was computed. The first of several warms up. */
function timesOfOne(slices: readonly Slice[]): { time: number; computing: number | undefined } {
  const counted = slices.slice(slices.length > 1 ? 1 : 0);
  const count = counted.reduce((sum, slice) => sum + slice.count, 0);
  const computing = counted.reduce<number | undefined>(
    (sum, slice) => (sum === undefined || slice.computing === undefined ? undefined : sum + slice.computing),
    0,
  );
  return {
    time: median(counted.map((slice) => slice.milliseconds / slice.count)),
    computing: computing === undefined ? undefined : computing / count,
  };
}
