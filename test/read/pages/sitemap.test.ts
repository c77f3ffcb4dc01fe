import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { shardOf } from '../../../origin/store/skills/sitemap.ts';
import { published, refused } from '../../answers.ts';
import { engineNames } from '../../engines.ts';
import { openRegistry, site, type TestRegistry } from '../../registry.ts';
import { addKit, suspend } from '../../scene.ts';
import { quarantine } from '../../store/rows.ts';

interface Place {
  path: string;
  lastmod: string | undefined;
}

/** The places of a document that is nothing but a list of them, in the one form that the protocol has. */
function placesOf(xml: string, list: string, item: string): Place[] {
  const place = `<${item}><loc>([^<>&"']+)</loc>(?:<lastmod>(\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ)</lastmod>)?</${item}>\n`;
  const document = `^<\\?xml version="1\\.0" encoding="UTF-8"\\?>\n<${list} xmlns="http://www\\.sitemaps\\.org/schemas/sitemap/0\\.9">\n(?:${place})+</${list}>\n$`;
  expect(xml).toMatch(new RegExp(document));
  return [...xml.matchAll(new RegExp(place, 'g'))].map(([, url = '', lastmod]) => {
    expect(url.startsWith(`${site.mirrorUrl}/`)).toBe(true);
    return { path: url.slice(site.mirrorUrl.length), lastmod };
  });
}

describe.each(engineNames)('the sitemap on %s', (name) => {
  let registry: TestRegistry & AsyncDisposable;
  const start = 1_790_000_000;
  const iso = (seconds: number) => new Date(seconds * 1000).toISOString().replace('.000Z', 'Z');

  const parts = async () =>
    placesOf(await (await registry.app.request('/sitemap.xml')).text(), 'sitemapindex', 'sitemap');
  const part = async (path: string) => {
    const response = await registry.app.request(path);
    expect([path, response.status, response.headers.get('content-type')]).toEqual([path, 200, 'application/xml']);
    return placesOf(await response.text(), 'urlset', 'url');
  };
  const everything = async () => (await Promise.all((await parts()).map(({ path }) => part(path)))).flat();
  const paths = async () => (await everything()).map(({ path }) => path).sort();

  beforeAll(async () => {
    registry = await openRegistry(name);
    await published(registry, 'ada:one');
    registry.clock.now += 60;
    await published(registry, 'ada:old');
    await registry.send('PATCH', '/skills/ada/old', 'ada', { deprecated: true });
    await published(registry, 'ada:secret', undefined, { visibility: 'private' });
    await published(registry, 'hermit:hidden', undefined, { visibility: 'private' });
    const { hash } = await published(registry, 'carl:poisoned');
    await quarantine(registry, 'carl:poisoned', hash);
    await registry.tokenFor('reader');
    registry.clock.now += 60;
    await addKit(registry, 'ada', 'tools', ['ada:one']);
    await addKit(registry, 'hermit', 'hidden', [], 'private');
  });
  afterAll(() => registry[Symbol.asyncDispose]());

  it('lists the site’s pages, publishers and skills, deprecated ones too, and nothing private', async () => {
    const standing = ['/', '/activity', '/ada', '/ada/kit/tools', '/ada/old', '/ada/one'];
    const lists = ['/kits', '/log', '/people', '/skills', '/stats'];
    expect((await paths()).filter((path) => !path.startsWith('/docs'))).toEqual([...standing, ...lists]);
  });

  it('leads only to pages that are there', async () => {
    for (const { path } of await everything()) {
      expect([path, (await registry.app.request(path)).status]).toEqual([path, 200]);
    }
  });

  it('begins with a part that has the home page and the documentation', async () => {
    expect((await parts())[0]?.path).toBe('/sitemaps/00.xml');
    expect((await part('/sitemaps/00.xml')).map(({ path }) => path)).toEqual(
      expect.arrayContaining(['/', '/docs/errors']),
    );
  });

  it('puts a page into the part that its address says, with when it changed', async () => {
    const [one, ada] = [shardOf('ada/one'), shardOf('ada')];
    const kit = { path: '/ada/kit/tools', lastmod: iso(start + 120) };
    expect(await part(`/sitemaps/${ada}.xml`)).toContainEqual(kit);
    expect(await parts()).toContainEqual({ path: `/sitemaps/${ada}.xml`, lastmod: kit.lastmod });
    expect(await part(`/sitemaps/${one}.xml`)).toContainEqual({ path: '/ada/one', lastmod: iso(start) });
    expect(await part(`/sitemaps/${ada}.xml`)).toContainEqual({ path: '/ada', lastmod: undefined });
    expect(await parts()).toContainEqual({ path: `/sitemaps/${one}.xml`, lastmod: iso(start) });
    expect(await parts()).toContainEqual({ path: `/sitemaps/${shardOf('ada/old')}.xml`, lastmod: iso(start + 60) });
  });

  it('has no part that would be empty', async () => {
    const listed = (await parts()).map(({ path }) => path);
    for (const address of ['hermit', 'hermit/hidden', 'carl', 'carl/poisoned', 'reader', 'ada/secret']) {
      const path = `/sitemaps/${shardOf(address)}.xml`;
      if (listed.includes(path)) continue;
      expect(await refused(await registry.app.request(path)), address).toBe('404 not_found');
    }
    for (const path of ['/sitemaps/0.xml', '/sitemaps/zz.xml', '/sitemaps/000.xml', '/sitemaps/.xml']) {
      expect((await registry.app.request(path)).status, path).toBe(404);
    }
  });

  it('follows what becomes public, private or suspended, and changes only its parts', async () => {
    const before = await paths();
    const texts = async () =>
      new Map(
        await Promise.all(
          (await parts()).map(async ({ path }) => [path, await (await registry.app.request(path)).text()] as const),
        ),
      );
    const old = await texts();
    await published(registry, 'bea:tool');
    const changed = [...(await texts())].filter(([path, text]) => old.get(path) !== text).map(([path]) => path);
    expect(changed.sort()).toEqual(
      [shardOf('bea'), shardOf('bea/tool')].map((shard) => `/sitemaps/${shard}.xml`).sort(),
    );
    expect(await paths()).toEqual([...before, '/bea', '/bea/tool'].sort());
    await addKit(registry, 'bea', 'box', []);
    expect(await paths()).toContain('/bea/kit/box');
    await suspend(registry, 'bea', true);
    expect(await paths()).toEqual(before);
    await suspend(registry, 'bea', false);
    await registry.send('PATCH', '/skills/bea/tool', 'bea', { visibility: 'private' });
    await registry.send('DELETE', '/kits/bea/box', 'bea');
    expect(await paths()).toEqual(before);
  });
});
