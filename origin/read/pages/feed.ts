/** What both feeds of the activity say of themselves and of each event. */
import { siteName } from '../../contract/discovery.ts';
import { eventsAtOnce, pages } from '../../contract/pages.ts';
import { pathTemplate } from '../../contract/template.ts';
import { activityEvents } from '../../store/activity.ts';
import type { Reading } from '../reading.ts';
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
}

const profilePath = pathTemplate(pages.profilePage.path);

/** The newest events as entries of a feed, with absolute addresses. */
export async function readFeed({ view, site: { mirrorUrl } }: Reading): Promise<Feed> {
  const events = await activityEvents(view, { limit: eventsAtOnce, offset: 0 });
  const homeUrl = mirrorUrl + pages.activityPage.path;
  return {
    title: `${siteName}: activity`,
    description: `What is published at ${new URL(mirrorUrl).host}: versions of skills, kits and people.`,
    homeUrl,
    entries: events.map(shownEvent).map((event) => ({
      ...event,
      guid: `${homeUrl}#event-${event.id}`,
      url: mirrorUrl + event.path,
      actorUrl: mirrorUrl + profilePath.format({ author: event.actor }),
      sentence: sentenceOf(event),
    })),
  };
}
