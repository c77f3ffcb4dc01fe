/** What both feeds of the activity say of themselves and of each event. */
import { siteName } from '../../../contract/clients/discovery.ts';
import { limits } from '../../../contract/fields.ts';
import { eventsAtOnce, pagePath, pages } from '../../../contract/pages.ts';
import { type About, activityEvents } from '../../../store/events/feed.ts';
import { checkOffset } from '../../paging.ts';
import type { Reading } from '../../reading.ts';
import { type ShownEvent, sentenceOf, shownEvent } from './events.ts';

interface Entry extends ShownEvent {
  /** The same for as long as the event is there, whatever its subject is called by then. */
  guid: string;
  url: string;
  actorUrl: string;
  sentence: string;
}

export interface Feed {
  title: string;
  description: string;
  homeUrl: string;
  entries: Entry[];
  /** Where the events before these begin; undefined where there are none, or none that can be asked for. */
  next: number | undefined;
}

/** What a feed is of, where it isn't of everything. */
interface Part {
  about: About;
  title: string;
  description: string;
  /** Where its page is, root-relative. */
  path: string;
}

/** Events as entries of a feed, the newest first, with absolute addresses. */
export async function readFeed({ view, site: { mirrorUrl } }: Reading, offset = 0, part?: Part): Promise<Feed> {
  checkOffset({ limit: eventsAtOnce, offset });
  const found = await activityEvents(view, { limit: eventsAtOnce + 1, offset }, part?.about);
  const events = found.slice(0, eventsAtOnce);
  const next = offset + eventsAtOnce;
  const activityUrl = mirrorUrl + pages.activityPage.path;
  return {
    title: part?.title ?? `${siteName}: activity`,
    description: part?.description ?? `New at ${new URL(mirrorUrl).host}: skill versions, kits and people.`,
    homeUrl: part ? mirrorUrl + part.path : activityUrl,
    entries: events.map(shownEvent).map((event) => ({
      ...event,
      guid: `${activityUrl}#event-${event.id}`,
      url: mirrorUrl + event.path,
      actorUrl: mirrorUrl + pagePath('profilePage', { author: event.actor }),
      sentence: sentenceOf(event),
    })),
    next: found.length > eventsAtOnce && next <= limits.offset ? next : undefined,
  };
}
