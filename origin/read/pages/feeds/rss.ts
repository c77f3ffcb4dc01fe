/** A feed as RSS 2.0. */
import { xmlText } from '../discovery/xml.ts';
import type { Feed } from './feed.ts';

/** An item of a feed; `at`: Unix seconds, where everyone may know when. */
export type Item = Pick<Feed['entries'][number], 'guid' | 'url' | 'sentence' | 'description'> & {
  kind: string;
  at?: number;
};

interface Channel extends Pick<Feed, 'title' | 'description' | 'homeUrl'> {
  entries: readonly Item[];
}

/** `selfUrl`: where the feed itself is. */
export function rssOf({ title, description, homeUrl, entries }: Channel, selfUrl: string): string {
  const [newest] = entries;
  const items = entries.map(({ guid, url, sentence, description, kind, at }) =>
    element(
      'item',
      element('title', htmlOf(sentence)) +
        element('link', xmlText(url)) +
        `<guid isPermaLink="false">${xmlText(guid)}</guid>` +
        element('category', kind) +
        (at === undefined ? '' : element('pubDate', dateOf(at))) +
        element('description', htmlOf(description || sentence)),
    ),
  );
  const self = xmlText(selfUrl);
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">
<channel>
${element('title', xmlText(title))}
${element('link', xmlText(homeUrl))}
${element('description', xmlText(description))}
<atom:link href="${self}" rel="self" type="application/rss+xml"/>
<language>en</language>
${newest?.at ? `${element('lastBuildDate', dateOf(newest.at))}\n` : ''}${items.map((item) => `${item}\n`).join('')}</channel>
</rss>
`;
}

const element = (name: string, content: string): string => `<${name}>${content}</${name}>`;

/** Readers take these elements for HTML, so the text is escaped once for them and once for XML. */
const htmlOf = (text: string): string => xmlText(xmlText(text));

/** The form of RFC 822 with a year of four digits, as RSS has it. */
const dateOf = (seconds: number): string => new Date(seconds * 1000).toUTCString().replace('GMT', '+0000');
