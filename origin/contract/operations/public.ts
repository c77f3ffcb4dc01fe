/** What anyone may read (SPEC.md, Endpoints; CONTRACT.md, Reads). */
import { z } from 'zod';
import { CategoryFilter, SearchLimit, Substring, shownAs } from '../fields.ts';
import * as records from '../records.ts';
import { Advisory, AdvisoryList } from '../subjects/advisories.ts';
import { FacetFilter, TagFilter } from '../subjects/facets.ts';
import { SnapshotChanges } from '../subjects/selection.ts';
import {
  catalog,
  contentErrors,
  heavy,
  type OperationSpec,
  page,
  paged,
  skillErrors,
  sorted,
  versionErrors,
  versioned,
} from './row.ts';

/** Skills are narrowed by any of them at once. */
const facetFilters = {
  needs: FacetFilter('needs', 'A runtime or agent that it runs or installs with.'),
  signed: FacetFilter('signed', 'Who signed the latest version.'),
  verdict: FacetFilter('verdict', 'What the scan says of the latest version.'),
  license: FacetFilter('license', 'A group of licences; `other` is any that is none of them.'),
  tag: TagFilter,
};

const FilePath = z.string().meta({ description: 'Bundle-relative path.', example: 'SKILL.md' });
/** Of lists of skills; `updated`: by the latest version's date. */
export const skillOrders = ['new', 'updated', 'downloads', 'installs', 'alpha'] as const;

export const searchTypes = ['skills', 'kits', 'people'] as const;
export const SearchTypes = z
  .string()
  .default(searchTypes.join(','))
  .transform((list) => list.split(',').map((type) => type.trim()))
  .pipe(z.array(z.enum(searchTypes)).min(1))
  .meta(shownAs({ type: 'string', default: searchTypes.join(',') }));

export const reading = {
  listSkills: {
    ...catalog,
    path: '/skills',
    summary: 'Page through the public skills, newest first',
    tag: 'skills',
    query: z.object({
      ...page,
      q: Substring,
      category: CategoryFilter,
      ...facetFilters,
      sort: sorted(...skillOrders),
    }),
    response: records.SkillList,
    errors: paged,
  },
  getSkill: {
    ...catalog,
    path: '/skills/{author}/{slug}',
    summary: 'One skill with its versions',
    tag: 'skills',
    response: records.SkillDetail,
    errors: [...skillErrors, 'skill_deprecated'],
  },
  getSkillManifest: {
    ...versioned,
    path: '/skills/{author}/{slug}/manifest',
    summary: 'The file list of the latest version',
    tag: 'versions',
    response: records.VersionManifest,
    errors: [...skillErrors, 'version_quarantined', 'version_held', 'skill_deprecated'],
  },
  listSkillVersionFiles: {
    ...versioned,
    onDemand: true,
    path: '/skills/{author}/{slug}/versions/{hash}/files',
    summary: 'The file list of one version',
    tag: 'versions',
    response: records.VersionManifest,
    errors: contentErrors,
  },
  getSkillVersionFile: {
    ...versioned,
    onDemand: true,
    path: '/skills/{author}/{slug}/versions/{hash}/file',
    summary: 'One file of one version, as text',
    tag: 'versions',
    query: z.object({ path: FilePath }),
    response: records.VersionFile,
    errors: [...contentErrors, 'missing_parameter', 'file_not_found'],
  },
  getSkillVersionScan: {
    ...versioned,
    onDemand: true,
    path: '/skills/{author}/{slug}/versions/{hash}/scan',
    summary: 'The scan report of one version',
    tag: 'versions',
    response: records.ScanReport,
    errors: versionErrors,
  },
  getSkillVersionSignature: {
    ...versioned,
    onDemand: true,
    path: '/skills/{author}/{slug}/versions/{hash}/signature',
    summary: 'Who signed one version, with everything needed to check it',
    tag: 'versions',
    response: records.VersionSignature,
    errors: versionErrors,
  },
  getSkillVersionProof: {
    ...versioned,
    onDemand: true,
    path: '/skills/{author}/{slug}/versions/{hash}/proof',
    summary: 'Proof that one version stands in the transparency log (C2SP, tlog-proof)',
    tag: 'versions',
    media: 'text/plain',
    errors: [...versionErrors, 'proof_not_found'],
  },
  getSkillVersionBundle: {
    ...heavy,
    path: '/skills/{author}/{slug}/versions/{hash}/bundle',
    summary: 'One version as a deterministic tar.gz',
    tag: 'versions',
    media: 'application/gzip',
    errors: contentErrors,
  },
  getSkillVersionDiff: {
    ...heavy,
    onDemand: true,
    path: '/skills/{author}/{slug}/versions/{hash}/diff/{other}',
    summary: 'What changes from one version to another, and what is new in the second',
    tag: 'versions',
    response: records.VersionDiff,
    errors: contentErrors,
  },
  listKitsForSkill: {
    ...catalog,
    onDemand: true,
    path: '/skills/{author}/{slug}/kits',
    summary: 'The public kits that contain a skill',
    tag: 'kits',
    query: z.object(page),
    response: records.pageOf('kits', records.KitSummary),
    errors: [...paged, 'skill_not_found'],
  },
  search: {
    ...catalog,
    onDemand: true,
    path: '/search',
    summary: 'Ranked search over skills, kits and people',
    tag: 'discovery',
    query: z.object({
      q: z.string().meta({
        description:
          'Words, of which any may match: the more do, the higher a result ranks. `"a phrase"`, `author:`, `category:`, `needs:` (a program, package, host or variable) and `-word` narrow it. An empty one answers empty groups.',
        example: 'skill',
      }),
      types: SearchTypes,
      limit: SearchLimit,
    }),
    response: records.SearchResults,
    errors: ['invalid_parameter', 'missing_parameter'],
  },
  findSkills: {
    ...catalog,
    surface: 'skills',
    onDemand: true,
    path: '/search',
    summary: 'Ranked search over skills, for `npx skills find`',
    tag: 'discovery',
    query: z.object({ q: z.string(), limit: SearchLimit, owner: z.string().max(100).optional() }),
    response: z.object({
      skills: z.array(
        z.object({
          id: z.string().meta({ description: 'Form `<author>/<slug>`.' }),
          name: z.string(),
          source: z.string().meta({ description: 'The address of its page, which the program installs from.' }),
          installs: z.int().min(0),
        }),
      ),
    }),
    errors: ['invalid_parameter', 'missing_parameter'],
  },
  listKits: {
    ...catalog,
    path: '/discover/kits',
    summary: 'Page through the public kits',
    tag: 'discovery',
    query: z.object({ ...page, q: Substring, category: CategoryFilter, sort: sorted('new', 'alpha') }),
    response: records.pageOf('kits', records.KitSummary),
    errors: paged,
  },
  listPeople: {
    ...catalog,
    path: '/discover/people',
    summary: 'Page through the profiles that have published a skill',
    tag: 'discovery',
    query: z.object({ ...page, q: Substring, category: CategoryFilter, sort: sorted('followers', 'new', 'alpha') }),
    response: records.pageOf('people', records.Person),
    errors: paged,
  },
  listActivity: {
    ...catalog,
    path: '/discover/feed',
    summary: 'Public activity, newest first',
    tag: 'discovery',
    query: z.object(page),
    response: records.pageOf('items', records.ActivityItem),
    errors: paged,
  },
  getProfile: {
    ...catalog,
    path: '/profiles/{author}',
    summary: 'One person or team with every public skill',
    tag: 'people',
    response: records.Profile,
    errors: ['invalid_parameter', 'profile_not_found'],
  },
  listFollowers: {
    ...catalog,
    onDemand: true,
    path: '/profiles/{author}/followers',
    summary: 'Who follows a profile',
    tag: 'people',
    query: z.object(page),
    response: z.object({ items: z.array(records.HandleItem), total: records.Person.shape.followers }),
    errors: [...paged, 'profile_not_found'],
  },
  listFollowing: {
    ...catalog,
    onDemand: true,
    path: '/profiles/{author}/following',
    summary: 'The profiles that a profile follows',
    tag: 'people',
    query: z.object(page),
    response: z.object({ items: z.array(records.HandleItem), total: records.Person.shape.followers }),
    errors: [...paged, 'profile_not_found'],
  },
  getKitByHandle: {
    ...catalog,
    path: '/kits/by-handle/{owner}/{slug}',
    summary: 'One kit with its member skills',
    tag: 'kits',
    response: records.Kit,
    errors: ['invalid_parameter', 'kit_not_found'],
  },
  getRegistryStats: {
    ...catalog,
    path: '/stats',
    summary: 'Totals of the registry',
    tag: 'registry',
    response: records.RegistryStats,
    errors: [],
  },
  listAdvisories: {
    ...catalog,
    path: '/advisories',
    summary: 'The advisories, in OSV format',
    tag: 'registry',
    response: AdvisoryList,
    errors: [],
  },
  getAdvisory: {
    ...catalog,
    path: '/advisories/{advisory}',
    summary: 'One advisory, in OSV format',
    tag: 'registry',
    response: Advisory,
    errors: ['invalid_parameter', 'advisory_not_found'],
  },
  listModerationActions: {
    ...catalog,
    path: '/moderation',
    summary: 'The moderation actions in force',
    tag: 'registry',
    response: records.ModerationLog,
    errors: [],
  },
  listSnapshotChanges: {
    ...catalog,
    bucket: 'heavy',
    cache: 'none',
    onDemand: true,
    path: '/mirror/changes',
    summary: 'What changed on the mirror, for programs that copy it',
    tag: 'registry',
    query: SnapshotChanges,
    media: 'application/octet-stream',
    errors: ['invalid_parameter', 'not_found'],
  },
} as const satisfies Record<string, OperationSpec>;
