import { pages } from '../../contract/pages.ts';
import { readFeed } from './feed.ts';
import type { PageLoader } from './page.ts';

/** The newest events as a JSON Feed (jsonfeed.org, version 1.1). */
export const activityJson: PageLoader<'activityJson'> = async (reading) => {
  const { mirrorUrl } = reading.site;
  const { title, description, homeUrl, entries } = await readFeed(reading);
  return JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title,
    description,
    home_page_url: homeUrl,
    feed_url: mirrorUrl + pages.activityJson.path,
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
