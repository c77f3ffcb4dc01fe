/** The registry in numbers, as its page of statistics shows them. */
import { Category } from '../contract/fields.ts';
import type { Output } from '../contract/operations.ts';
import { scanStatuses, signatureStatuses } from '../contract/records.ts';
import { secondsOfDay } from '../store/schema/indexing.ts';
import { inOrder, listedSummaries } from '../store/skills/skills.ts';
import { publishesByDay, skillTotals } from '../store/totals.ts';
import { getRegistryStats } from './public/getRegistryStats.ts';
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

/** How many there are of something. */
interface Counted<K extends string> {
  key: K;
  count: number;
}

const daysShown = 30;
const topLength = 10;

/** Changes by time only at midnight (UTC). */
export async function statistics(reading: Reading): Promise<Statistics> {
  const { view, now } = reading;
  const kinds = await skillTotals(view).selectAll().execute();
  const counted = <K extends string>(keys: readonly K[], keyOf: (kind: (typeof kinds)[number]) => K): Counted<K>[] =>
    keys.map((key) => ({
      key,
      count: kinds.reduce((sum, kind) => sum + (keyOf(kind) === key ? kind.total : 0), 0),
    }));
  return {
    totals: await getRegistryStats(reading, {}),
    publishes: await lastDays(reading, Math.floor(now() / secondsOfDay)),
    categories: counted(Category.options, ({ category }) => category)
      .filter(({ count }) => count > 0)
      .toSorted((a, b) => b.count - a.count),
    mostInstalled: await listedSummaries(view, (skills) =>
      inOrder(skills, 'installs').where('skills.install_count', '>', 0).limit(topLength),
    ),
    signatures: counted(signatureStatuses, ({ signature_status }) => signature_status),
    scans: counted(scanStatuses, ({ scan_status }) => scan_status),
  };
}

async function lastDays({ view }: Reading, today: number): Promise<Statistics['publishes']> {
  const first = today - daysShown + 1;
  const counts = await publishesByDay(view, first);
  return Array.from({ length: daysShown }, (_, index) => ({
    day: (first + index) * secondsOfDay,
    count: counts.get(first + index) ?? 0,
  }));
}
