import { followedEvents } from '../../store/events/feed.ts';
import { checkOffset } from '../paging.ts';
import type { Loader } from '../reading.ts';

export const listFeed: Loader<'listFeed'> = async ({ view }, { limit, offset }) => {
  checkOffset({ limit, offset });
  const events = await followedEvents(view, { limit: limit + 1, offset }, view.caller.profileId);
  return { items: events.slice(0, limit), more: events.length > limit };
};
