import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engineNames } from '../../engines.ts';
import { textOf, valuesOf } from '../../mirror/site/tags.ts';
import { openRegistry, skillMd, type TestRegistry } from '../../registry.ts';
import { addKit, follow, install } from '../../scene.ts';

describe.each(engineNames)('pages that find, on %s', (name) => {
  let registry: TestRegistry & AsyncDisposable;

  beforeAll(async () => {
    registry = await openRegistry(name);
    const add = (author: string, slug: string, options = {}) =>
      registry.publish(author, slug, { 'SKILL.md': skillMd(slug) }, options);
    await add('ada', 'tidy-tables', { category: 'data' });
    await add('ada', 'sum-columns');
    await add('grace', 'tidy-tables');
    await add('grace', 'write-letters', { category: 'writing' });
    await add('grace', 'tidy-secrets', { visibility: 'private' });
    await add('hidden-one', 'quiet', { visibility: 'private' });
    await addKit(registry, 'ada', 'tables', ['ada:tidy-tables']);
    await addKit(registry, 'grace', 'letters', ['grace:write-letters']);
    await registry.send('PUT', '/kits/ada/tables/subscription', 'grace');
    await install(registry, 'grace', 'ada:sum-columns');
    await follow(registry, 'ada', 'grace');
  });
  afterAll(() => registry[Symbol.asyncDispose]());

  /** What a person sees there. */
  const visit = async (path: string) => {
    const response = await registry.app.request(path, { headers: { accept: 'text/html' } });
    const html = await response.text();
    const main = html.slice(html.indexOf('<main'), html.indexOf('</main'));
    return { status: response.status, html, text: textOf(main), addresses: valuesOf(main, 'href') };
  };
  const namedAt = async (path: string) =>
    (await visit(path)).addresses.filter((to) => /^\/[a-z]/.test(to) && to !== '/skills');

  it.each([
    ['a slug with a slip', '/ada/tidy-tabels', ['/ada/tidy-tables', '/grace/tidy-tables', '/ada']],
    ['a slug of somebody else', '/ada/write-letters', ['/grace/write-letters', '/ada']],
    ['an author with a slip', '/adda/sum-columns', ['/ada/sum-columns', '/ada']],
    ['its first letter wrong', '/ada/xum-columns', ['/ada/sum-columns', '/ada']],
    ['a person with a slip', '/garce', ['/grace']],
    ['a skill without its author', '/sum-columns', ['/ada/sum-columns']],
    ['Markdown of a skill', '/ada/sum-colums.md', ['/ada/sum-columns', '/ada']],
    ['nothing like it', '/zzzzzzzz/qqqqqqqqqq', []],
    ['no name at all', '/wp-login.php', []],
  ])('names what is like an address that leads nowhere: %s', async (_what, path, addresses) => {
    expect((await visit(path)).status).toBe(404);
    expect(await namedAt(path)).toEqual(addresses);
  });

  it('leads from a version or a file that is missing to its skill, but not to one that is private', async () => {
    const none = '0'.repeat(64);
    for (const below of [`v/${none}`, `v/${none}/files`, `diff?from=${none}`]) {
      const { status, addresses } = await visit(`/ada/tidy-tables/${below}`);
      expect([below, status, addresses.includes('/ada/tidy-tables')]).toEqual([below, 404, true]);
      expect((await visit(`/grace/tidy-secrets/${below}`)).addresses).not.toContain('/grace/tidy-secrets');
    }
  });

  it('never names what is private, there or in search', async () => {
    for (const path of ['/grace/tidy-secrets', '/grace/tidy-secret', '/grace/quiet', '/search?q=secrets', '/people'])
      expect(
        (await visit(path)).addresses.filter((to) => /\/(tidy-secrets|quiet|hidden)/.test(to)),
        path,
      ).toEqual([]);
    expect((await visit('/search?q=tidy')).text).not.toContain('secrets');
  });

  it('ranks on the page as the API does', async () => {
    const { skills = [] } = (await (await registry.get('/search?q=tidy')).json()) as { skills?: { author: string }[] };
    expect(skills.length).toBe(2);
    expect((await namedAt('/search?q=tidy')).filter((to) => to.endsWith('/tidy-tables'))).toEqual(
      skills.map(({ author }) => `/${author}/tidy-tables`),
    );
  });

  it('takes what it can’t read as left out', async () => {
    for (const path of ['/skills?category=x&sort=y&offset=z', '/search?q=tidy&types=x', '/kits?sort=followers'])
      expect((await visit(path)).status, path).toBe(200);
    expect((await visit('/skills?offset=999999999')).text).toContain('There are no more.');
    expect((await visit('/search')).text).toContain('Skills by category');
  });

  it('suggests names where a search finds nothing', async () => {
    expect((await visit('/search?q=%22tidy+tabels%22')).text).toContain('Did you mean one of these? ada/tidy-tables');
    expect((await visit('/search?q=%2A%2A')).text).toContain('Nothing found for **');
  });

  it('says which query it answered where that is another, and leads to the one that was asked', async () => {
    const { text, addresses } = await visit('/search?q=tidy+tabels');
    expect(text).toMatch(/Showing results for tidy tables ?\. Search for tidy tabels instead/);
    expect(addresses).toContain('/ada/tidy-tables');
    expect(addresses.map((to) => decodeURIComponent(to))).toContain('/search?q="tidy tabels"');
  });

  it('orders and narrows lists', async () => {
    const names = async (path: string, what: RegExp) => (await namedAt(path)).filter((to) => what.test(to));
    expect((await names('/skills?sort=installs', /^\/\w+\/[a-z-]+$/))[0]).toBe('/ada/sum-columns');
    expect(await names('/skills?category=data', /^\/\w+\/[a-z-]+$/)).toEqual(['/ada/tidy-tables']);
    expect(await names('/kits?sort=subscribers', /\/kit\//)).toEqual(
      ['tables', 'letters'].map((slug) => expect.stringContaining(`/kit/${slug}`)),
    );
    expect(await names('/kits', /\/kit\//)).toEqual(
      ['letters', 'tables'].map((slug) => expect.stringContaining(`/kit/${slug}`)),
    );
    expect(await names('/people', /^\/(ada|grace)$/)).toEqual(['/grace', '/ada']);
    expect(await names('/people?category=writing', /^\/(ada|grace)$/)).toEqual(['/grace']);
  });
});
