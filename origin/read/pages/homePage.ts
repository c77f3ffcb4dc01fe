import { getRegistryStats } from '../getRegistryStats.ts';
import { listSkills } from '../listSkills.ts';
import type { PageLoader } from '../reading.ts';

export const homePage: PageLoader<'homePage'> = async (reading) =>
  reading.html('/', {
    page: 'homePage',
    site: reading.site,
    newest: await listSkills(reading, { limit: 100, offset: 0, q: undefined, category: undefined, sort: 'new' }),
    stats: await getRegistryStats(reading, {}),
  });
