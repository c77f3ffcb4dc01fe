import { countKits } from '../../store/kits/kits.ts';
import { secondsOfDay } from '../../store/schema/indexing.ts';
import { publishesByDay, totalAuthors, totalSkills } from '../../store/totals.ts';
import { visibleCounters } from '../../store/view.ts';
import type { Loader } from '../reading.ts';

/** `publishes_7d` counts today and the six UTC days before it, so it changes by time only at midnight. */
export const getRegistryStats: Loader<'getRegistryStats'> = async ({ view, now }) => {
  const today = Math.floor(now() / secondsOfDay);
  const devices = await visibleCounters(view).select('value').where('name', '=', 'devices').executeTakeFirst();
  const publishes = await publishesByDay(view, today - 6);
  return {
    skills: await totalSkills(view),
    authors: await totalAuthors(view),
    kits: await countKits(view, (kits) => kits),
    devices: devices?.value ?? 0,
    publishes_7d: [...publishes.values()].reduce((sum, count) => sum + count, 0),
  };
};
