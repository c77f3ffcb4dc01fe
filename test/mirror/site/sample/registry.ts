/** Pages about the registry: what happens in it, what it decided, and its documentation. */
import { guideEntries, guideOf, referenceEntries } from '../../../../origin/read/docs/guides.ts';
import { referenceOf } from '../../../../origin/read/docs/reference.ts';
import { type DataOf, site } from './built.ts';
import { skill } from './skill.ts';

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
    isFlagged: false,
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
    isFlagged: false,
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
    isFlagged: false,
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

/** A key that another one handed over to, in a log that began after a restore. */
export const logPage = (changes: Partial<DataOf<'logPage'>> = {}): DataOf<'logPage'> => ({
  page: 'logPage',
  site,
  keys: [
    {
      log: 'registry.example/2',
      verifier: 'registry.example/2+c3d4e5f6+Aw==',
      startedAt: Date.UTC(2026, 10, 20) / 1000,
      reason: undefined,
    },
    {
      log: 'registry.example/2',
      verifier: 'registry.example/2+b2c3d4e5+Ag==',
      startedAt: Date.UTC(2026, 10, 19) / 1000,
      reason: 'The disk of 3 May was lost',
    },
    {
      log: 'registry.example',
      verifier: 'registry.example+a1b2c3d4+AQ==',
      startedAt: Date.UTC(2026, 9, 1) / 1000,
      reason: undefined,
    },
  ],
  ...changes,
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
  explanation: 'Anyone who reads it has the key.',
  measured: 'Right in 3 of 4 findings checked by hand.',
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
export const docsPage: DataOf<'docsPage'> = { page: 'docsPage', site, guides, reference: referenceEntries };
export const guidePage: DataOf<'guidePage'> = { ...docsPage, page: 'guidePage', guide: guideOf('publish', site) };
export const apiPage: DataOf<'apiPage'> = {
  page: 'apiPage',
  site,
  intro: guideOf('api', site),
  reference: referenceOf(site),
};
