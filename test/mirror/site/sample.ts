/** The built renderer, and one set of data for each page to change at will. */
import { pathToFileURL } from 'node:url';
import { pageIds, pageOf, pages } from '../../../origin/contract/pages.ts';
import { siteBuild } from '../../../origin/read/builtSite.ts';
import { guideEntries, guideOf, referenceEntries } from '../../../origin/read/docs/guides.ts';
import { referenceOf } from '../../../origin/read/docs/reference.ts';
import type { PageData } from '../../../origin/read/pages/page.ts';
import type { Site } from '../../../origin/read/reading.ts';

const built = pathToFileURL(`${siteBuild}/`);

export const { render, accountPolicy, contentPolicy } = (await import(
  new URL('server/render.mjs', built).href
)) as typeof import('../../../mirror/site/render.ts');

/** Where the styles and icon are, as the server of `/` sees them. */
export const clientFolder = new URL('client/', built);

type DataOf<P extends PageData['page']> = Extract<PageData, { page: P }>;
type Skill = DataOf<'skillPage'>['skill'];

export const site: Site = { mirrorUrl: 'https://mirror.example', originUrl: 'https://origin.example' };

export const hashOf = (digit: string): string => `sha256:${digit.repeat(64)}`;

export const skill: Skill = {
  author: 'ada',
  slug: 'tidy-tables',
  skill_id: 'ada:tidy-tables',
  description: 'Turns ragged tables into tidy ones.',
  visibility: 'public',
  latest_hash: hashOf('b'),
  version: 2,
  version_label: '1.1.0',
  install_count: 1234,
  created_at: 1_780_000_000,
  category: 'data',
  signatureStatus: 'unsigned',
  scanStatus: 'clean',
  moderationStatus: 'none',
  deprecated: false,
  used_by: ['grace'],
  used_by_count: 3,
  versions: [
    { hash: hashOf('b'), published_at: 1_790_000_000, version_label: '1.1.0', version: 2, scanStatus: 'clean' },
    { hash: hashOf('a'), published_at: 1_780_000_000, version_label: '1.0.0', version: 1, scanStatus: 'clean' },
  ],
  author_name: 'Ada L.',
  author_avatar_url: 'https://elsewhere.example/ada.png',
  author_public_key: '',
  manifest_url: 'https://mirror.example/api/v1/skills/ada/tidy-tables/manifest',
  is_mirror: false,
  mirror_source_url: '',
  mirror_license: '',
  triggers: ['tidy this table'],
  token_count: 321,
  deprecation_message: '',
};

const files = ['SKILL.md', 'references/all of it.md', 'scripts/tidy.py'].map((path) => ({
  path,
  size: 2048,
  hash: hashOf('c'),
}));

const unsigned: DataOf<'skillPage'>['signature'] = {
  hash: skill.latest_hash,
  signatureStatus: 'unsigned',
  statement: '',
  signature: '',
  public_key: '',
  fingerprint: '',
  namespace: '',
};

/** A skill page; `changes` replace whole members. */
export const skillPage = (changes: Partial<DataOf<'skillPage'>> = {}): DataOf<'skillPage'> => ({
  page: 'skillPage',
  site,
  skill,
  manifest: { schema_version: 1, hash: skill.latest_hash, author: 'ada', slug: 'tidy-tables', files },
  scan: { hash: skill.latest_hash, status: 'clean', corpus_version: 7, findings: [] },
  signature: unsigned,
  kits: [{ owner: 'grace', slug: 'tables', name: 'All about tables' }],
  skillMd: '---\nname: tidy-tables\n---\n# Tidy tables\n\nRun it.\n',
  ...changes,
});

const [, firstVersion] = skill.versions as [Skill['versions'][number], Skill['versions'][number]];

/** The page of the first of two versions. */
export const versionPage = (changes: Partial<DataOf<'versionPage'>> = {}): DataOf<'versionPage'> => ({
  page: 'versionPage',
  site,
  skill,
  version: { ...firstVersion, description: 'Turned ragged tables into tidy ones.', token_count: 300 },
  manifest: { schema_version: 1, hash: firstVersion.hash, author: 'ada', slug: 'tidy-tables', files },
  scan: { hash: firstVersion.hash, status: 'clean', corpus_version: 7, findings: [] },
  signature: { ...unsigned, hash: firstVersion.hash },
  skillMd: '---\nname: tidy-tables\n---\n# Tidy tables\n\nRun it.\n',
  ...changes,
});

/** The page of a file of that version; `file` says what is in it. */
export const filePage = (
  file: Partial<DataOf<'filePage'>['file']> = {},
  changes: Partial<DataOf<'filePage'>> = {},
): DataOf<'filePage'> => ({
  page: 'filePage',
  site,
  skill,
  version: firstVersion,
  manifest: { schema_version: 1, hash: firstVersion.hash, author: 'ada', slug: 'tidy-tables', files },
  scan: { hash: firstVersion.hash, status: 'clean', corpus_version: 7, findings: [] },
  file: {
    schema_version: 1,
    hash: firstVersion.hash,
    author: 'ada',
    slug: 'tidy-tables',
    path: 'scripts/tidy.py',
    size: 2048,
    text: 'import os\n\nprint("tidy")\n',
    encoding: 'utf-8',
    ...file,
  },
  view: 'rendered',
  ...changes,
});

type Diff = NonNullable<DataOf<'diffPage'>['diff']>;

export const diffPage = (changes: Partial<Diff> = {}): DataOf<'diffPage'> & { diff: Diff } => ({
  page: 'diffPage',
  site,
  skill,
  diff: {
    schema_version: 1,
    author: 'ada',
    slug: 'tidy-tables',
    from: hashOf('a'),
    to: hashOf('b'),
    files: [
      {
        path: 'scripts/tidy.py',
        status: 'changed',
        diff: '====\n--- a/scripts/tidy.py\n+++ b/scripts/tidy.py\n@@ -1,2 +1,2 @@\n import os\n-print(1)\n+print(2)\n',
      },
    ],
    asks: { commands: ['curl'], domains: ['x.example'], environment: [], allowed_tools: [], token_count: -12 },
    ...changes,
  },
});

/** A profile page; `changes` replace members of the profile, `more` what stands beside it. */
export const profilePage = (
  changes: Partial<DataOf<'profilePage'>['profile']> = {},
  more: Partial<DataOf<'profilePage'>> = {},
): DataOf<'profilePage'> => ({
  page: 'profilePage',
  site,
  profile: {
    handle: 'ada',
    displayName: 'Ada L.',
    bio: 'Tables, mostly.',
    avatarUrl: 'https://elsewhere.example/ada.png',
    kind: 'user',
    followers: 5,
    following: 6,
    totalInstalls: 1234,
    skills: [skill],
    publicKey: 'ssh-ed25519 AAAA',
    createdAt: 1_770_000_000,
    ...changes,
  },
  kits: [],
  followers: [],
  following: [],
  fingerprint: '',
  isMirrored: false,
  ...more,
});

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
  kits: [listedKit],
  example: skills[0],
  stats: { skills: 4766, authors: 12, kits: 3, devices: 4, publishes_7d: 5 },
});

type ListOf<P extends 'skillsPage' | 'kitsPage' | 'peoplePage'> = DataOf<P>['list'];

export const skillsPage = (list: Partial<ListOf<'skillsPage'>> = {}): DataOf<'skillsPage'> => ({
  page: 'skillsPage',
  site,
  list: { skills: [skill], total: 1, limit: 30, offset: 0, ...list },
  category: undefined,
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
  near,
});

export const notFound = (
  near: DataOf<'notFound'>['near'] = [],
  missing: DataOf<'notFound'>['missing'] = { code: 'not_found', message: 'Nothing lives at /ada/tidy-tabels.' },
): DataOf<'notFound'> => ({
  page: 'notFound',
  site,
  missing,
  skill: undefined,
  words: 'tidy tabels',
  near,
});

export const kit: DataOf<'kitPage'>['kit'] = {
  id: 'ada/tools',
  owner: 'ada',
  slug: 'tools',
  name: 'Ada’s tools',
  description: 'What I have on every machine.',
  skill_count: 2,
  subscriber_count: 7,
  category: 'productivity',
  version: 4,
  visibility: 'public',
  created_at: 1_780_000_000,
  updated_at: 1_790_000_000,
  skills: [
    { skill_id: skill.skill_id, hash: hashOf('a'), version_label: '1.0.0', pinned: true, skill },
    {
      skill_id: 'grace:debug',
      hash: hashOf('d'),
      version_label: '3',
      pinned: false,
      skill: { ...skill, author: 'grace', slug: 'debug', latest_hash: hashOf('d'), version_label: '3' },
    },
  ],
};

export const kitPage = (changes: Partial<DataOf<'kitPage'>['kit']> = {}): DataOf<'kitPage'> => ({
  page: 'kitPage',
  site,
  kit: { ...kit, ...changes },
  owner: { handle: 'ada', displayName: 'Ada L.', kind: 'user' },
});

type Event = DataOf<'activityPage'>['list']['events'][number];

/** An event of each kind, on two days, the newest first. */
export const events: Event[] = [
  {
    id: 3,
    kind: 'kit',
    actor: 'ada',
    path: '/ada/kit/tools',
    name: 'ada/kit/tools',
    label: '',
    title: 'Ada’s tools',
    description: 'What I have on every machine.',
    at: Date.UTC(2026, 10, 21, 0, 5) / 1000,
  },
  {
    id: 2,
    kind: 'publish',
    actor: 'ada',
    path: '/ada/tidy-tables',
    name: 'ada/tidy-tables',
    label: '1.1.0',
    title: 'tidy-tables',
    description: 'Turns ragged tables into tidy ones.',
    at: Date.UTC(2026, 10, 20, 23, 59) / 1000,
  },
  {
    id: 1,
    kind: 'profile',
    actor: 'ada',
    path: '/ada',
    name: 'ada',
    label: '',
    title: 'Ada L.',
    description: '',
    at: Date.UTC(2026, 10, 20, 9, 0) / 1000,
  },
];

export const activityPage = (shown = events, total = shown.length, offset = 0): DataOf<'activityPage'> => ({
  page: 'activityPage',
  site,
  list: { events: shown, total, limit: 50, offset },
});

/** Thirty days, of which the last has five publishes and the one before it ten. */
export const statsPage = (changes: Partial<DataOf<'statsPage'>['statistics']> = {}): DataOf<'statsPage'> => ({
  page: 'statsPage',
  site,
  statistics: {
    totals: { skills: 200, authors: 12, kits: 3, devices: 4, publishes_7d: 15 },
    publishes: Array.from({ length: 30 }, (_, index) => ({
      day: Date.UTC(2026, 9, 23 + index) / 1000,
      count: [0, 5, 10][30 - index] ?? 0,
    })),
    categories: [
      { key: 'data', count: 150 },
      { key: 'coding', count: 50 },
    ],
    mostInstalled: [skill],
    signatures: [
      { key: 'verified', count: 1 },
      { key: 'unsigned', count: 199 },
      { key: 'key_revoked', count: 0 },
      { key: 'mirrored', count: 0 },
    ],
    scans: [
      { key: 'clean', count: 180 },
      { key: 'flagged', count: 20 },
      { key: 'quarantined', count: 0 },
      { key: 'incomplete', count: 0 },
    ],
    ...changes,
  },
});

export const followersPage = (list: Partial<DataOf<'followersPage'>['list']> = {}): DataOf<'followersPage'> => ({
  page: 'followersPage',
  site,
  who: { handle: 'ada', displayName: 'Ada L.', kind: 'user' },
  list: { items: [{ handle: 'grace', name: 'Grace H.', avatar_url: '' }], total: 1, limit: 60, offset: 0, ...list },
});

export const moderationPage = (actions: DataOf<'moderationPage'>['actions'] = []): DataOf<'moderationPage'> => ({
  page: 'moderationPage',
  site,
  actions,
  total: actions.length,
});

export const errorsPage: DataOf<'errorsPage'> = { page: 'errorsPage', site };

/** A rule that refuses; its `bad` example has what can't be seen. */
export const scanRule: DataOf<'scanningPage'>['rules'][number] = {
  id: 'private-key',
  severity: 'high',
  consequence: 'refuse',
  summary: 'A file contains a key.',
  explanation: 'Whoever reads it has the key.',
  bad: { path: 'deploy.pem', text: '<key>\\u{200B}\\x7F</key>' },
  good: { path: 'README.md', text: 'your key here' },
};

export const scanningPage = (rules = [scanRule]): DataOf<'scanningPage'> => ({
  page: 'scanningPage',
  site,
  corpusVersion: 7,
  rules,
});

const guides = guideEntries(site);
const docsPage: DataOf<'docsPage'> = { page: 'docsPage', site, guides, reference: referenceEntries };
const guidePage: DataOf<'guidePage'> = { ...docsPage, page: 'guidePage', guide: guideOf('publish', site) };
const apiPage: DataOf<'apiPage'> = {
  page: 'apiPage',
  site,
  intro: guideOf('api', site),
  reference: referenceOf(site),
};

/** The page of a skill whose SKILL.md has this body. */
export const renderBody = (body: string): Promise<string> => render('/ada/tidy-tables', skillPage({ skillMd: body }));

/** Every page once, by its name. */
export const renderAll = async (): Promise<[name: string, html: string][]> => [
  ['home', await render('/', homePage())],
  ['docs', await render('/docs', docsPage)],
  ['guide', await render('/docs/publish', guidePage)],
  ['api', await render('/docs/api', apiPage)],
  ['errors', await render('/docs/errors', errorsPage)],
  ['scanning', await render('/docs/scanning', scanningPage())],
  ['profile', await render('/ada', profilePage())],
  ['skill', await render('/ada/tidy-tables', skillPage())],
  ['skills', await render('/skills', skillsPage())],
  ['kits', await render('/kits', kitsPage())],
  ['people', await render('/people', peoplePage())],
  ['search', await render('/search', searchPage())],
  ['version', await render('/ada/tidy-tables/v/a', versionPage())],
  ['file', await render('/ada/tidy-tables/v/a/files', filePage())],
  ['rendered file', await render('/ada/tidy-tables/v/a/files', filePage({ path: 'SKILL.md', text: '# Tables' }))],
  ['changes', await render('/ada/tidy-tables/diff', diffPage())],
  ['not found', await render('/ada/tidy-tabels', notFound())],
  ['kit', await render('/ada/kit/tools', kitPage())],
  ['activity', await render('/activity', activityPage())],
  ['stats', await render('/stats', statsPage())],
  ['followers', await render('/ada/followers', followersPage())],
];

/** The pages that run a script, with a provider to sign in with; by their ids. */
export const renderAccountPages = (): Promise<[id: string, html: string][]> =>
  Promise.all(
    pageIds
      .filter((id) => pageOf(id).isAccount)
      .map(async (id): Promise<[string, string]> => {
        const data = { page: id, site: { ...site, oidcName: 'Example' } } as PageData;
        return [id, await render(pages[id].path, id === 'moderationPage' ? moderationPage() : data)];
      }),
  );
