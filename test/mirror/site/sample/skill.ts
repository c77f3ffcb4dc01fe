/** A skill of two versions, and the pages that are about it. */
import { type DataOf, hashOf, render, site } from './built.ts';

export type Skill = DataOf<'skillPage'>['skill'];

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
  downloads_7d: 120,
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
  scan: { hash: skill.latest_hash, status: 'clean', corpus_version: 7, findings: [], unread: [] },
  signature: unsigned,
  inKits: { kits: [{ owner: 'grace', slug: 'tables', name: 'All about tables' }], total: 1 },
  similar: {
    copyOf: { author: 'grace', slug: 'tables', kind: 'near', isImported: false },
    related: [{ ...skill, author: 'grace', slug: 'ragged-lists' }],
  },
  skillMd: '---\nname: tidy-tables\n---\n# Tidy tables\n\nRun it.\n',
  pictures: [],
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
  scan: { hash: firstVersion.hash, status: 'clean', corpus_version: 7, findings: [], unread: [] },
  signature: { ...unsigned, hash: firstVersion.hash },
  record: { log: 'skills.example/log', index: 1234 },
  skillMd: '---\nname: tidy-tables\n---\n# Tidy tables\n\nRun it.\n',
  pictures: [],
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
  scan: { hash: firstVersion.hash, status: 'clean', corpus_version: 7, findings: [], unread: [] },
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
  pictures: [],
  view: 'rendered',
  ...changes,
});

type Diff = NonNullable<DataOf<'diffPage'>['diff']>;

export const diffPage = (
  changes: Partial<Diff> = {},
  view: DataOf<'diffPage'>['view'] = 'unified',
): DataOf<'diffPage'> & { diff: Diff } => ({
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
    asks: {
      commands: ['curl'],
      domains: ['x.example'],
      environment: [],
      allowed_tools: [],
      token_count: -12,
      complete: true,
    },
    complete: true,
    ...changes,
  },
  view,
});

/** The page of a skill whose SKILL.md has this body. */
export const renderBody = (body: string): Promise<string> => render('/ada/tidy-tables', skillPage({ skillMd: body }));
