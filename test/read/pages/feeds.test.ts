import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { published } from '../../answers.ts';
import { engineNames } from '../../engines.ts';
import { openRegistry, site, skillMd, type TestRegistry } from '../../registry.ts';
import { addKit } from '../../scene.ts';
import { childOf, type Element, parseXml } from './xmlTree.ts';

const ours = z.url().refine((url) => url.startsWith(`${site.mirrorUrl}/`));

/** JSON Feed 1.1, as far as we fill it: required members, types, absolute addresses, ids that no two items share. */
const JsonFeed = z.strictObject({
  version: z.literal('https://jsonfeed.org/version/1.1'),
  title: z.string().min(1),
  description: z.string(),
  home_page_url: ours,
  feed_url: ours,
  next_url: ours.optional(),
  language: z.literal('en'),
  items: z.array(
    z.strictObject({
      id: ours,
      url: ours,
      title: z.string().min(1),
      content_text: z.string().min(1),
      date_published: z.iso.datetime(),
      authors: z.array(z.strictObject({ name: z.string().min(1), url: ours })).min(1),
      tags: z.array(z.string()),
    }),
  ),
});

const textIn = (element: Element, name: string) => childOf(element, name).text;

/** What a reader of feeds makes of text that it takes for HTML, where there is no tag in it. */
function plainOf(html: string): string {
  expect(html).not.toMatch(/[<>]/);
  return html
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&');
}

describe.each(engineNames)('the feeds of the activity on %s', (name) => {
  let registry: TestRegistry & AsyncDisposable;
  const start = 1_790_000_000;
  const hostile = `]]> <script>alert(1)</script> &amp; "x' \u202e عربي`;

  const get = async (path: string, type: string) => {
    const response = await registry.app.request(path);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, type]);
    return response.text();
  };
  const jsonFeed = async () => JsonFeed.parse(JSON.parse(await get('/activity.json', 'application/feed+json')));
  const channel = async () => {
    const rss = parseXml(await get('/activity.rss', 'application/rss+xml'));
    expect([rss.name, rss.attributes['version']]).toEqual(['rss', '2.0']);
    return childOf(rss, 'channel');
  };
  const itemsOf = ({ children }: Element) => children.filter((child) => child.name === 'item');

  beforeAll(async () => {
    registry = await openRegistry(name);
    await published(registry, 'ada:sums', { 'SKILL.md': skillMd('sums', hostile) }, { version_label: '<1> & "2"' });
    await published(registry, 'ada:secret', undefined, { visibility: 'private' });
    registry.clock.now += 3600;
    await addKit(registry, 'ada', 'tools', ['ada:sums']);
  });
  afterAll(() => registry[Symbol.asyncDispose]());

  it('tell what happened, the newest first, with where it leads and when', async () => {
    const items = (await jsonFeed()).items;
    expect(items.map(({ title, url, tags }) => [title, url.slice(site.mirrorUrl.length), ...tags])).toEqual([
      ['ada created the kit ada/kit/tools', '/ada/kit/tools', 'kit'],
      ['ada published ada/sums <1> & "2" (flagged)', '/ada/sums', 'publish'],
      ['ada joined', '/ada', 'profile'],
    ]);
    expect(items[0]?.date_published).toBe(new Date((start + 3600) * 1000).toISOString());
    expect(items[1]?.content_text).toBe(hostile);
    for (const { url } of items) {
      const path = url.slice(site.mirrorUrl.length);
      expect([path, (await registry.app.request(path)).status]).toEqual([path, 200]);
    }
  });

  it('are the same as RSS, which readers take for HTML, and nothing in it becomes a tag', async () => {
    const feed = await channel();
    for (const required of ['title', 'link', 'description']) expect(textIn(feed, required)).toMatch(/\S/);
    expect(textIn(feed, 'link')).toBe(`${site.mirrorUrl}/activity`);
    expect(childOf(feed, 'atom:link').attributes).toEqual({
      href: `${site.mirrorUrl}/activity.rss`,
      rel: 'self',
      type: 'application/rss+xml',
    });
    const items = (await jsonFeed()).items;
    expect(
      itemsOf(feed).map((item) => ({
        id: textIn(item, 'guid'),
        url: textIn(item, 'link'),
        title: plainOf(textIn(item, 'title')),
        content_text: plainOf(textIn(item, 'description')),
        date_published: new Date(textIn(item, 'pubDate')).toISOString(),
        tags: [textIn(item, 'category')],
      })),
    ).toEqual(items.map(({ authors: _, ...item }) => item));
    for (const item of itemsOf(feed)) {
      expect(childOf(item, 'guid').attributes).toEqual({ isPermaLink: 'false' });
      expect(textIn(item, 'pubDate')).toMatch(/^\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d \+0000$/);
    }
  });
});

it('events keep their ids when their author is called otherwise, and never share one', async () => {
  await using registry = await openRegistry();
  await published(registry, 'ada:sums');
  const items = async () => JsonFeed.parse(await (await registry.app.request('/activity.json')).json()).items;
  const before = await items();
  expect(new Set(before.map(({ id }) => id)).size).toBe(2);
  await registry.send('POST', '/handles', 'ada', { handle: 'lovelace', release: 'ada' });
  const after = await items();
  expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id));
  expect(after.at(-1)?.url).toBe(`${site.mirrorUrl}/lovelace`);
});

it('the JSON feed leads on to earlier events, to the last of them', async () => {
  await using registry = await openRegistry();
  for (let number = 1; number <= 101; number += 1) await registry.as(`person${number}`);
  const walked: string[] = [];
  let next: string | undefined = `${site.mirrorUrl}/activity.json`;
  const pages: number[] = [];
  while (next) {
    const response = await registry.app.request(next.slice(site.mirrorUrl.length));
    const feed: z.output<typeof JsonFeed> = JsonFeed.parse(await response.json());
    expect(feed.feed_url).toBe(`${site.mirrorUrl}/activity.json`);
    pages.push(feed.items.length);
    walked.push(...feed.items.map(({ url }) => url));
    next = feed.next_url;
  }
  expect(pages).toEqual([50, 50, 1]);
  expect(walked).toEqual(Array.from({ length: 101 }, (_, index) => `${site.mirrorUrl}/person${101 - index}`));
});

it('a feed of an empty registry is whole', async () => {
  await using registry = await openRegistry();
  const rss = parseXml(await (await registry.app.request('/activity.rss')).text());
  expect(childOf(rss, 'channel').children.filter(({ name }) => name === 'item')).toEqual([]);
  expect(JsonFeed.parse(await (await registry.app.request('/activity.json')).json()).items).toEqual([]);
});

it('what XML has no place for is left out of it', async () => {
  const { xmlText } = await import('../../../origin/read/pages/discovery/xml.ts');
  const text = String.fromCharCode(...Array.from({ length: 0x20 }, (_, code) => code), 0xd800, 0xfffe, 0x41);
  const { text: read } = parseXml(`<?xml version="1.0" encoding="UTF-8"?>\n<a>${xmlText(`${text}\u{1F600}`)}</a>`);
  expect(read).toBe('\t\n\r\ufffdA\u{1F600}');
});
