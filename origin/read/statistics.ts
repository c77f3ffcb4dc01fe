/** The registry in numbers, as its page of statistics shows them. */
import { Category } from '../contract/fields.ts';
import type { Output } from '../contract/operations.ts';
import { scanStatuses, signatureStatuses } from '../contract/records.ts';
import { publishesByDay } from '../store/activity.ts';
import { inOrder, listedSummaries } from '../store/skills.ts';
import { type Counted, countByKind } from '../store/statistics.ts';
import { getRegistryStats } from './getRegistryStats.ts';
import type { Reading } from './reading.ts';

export interface Statistics {
  totals: Output<'getRegistryStats'>;
  /** One for each UTC day, the oldest first, today last. Days are Unix seconds of their beginning. */
  publishes: { day: number; count: number }[];
  /** The fullest first; those without any skill are left out. */
  categories: Counted<Category>[];
  mostInstalled: Output<'listSkills'>['skills'];
  /** Latest versions by what is known of their signature and their scan, in the order of the contract. */
  signatures: Counted<(typeof signatureStatuses)[number]>[];
  scans: Counted<(typeof scanStatuses)[number]>[];
}

const secondsOfDay = 24 * 60 * 60;
const daysShown = 30;
const topLength = 10;

/** Changes by time only at midnight (UTC). */
export async function statistics(reading: Reading): Promise<Statistics> {
  const { view, now } = reading;
  const { categories, signatures, scans } = await countByKind(view, {
    categories: Category.options,
    signatures: signatureStatuses,
    scans: scanStatuses,
  });
  return {
    totals: await getRegistryStats(reading, {}),
    publishes: await lastDays(reading, Math.floor(now() / secondsOfDay)),
    categories: categories.filter(({ count }) => count > 0).toSorted((a, b) => b.count - a.count),
    mostInstalled: await listedSummaries(view, (skills) =>
      inOrder(skills, 'installs').where('skills.install_count', '>', 0).limit(topLength),
    ),
    signatures,
    scans,
  };
}

async function lastDays({ view }: Reading, today: number): Promise<Statistics['publishes']> {
  const first = today - daysShown + 1;
  const counts = await publishesByDay(view, first * secondsOfDay);
  return Array.from({ length: daysShown }, (_, index) => ({
    day: (first + index) * secondsOfDay,
    count: counts.get(first + index) ?? 0,
  }));
}
