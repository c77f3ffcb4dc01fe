import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { published } from '../../answers.ts';
import { engineNames } from '../../engines.ts';
import { openRegistry, type TestRegistry } from '../../registry.ts';

const skillMd = (name: string, frontmatter: string, run = '') =>
  `---\nname: ${name}\ndescription: Turns tables into charts.\n${frontmatter}\n---\n# It\n${run && `\`\`\`sh\n${run}\n\`\`\`\n`}`;

describe.each(engineNames)('facets of search results on %s', (name) => {
  let registry: TestRegistry & AsyncDisposable;
  beforeAll(async () => {
    registry = await openRegistry(name);
    const data = { category: 'data' } as const;
    await published(registry, 'ada:one', { 'SKILL.md': skillMd('one', 'license: MIT', 'python x.py') }, data);
    await published(registry, 'ada:two', { 'SKILL.md': skillMd('two', 'license: MIT\ntags: [csv]') }, data);
    await published(
      registry,
      'bob:three',
      { 'SKILL.md': skillMd('three', 'license: Apache-2.0') },
      { category: 'design' },
    );
    await published(
      registry,
      'bob:else',
      { 'SKILL.md': '---\nname: else\ndescription: Cooks.\n---\n' },
      { category: 'health' },
    );
  });
  afterAll(() => registry[Symbol.asyncDispose]());

  const look = async (query: string) => {
    const html = await (await registry.app.request(`/search?${query}`)).text();
    const facets = [
      ...html.matchAll(/<a href="([^"]+)"[^>]*>\s*<span>([^<]+)<\/span> <span class="quiet figures">(\d+)</g),
    ];
    return {
      skills: [...new Set([...html.matchAll(/href="\/(?:ada|bob)\/([a-z]+)"/g)].map(([, slug]) => slug))].sort(),
      counts: Object.fromEntries(facets.map(([, , word, total]) => [word, Number(total)])),
      to: Object.fromEntries(
        facets.map(([, to = '', word]) => [word, to.replaceAll('&#38;', '&').replaceAll('&amp;', '&')]),
      ),
    };
  };

  it('count the results, and leave out what none of them has', async () => {
    const { counts } = await look('q=tables');
    expect(counts).toEqual({ data: 2, design: 1, Python: 1, unsigned: 3, 'not flagged': 3, MIT: 2, Apache: 1 });
  });

  it('lead to as many results as they say, also together with a filter in the query', async () => {
    for (const query of ['q=tables', 'q=tables+category:data', 'q=tables&license=mit', 'q=author:ada+tables']) {
      const { counts, to } = await look(query);
      for (const [word, total] of Object.entries(counts)) {
        const there = await look((to[word] ?? '').split('?')[1] ?? '');
        // The one that is chosen leads away from itself.
        if (!query.includes('license') || word !== 'MIT') expect(there.skills.length, `${query}: ${word}`).toBe(total);
      }
    }
  });

  it.each([
    ['q=tables&license=mit', ['one', 'two']],
    ['q=tables&license=mit&needs=python', ['one']],
    ['q=tables&tag=csv', ['two']],
    ['q=tables&category=design&license=mit', []],
    ['q=tables&license=nonsense', ['one', 'three', 'two']],
  ])('show for ?%s %j', async (query, expected) => {
    expect((await look(query)).skills).toEqual(expected);
  });

  it('say where nothing is left, and how to be rid of a filter', async () => {
    const html = await (await registry.app.request('/search?q=tables&category=design&license=mit')).text();
    expect(html).toContain('None of the results match these filters.');
    expect(html).toContain('Remove Licence: MIT');
    expect(html).not.toContain('Did you mean');
  });
});
