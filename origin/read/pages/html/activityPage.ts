import { eventsAtOnce, pages } from '../../../contract/pages.ts';
import { activityEvents } from '../../../store/events/feed.ts';
import { totalEvents } from '../../../store/totals.ts';
import { checkOffset } from '../../paging.ts';
import { shownEvent } from '../feeds/events.ts';
import type { PageLoader } from '../page.ts';

/** Everything public that happened, newest first. */
export const activityPage: PageLoader<'activityPage'> = async ({ view, site, html }, { offset }) => {
  const page = { limit: eventsAtOnce, offset };
  checkOffset(page);
  const events = (await activityEvents(view, page)).map(shownEvent);
  return html(pages.activityPage.path, {
    page: 'activityPage',
    site,
    list: { events, total: await totalEvents(view), ...page },
  });
};
