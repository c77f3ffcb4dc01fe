import { pages } from '../../../contract/pages.ts';
import type { PageLoader } from '../page.ts';
import { readFeed } from './feed.ts';

/** The events as a JSON Feed (jsonfeed.org, version 1.1), a page of them at a time. */
export const activityJson: PageLoader<'activityJson'> = async (reading, { offset }) => {
  const { mirrorUrl } = reading.site;
  const { title, description, homeUrl, entries, next } = await readFeed(reading, offset);
  const address = mirrorUrl + pages.activityJson.path;
  return JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title,
    description,
    home_page_url: homeUrl,
    feed_url: address,
    ...(next && { next_url: `${address}?offset=${next}` }),
    language: 'en',
    items: entries.map(({ guid, url, sentence, description, kind, actor, actorUrl, at }) => ({
      id: guid,
      url,
      title: sentence,
      content_text: description || sentence,
      date_published: new Date(at * 1000).toISOString(),
      authors: [{ name: actor, url: actorUrl }],
      tags: [kind],
    })),
  });
};
