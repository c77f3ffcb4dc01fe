/** Pages that list skills, kits and people. */
import { type DataOf, site } from './built.ts';
import { type Skill, skill } from './skill.ts';

const listedKit: DataOf<'kitsPage'>['list']['kits'][number] = {
  id: 'ada/tables',
  owner: 'ada',
  slug: 'tables',
  name: 'Tables, end to end',
  description: 'Reads, tidies and checks them.',
  skill_count: 2,
  subscriber_count: 7,
  category: 'data',
  visibility: 'public',
};

export const person: DataOf<'peoplePage'>['list']['people'][number] = {
  handle: 'ada',
  name: 'Ada L.',
  bio: 'Tables, mostly.',
  avatar_url: '',
  kind: 'user',
  followers: 5,
  public_skills: 1,
  kits: 1,
  categories: ['data'],
  created_at: 1_770_000_000,
};

export const homePage = (skills: Skill[] = [skill]): DataOf<'homePage'> => ({
  page: 'homePage',
  site,
  newest: skills,
  popular: skills.filter(({ deprecated }) => !deprecated),
  trending: skills.filter(({ deprecated }) => !deprecated),
  kits: [listedKit],
  featured: [],
  example: skills[0] && {
    skill: skills[0],
    scan: { hash: skills[0].latest_hash, status: 'clean', corpus_version: 7, findings: [], unread: [] },
  },
  stats: { skills: 4766, authors: 12, kits: 3, devices: 4, publishes_7d: 5 },
});

type ListOf<P extends 'skillsPage' | 'kitsPage' | 'peoplePage'> = DataOf<P>['list'];

export const skillsPage = (list: Partial<ListOf<'skillsPage'>> = {}): DataOf<'skillsPage'> => ({
  page: 'skillsPage',
  site,
  list: { skills: [skill], total: 1, limit: 30, offset: 0, ...list },
  category: undefined,
  chosen: {},
  counts: {
    category: [{ value: 'data', total: 1 }],
    needs: [{ value: 'python', total: 1 }],
    signed: [{ value: 'unsigned', total: 1 }],
    verdict: [{ value: 'clean', total: 1 }],
    license: [{ value: 'mit', total: 1 }],
  },
  sort: 'new',
});

export const kitsPage = (list: Partial<ListOf<'kitsPage'>> = {}): DataOf<'kitsPage'> => ({
  page: 'kitsPage',
  site,
  list: { kits: [listedKit], total: 1, limit: 30, offset: 0, ...list },
  category: undefined,
  sort: 'new',
});

export const peoplePage = (list: Partial<ListOf<'peoplePage'>> = {}): DataOf<'peoplePage'> => ({
  page: 'peoplePage',
  site,
  list: { people: [person], total: 1, limit: 30, offset: 0, ...list },
  category: undefined,
  sort: 'followers',
});

export const searchPage = (
  found: Partial<DataOf<'searchPage'>['found']> = {},
  near: DataOf<'searchPage'>['near'] = [],
): DataOf<'searchPage'> => ({
  page: 'searchPage',
  site,
  found: {
    query: 'tables',
    skills: [{ ...skill, score: 2 }],
    kits: [{ ...listedKit, score: 4 }],
    people: [{ ...person, score: 1 }],
    ...found,
  },
  limit: 10,
  choices: {},
  narrowed: found.skills?.length === 0 ? undefined : { counts: skillsPage().counts, total: 1, looked: 1 },
  near,
});

export const notFound = (
  near: DataOf<'notFound'>['near'] = [],
  missing: DataOf<'notFound'>['missing'] = { code: 'not_found', message: 'There is nothing at /ada/tidy-tabels.' },
): DataOf<'notFound'> => ({
  page: 'notFound',
  elsewhere: undefined,
  site,
  missing,
  skill: undefined,
  words: 'tidy tabels',
  near,
  actions: [],
});

export const followersPage = (list: Partial<DataOf<'followersPage'>['list']> = {}): DataOf<'followersPage'> => ({
  page: 'followersPage',
  site,
  who: { handle: 'ada', displayName: 'Ada L.', kind: 'user' },
  list: { items: [{ handle: 'grace', name: 'Grace H.', avatar_url: '' }], total: 1, limit: 60, offset: 0, ...list },
});
