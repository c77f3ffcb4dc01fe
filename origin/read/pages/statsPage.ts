import { pages } from '../../contract/pages.ts';
import type { PageLoader } from '../reading.ts';
import { statistics } from '../statistics.ts';

export const statsPage: PageLoader<'statsPage'> = async (reading) =>
  reading.html(pages.statsPage.path, {
    page: 'statsPage',
    site: reading.site,
    statistics: await statistics(reading),
  });
