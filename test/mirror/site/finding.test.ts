import { describe, expect, it } from 'vitest';
import { errors } from '../../../origin/contract/errors.ts';
import { pages } from '../../../origin/contract/pages.ts';
import type { PageData } from '../../../origin/read/pages/page.ts';
import { render, site } from './sample/built.ts';
import { renderAccountPages, renderAll } from './sample/every.ts';
import { homePage, kitsPage, notFound, peoplePage, person, searchPage, skillsPage } from './sample/lists.ts';
import { skill } from './sample/skill.ts';
import { tagsOf, textOf, valuesOf } from './tags.ts';

const hostile = `"><img src=x onerror=alert(1)>`;
const addressesOf = (html: string): string[] => valuesOf(html, 'href');
const currentIn = (html: string): (string | undefined)[] =>
  tagsOf(html)
    .filter((tag) => tag.attributes.has('aria-current'))
    .map((tag) => tag.attributes.get('href'));
const skills = (changes: Partial<Extract<PageData, { page: 'skillsPage' }>> = {}) =>
  render('/skills', { ...skillsPage(), ...changes });

describe('the frame of a page', () => {
  it('has one search, which is a form that asks for the page of results, with a label', async () => {
    for (const [name, html] of [...(await renderAll()), ...(await renderAccountPages())]) {
      const tags = tagsOf(html);
      const forms = tags.filter((tag) => tag.attributes.get('role') === 'search');
      expect(
        forms.map(({ name, attributes }) => [name, attributes.get('action'), attributes.get('method')]),
        name,
      ).toEqual([['form', '/search', 'get']]);
      const [field] = tags.filter((tag) => tag.attributes.get('name') === 'q');
      expect(valuesOf(html, 'for'), name).toContain(field?.attributes.get('id'));
    }
  });

  it('tells the script of the search where results are, as the tables say', async () => {
    const html = await render('/', homePage());
    expect(valuesOf(html, 'data-results')).toEqual(['/api/v1/search']);
    expect(valuesOf(html, 'data-skill')).toEqual([pages.skillPage.path]);
    expect(valuesOf(html, 'data-person')).toEqual([pages.profilePage.path]);
  });

  it('leads to the lists, and marks the one that is shown', async () => {
    const lists = ['/skills', '/kits', '/people'];
    for (const [path, data] of [
      ['/skills', skillsPage()],
      ['/kits', kitsPage()],
      ['/people', peoplePage()],
    ] as const) {
      const html = await render(path, data);
      expect(addressesOf(html)).toEqual(expect.arrayContaining(lists));
      expect(currentIn(html).filter((to) => lists.includes(to ?? ''))[0]).toBe(path);
    }
  });
});

describe('a list', () => {
  it('keeps what was asked for in the ways to narrow and to order it, and leaves out what is the default', async () => {
    const addresses = addressesOf(await skills({ category: 'data', sort: 'installs' }));
    expect(addresses).toEqual(
      expect.arrayContaining([
        '/skills?sort=installs',
        '/skills?category=data&needs=python&sort=installs',
        '/skills?category=data',
        '/skills?category=data&sort=alpha',
      ]),
    );
    expect(currentIn(await skills({ category: 'data', sort: 'installs' }))).toEqual(
      expect.arrayContaining(['/skills?category=data&sort=installs']),
    );
  });

  it('leads to the pages before and after, and not deeper than lists go', async () => {
    const at = async (offset: number, total = 30_000) => {
      const html = await skills({ list: { skills: [skill], total, limit: 30, offset } });
      return tagsOf(html).flatMap(({ attributes }) =>
        /^(prev|next)$/.test(attributes.get('rel') ?? '') ? [attributes.get('href')] : [],
      );
    };
    expect(await at(0)).toEqual(['/skills?offset=30']);
    expect(await at(30)).toEqual(['/skills', '/skills?offset=60']);
    expect(await at(10_000)).toEqual(['/skills?offset=9970']);
    expect(await at(0, 30)).toEqual([]);
    expect(await at(30, 60)).toEqual(['/skills']);
  });

  it.each([
    ['/skills', { ...skillsPage({ skills: [], total: 0 }), category: 'data' }, 'No skills in data yet.'],
    ['/kits', { ...kitsPage({ kits: [], total: 0 }), category: 'data' }, 'No kits in data yet.'],
    ['/people', { ...peoplePage({ people: [], total: 0 }), category: 'data' }, 'Nobody has published in data yet.'],
  ] as const)('%s says that a category is empty, and leads out of it', async (path, data, words) => {
    const html = await render(path, data);
    expect(textOf(html)).toContain(words);
    expect(addressesOf(html).filter((to) => to === path).length).toBeGreaterThan(2);
  });

  it('says that a registry has nothing yet, and that a list ended', async () => {
    expect(textOf(await render('/skills', skillsPage({ skills: [], total: 0 })))).toContain('Publish the first one');
    expect(textOf(await render('/kits', kitsPage({ kits: [], total: 0 })))).toContain('No kits yet');
    const past = await render('/skills', skillsPage({ skills: [], total: 40, offset: 60 }));
    expect(textOf(past)).toContain('There are no more.');
    expect(textOf(past)).not.toContain('61');
  });

  it('shows people by their names, with what they publish where they say nothing of themselves', async () => {
    const people = [person, { ...person, handle: 'bob', name: '', bio: '', categories: ['data' as const] }];
    const text = textOf(await render('/people', peoplePage({ people, total: 2 })));
    expect(text).toMatch(/Ada L\. ada Tables, mostly\. 1 skill 5 followers bob data/);
  });

  it('marks which of them are teams', async () => {
    const people = [person, { ...person, handle: 'crew', name: 'The crew', kind: 'team' as const }];
    const text = textOf(await render('/people', peoplePage({ people, total: 2 })));
    expect(text).toMatch(/Ada L\. ada .* The crew team crew/);
  });
});

describe('search', () => {
  it('shows what was found by type, with the query in the field', async () => {
    const html = await render('/search', searchPage());
    expect(textOf(html)).toMatch(/Skills tidy-tables ada .*Kits Tables, end to end ada .*People Ada L\. ada/);
    expect(valuesOf(html, 'value')).toContain('tables');
  });

  it('is nothing for search engines to keep', async () => {
    expect(await render('/search', searchPage())).toContain('<meta name="robots" content="noindex, follow">');
  });

  it('leads by the lists in their first order, which keep an address for each category and page', async () => {
    const canonicalOf = (html: string) => /<link rel="canonical" href="([^"]*)">/.exec(html)?.[1];
    const list = { skills: [skill], total: 90, limit: 30, offset: 60 };
    const second = await skills({ category: 'data', list });
    expect(second).not.toContain('noindex');
    expect(canonicalOf(second)).toMatch(/^https:..mirror\.example.skills\?category=data&(?:#38;|amp;)?offset=60$/);
    const ordered = await skills({ category: 'data', sort: 'alpha', list });
    expect(ordered).toContain('<meta name="robots" content="noindex, follow">');
    expect(canonicalOf(ordered)).toBe('https://mirror.example/skills?category=data');
  });

  it('leads to more of a type where there may be more, and says where search ends', async () => {
    const full = Array.from({ length: 10 }, (_, index) => ({ ...skill, slug: `s-${index}`, score: 1 }));
    expect(addressesOf(await render('/search', searchPage({ skills: full })))).toContain(
      '/search?q=tables&types=skills',
    );
    const one = { query: 'tables', skills: full, kits: undefined, people: undefined };
    const html = await render('/search', searchPage(one));
    expect(textOf(html)).toContain('The first 10');
    expect(currentIn(html)).toEqual(['/search?q=tables&types=skills']);
  });

  it('says that nothing was found, names what is like it, and leads to the categories', async () => {
    const none = { query: hostile, skills: [], kits: [], people: [] };
    const near = [{ kind: 'skill', author: 'ada', slug: 'tidy-tables', text: hostile } as const];
    const html = await render('/search', searchPage(none, near));
    expect(textOf(html)).toContain(
      `Nothing found for ${hostile} Did you mean one of these? ada/tidy-tables ${hostile}`,
    );
    expect(valuesOf(html, 'value')).toContain(hostile);
    expect(tagsOf(html).some((tag) => tag.name === 'img')).toBe(false);
    expect(addressesOf(html)).toEqual(expect.arrayContaining(['/ada/tidy-tables', '/skills?category=data']));
    expect(textOf(await render('/search', searchPage(none)))).toContain('has any of these words, or one like them.');
  });

  it('offers the categories where nothing was asked', async () => {
    const html = await render('/search', searchPage({ query: '', skills: [], kits: [], people: [] }));
    expect(textOf(html)).toContain('Skills by category');
    expect(textOf(html)).not.toContain('Nothing found');
  });
});

describe('not found', () => {
  it('says so, searches for the words of the address, and leads back', async () => {
    const html = await render('/ada/tidy-tabels', notFound());
    expect(textOf(html)).toContain(errors.not_found.message);
    expect(valuesOf(html, 'value')).toContain('tidy tabels');
    expect(addressesOf(html)).toEqual(expect.arrayContaining(['/', '/skills']));
    expect(textOf(html)).not.toContain('Similar names');
  });

  it('names skills and people that are called alike', async () => {
    const html = await render(
      '/x',
      notFound([
        { kind: 'skill', author: 'ada', slug: 'tidy-tables', text: 'Tidies.' },
        { kind: 'person', handle: 'ada', text: 'Ada L.' },
      ]),
    );
    expect(textOf(html)).toContain('Similar names ada/tidy-tables Tidies. ada Ada L.');
    expect(addressesOf(html)).toEqual(expect.arrayContaining(['/ada/tidy-tables', '/ada']));
  });
});

describe('nothing to show', () => {
  it('is no mistyped name where a version is quarantined', async () => {
    const missing = {
      code: 'version_quarantined',
      message: 'Every version of ada/tidy-tables is quarantined.',
    } as const;
    const html = await render('/x', { ...notFound(), missing });
    expect(textOf(html)).toContain(errors.version_quarantined.message);
    expect(textOf(html)).not.toContain('Check the spelling');
    expect(addressesOf(html)).toEqual(expect.arrayContaining([pages.moderationPage.path, pages.scanningPage.path]));
  });

  it('says of what was asked for, rather than of anything, and what may have happened to it', async () => {
    const missing = { code: 'version_not_found', message: 'ada/tidy-tables has no version sha256:00.' } as const;
    const text = textOf(await render('/x', { ...notFound(), missing }));
    expect(text).toContain('ada/tidy-tables has no version sha256:00. Check the hash.');
    expect(textOf(await render('/x', notFound()))).not.toContain('There is nothing at /ada');
  });

  it('leads from what is missing below a skill to the skill', async () => {
    const missing = { code: 'version_not_found', message: 'ada/tidy-tables has no version sha256:00.' } as const;
    const html = await render('/x', { ...notFound(), missing, skill: { author: 'ada', slug: 'tidy-tables' } });
    expect(textOf(html)).toContain('See the current versions of ada/tidy-tables .');
    expect(addressesOf(html)).toContain('/ada/tidy-tables');
  });
});

describe('a command', () => {
  it('is text to select, and its button waits for the script', async () => {
    const html = await render('/', { ...homePage(), site });
    const buttons = tagsOf(html).filter((tag) => tag.name === 'button' && tag.attributes.get('type') === 'button');
    // Four commands, and the theme.
    expect(buttons.length).toBe(5);
    expect(buttons.filter((button) => !button.attributes.has('hidden'))).toEqual([]);
    expect(textOf(html)).toContain('Copy : Read it');
  });
});
