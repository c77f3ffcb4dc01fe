import { pages } from '../../../contract/pages.ts';
import { listModerationActions } from '../../public/listModerationActions.ts';
import type { PageLoader } from '../page.ts';

/** Actions on the page; the record has all of them. */
const shownActions = 200;

export const moderationPage: PageLoader<'moderationPage'> = async (reading) => {
  const { actions } = await listModerationActions(reading, {});
  return reading.html(pages.moderationPage.path, {
    page: 'moderationPage',
    site: reading.site,
    actions: actions.slice(0, shownActions),
    total: actions.length,
  });
};
