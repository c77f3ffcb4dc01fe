import { activityPage } from '../../store/events/feed.ts';
import { checkOffset } from '../paging.ts';
import type { Loader } from '../reading.ts';

export const listActivity: Loader<'listActivity'> = async ({ view }, { limit, offset }) => {
  checkOffset({ limit, offset });
  return { ...(await activityPage(view, { limit, offset })), limit, offset };
};
