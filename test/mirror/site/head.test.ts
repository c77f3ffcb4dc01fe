import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { clientFolder, hashOf, render, site } from './sample/built.ts';
import { renderAccountPages, renderAll } from './sample/every.ts';
import { followersPage, homePage, skillsPage } from './sample/lists.ts';
import { kitPage, profilePage } from './sample/owned.ts';
import { activityPage, errorsPage, statsPage } from './sample/registry.ts';
import { skill, skillPage } from './sample/skill.ts';
import { isScript, recordsOf, type Tag, tagsOf } from './tags.ts';

/** The content of a meta element by its name or property; undefined where there is none. */
function metaOf(tags: Tag[], name: string): string | undefined {
  const named = tags.filter(({ attributes }) => [attributes.get('name'), attributes.get('property')].includes(name));
  expect(named.length, name).toBeLessThan(2);
  return named[0]?.attributes.get('content');
}
const linkOf = (html: string, rel: string) =>
  tagsOf(html)
    .filter(({ name, attributes }) => name === 'link' && attributes.get('rel') === rel)
    .map(({ attributes }) => attributes.get('href'));
const titleOf = (html: string) => /<title>([^<]*)<\/title>/.exec(html)?.[1];

describe('the head of a page', () => {
  it.each([
    ['/', homePage(), 'Skill registry'],
    ['/ada/tidy-tables', skillPage(), 'ada/tidy-tables · Skill registry'],
    ['/ada', profilePage(), 'Ada L. (ada) · Skill registry'],
    ['/ada/kit/tools', kitPage(), 'Ada’s tools (ada/tools) · Skill registry'],
    ['/stats', statsPage(), 'Statistics · Skill registry'],
    ['/docs/errors', errorsPage, 'Errors · Skill registry'],
  ])('of %s names it', async (path, data, title) => {
    const html = await render(path, data);
    expect(titleOf(html)).toBe(title);
    expect(linkOf(html, 'canonical')).toEqual([site.mirrorUrl + path]);
  });

  it('has a card with an image of our own, and where the page is, unless it is nowhere', async () => {
    for (const [name, html] of await renderAll()) {
      const tags = tagsOf(html);
      if (['not found', 'file', 'rendered file', 'changes'].includes(name)) {
        expect([name, metaOf(tags, 'og:url'), linkOf(html, 'canonical')]).toEqual([name, undefined, []]);
        continue;
      }
      expect(metaOf(tags, 'og:url'), name).toBe(linkOf(html, 'canonical')[0]);
      for (const property of ['og:title', 'og:description', 'og:image:alt', 'twitter:card', 'description'])
        expect([name, property, metaOf(tags, property)]).toEqual([name, property, expect.stringMatching(/\S/)]);
      const image = metaOf(tags, 'og:image') ?? '';
      const isOfSkill = image.endsWith('/ada/tidy-tables.png');
      expect(isOfSkill, name).toBe(metaOf(tags, 'og:url')?.endsWith('/ada/tidy-tables'));
      if (isOfSkill) continue;
      expect(image.startsWith(`${site.mirrorUrl}/_astro/`), name).toBe(true);
      const bytes = readFileSync(new URL(`.${image.slice(site.mirrorUrl.length)}`, clientFolder));
      expect(bytes.subarray(1, 4).toString()).toBe('PNG');
      expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([
        Number(metaOf(tags, 'og:image:width')),
        Number(metaOf(tags, 'og:image:height')),
      ]);
      expect(bytes.byteLength).toBeLessThan(60 * 1024);
    }
  });

  it('points at both feeds, but not on pages about who looks at them', async () => {
    for (const [name, html] of await renderAll()) {
      expect(linkOf(html, 'alternate'), name).toEqual(expect.arrayContaining(['/activity.rss', '/activity.json']));
    }
    for (const [name, html] of await renderAccountPages()) {
      expect(linkOf(html, 'alternate'), name).toEqual([]);
      expect(metaOf(tagsOf(html), 'og:title'), name).toBeUndefined();
    }
  });

  it('knows a page of a list by itself, and another order of it by the usual one', async () => {
    const data = { ...skillsPage({ total: 100, offset: 60 }), category: 'data' } as const;
    const newest = await render('/skills', data);
    expect(linkOf(newest, 'canonical')).toEqual([`${site.mirrorUrl}/skills?category=data&offset=60`]);
    expect(metaOf(tagsOf(newest), 'robots')).toBeUndefined();
    const popular = await render('/skills', { ...data, sort: 'installs' });
    expect(linkOf(popular, 'canonical')).toEqual([`${site.mirrorUrl}/skills?category=data`]);
    expect(metaOf(tagsOf(popular), 'robots')).toBe('noindex, follow');
    const older = await render('/activity', activityPage(undefined, 200, 50));
    expect(linkOf(older, 'canonical')).toEqual([`${site.mirrorUrl}/activity?offset=50`]);
  });

  it('keeps lists of followers out of search', async () => {
    expect(metaOf(tagsOf(await render('/ada/followers', followersPage())), 'robots')).toBe('noindex, follow');
  });

  it('shortens what is long and puts it on one line, between words', async () => {
    const long = { ...skill, description: `First\n\nline. ${'word '.repeat(100)}` };
    const summary = metaOf(tagsOf(await render('/ada/tidy-tables', skillPage({ skill: long }))), 'description') ?? '';
    expect(summary).toMatch(/^First line\. (?:word )+word…$/);
    expect(summary.length).toBeLessThanOrEqual(300);
  });
});

describe('the records of a page', () => {
  const recordOf = (html: string, type: string) => recordsOf(html).find((record) => record['@type'] === type);
  const crumbsOf = (html: string) => {
    const steps = recordOf(html, 'BreadcrumbList')?.['itemListElement'];
    return (steps as { position: number; name: string; item: string }[]).map(({ position, name, item }) => [
      position,
      name,
      item.slice(site.mirrorUrl.length),
    ]);
  };

  it('say of a skill what it is, whose, and in which version', async () => {
    const html = await render('/ada/tidy-tables', skillPage());
    expect(recordOf(html, 'SoftwareSourceCode')).toMatchObject({
      name: 'ada/tidy-tables',
      description: skill.description,
      url: `${site.mirrorUrl}/ada/tidy-tables`,
      identifier: hashOf('b'),
      version: '1.1.0',
      dateCreated: '2026-05-28T20:26:40Z',
      dateModified: '2026-09-21T14:13:20Z',
      author: { '@id': `${site.mirrorUrl}/ada#profile`, name: 'Ada L.', url: `${site.mirrorUrl}/ada` },
      interactionStatistic: { userInteractionCount: 1234 },
    });
    expect(crumbsOf(html)).toEqual([
      [1, 'Skill registry', '/'],
      [2, 'ada', '/ada'],
      [3, 'tidy-tables', '/ada/tidy-tables'],
    ]);
  });

  it('say of a mirrored skill where it is from and under which licence, if that is a web address', async () => {
    const mirrored = { ...skill, is_mirror: true, mirror_license: 'MIT' };
    const of = async (url: string) =>
      recordOf(
        await render('/ada/tidy-tables', skillPage({ skill: { ...mirrored, mirror_source_url: url } })),
        'SoftwareSourceCode',
      );
    expect(await of('https://x.example/a')).toMatchObject({ isBasedOn: 'https://x.example/a', license: 'MIT' });
    expect(await of('javascript:alert(1)')).not.toHaveProperty('isBasedOn');
  });

  it('say of a profile who it is about: a person, or a team with its members', async () => {
    const person = await render('/ada', profilePage());
    expect(recordOf(person, 'ProfilePage')).toMatchObject({
      mainEntity: {
        '@type': 'Person',
        '@id': `${site.mirrorUrl}/ada#profile`,
        name: 'Ada L.',
        alternateName: 'ada',
        url: `${site.mirrorUrl}/ada`,
      },
    });
    const members = [{ handle: 'grace', name: '', avatar_url: '' }];
    const team = await render('/crew', profilePage({ handle: 'crew', kind: 'team', members }));
    expect(recordOf(team, 'ProfilePage')).toMatchObject({
      mainEntity: { '@type': 'Organization', member: [{ name: 'grace', url: `${site.mirrorUrl}/grace` }] },
    });
  });

  it('say of a kit what it holds, at which versions', async () => {
    const html = await render('/ada/kit/tools', kitPage());
    expect(recordOf(html, 'Collection')).toMatchObject({
      name: 'Ada’s tools',
      collectionSize: 2,
      creator: { name: 'Ada L.' },
      hasPart: [
        { name: 'ada/tidy-tables', identifier: hashOf('a'), version: '1.0.0' },
        { name: 'grace/debug', identifier: hashOf('d'), version: '3' },
      ],
    });
    expect(crumbsOf(html).at(-1)).toEqual([3, 'Ada’s tools', '/ada/kit/tools']);
  });

  it('are there as they were given whatever people wrote, and stay data', async () => {
    const hostile = `</script><script>alert(1)</script><!--<script>]]>&lt;"'\\\u2028\u2029\u202e\u0000`;
    const pages = [
      [await render('/ada/kit/tools', kitPage({ name: hostile, description: hostile })), 'Collection'],
      [
        await render('/ada/tidy-tables', skillPage({ skill: { ...skill, description: hostile, triggers: [hostile] } })),
        'SoftwareSourceCode',
      ],
    ] as const;
    for (const [html, type] of pages) {
      expect(recordOf(html, type)).toMatchObject({ description: hostile });
      const data = tagsOf(html).filter((tag) => tag.name === 'script' && !isScript(tag));
      expect(data).toHaveLength(1);
      for (const script of tagsOf(html).filter(isScript)) expect(script.attributes.get('src')).toMatch(/^\/_astro\//);
      const [, json = ''] = /<script type="application\/ld\+json">([\s\S]*?)<\/script/.exec(html) ?? [];
      expect(json).not.toMatch(/[<>&\u2028\u2029]/);
      expect(() => JSON.parse(json)).not.toThrow();
    }
    const profile = await render('/ada', profilePage({ displayName: hostile, bio: hostile }));
    expect(recordOf(profile, 'ProfilePage')).toMatchObject({ mainEntity: { name: hostile, description: hostile } });
  });
});
