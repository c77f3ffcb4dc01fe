import { pages } from '../../../contract/pages.ts';
import { statistics } from '../../statistics.ts';
import type { PageLoader } from '../page.ts';

export const statsPage: PageLoader<'statsPage'> = async (reading) =>
  reading.html(pages.statsPage.path, {
    page: 'statsPage',
    site: reading.site,
    statistics: await statistics(reading),
  });
