import { publishesSince } from '../store/activity.ts';
import { countPeople, publishers } from '../store/directory.ts';
import { countKits } from '../store/kits.ts';
import { countSkills } from '../store/skills.ts';
import { visibleCounters } from '../store/view.ts';
import type { Loader } from './reading.ts';

const day = 24 * 60 * 60;

/** `publishes_7d` counts today and the six UTC days before it, so it changes by time only at midnight. */
export const getRegistryStats: Loader<'getRegistryStats'> = async ({ view, now }) => {
  const today = now() - (now() % day);
  const devices = await visibleCounters(view).select('value').where('name', '=', 'devices').executeTakeFirst();
  return {
    skills: await countSkills(view, (skills) => skills),
    authors: await countPeople(publishers(view)),
    kits: await countKits(view, (kits) => kits),
    devices: devices?.value ?? 0,
    publishes_7d: await publishesSince(view, today - 6 * day),
  };
};
