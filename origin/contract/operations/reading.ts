/** What anyone may read (SPEC.md, Endpoints; CONTRACT.md, Reads). */
import { z } from 'zod';
import { CategoryFilter, SearchLimit, Substring, shownAs } from '../fields.ts';
import * as records from '../records.ts';
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

const FilePath = z.string().meta({ description: 'Bundle-relative path.', example: 'SKILL.md' });
const searchTypes = ['skills', 'kits', 'people'] as const;
const SearchTypes = z
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
    query: z.object({ ...page, q: Substring, category: CategoryFilter, sort: sorted('new', 'alpha') }),
    response: records.pageOf('skills', records.SkillSummary),
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
    errors: [...skillErrors, 'version_quarantined', 'skill_deprecated'],
  },
  listSkillVersionFiles: {
    ...versioned,
    path: '/skills/{author}/{slug}/versions/{hash}/files',
    summary: 'The file list of one version',
    tag: 'versions',
    response: records.VersionManifest,
    errors: contentErrors,
  },
  getSkillVersionFile: {
    ...versioned,
    path: '/skills/{author}/{slug}/versions/{hash}/file',
    summary: 'One file of one version, as text',
    tag: 'versions',
    query: z.object({ path: FilePath }),
    response: records.VersionFile,
    errors: [...contentErrors, 'missing_parameter', 'file_not_found'],
  },
  getSkillVersionScan: {
    ...versioned,
    path: '/skills/{author}/{slug}/versions/{hash}/scan',
    summary: 'The scan report of one version',
    tag: 'versions',
    response: records.ScanReport,
    errors: versionErrors,
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
    path: '/skills/{author}/{slug}/versions/{hash}/diff/{other}',
    summary: 'What changes from one version to another, and what the other newly asks for',
    tag: 'versions',
    response: records.VersionDiff,
    errors: contentErrors,
  },
  listKitsForSkill: {
    ...catalog,
    path: '/skills/{author}/{slug}/kits',
    summary: 'The public kits that contain a skill',
    tag: 'kits',
    response: z.object({ kits: z.array(records.KitSummary) }),
    errors: skillErrors,
  },
  search: {
    ...catalog,
    path: '/search',
    summary: 'Ranked search over skills, kits and people',
    tag: 'discovery',
    query: z.object({ q: z.string(), types: SearchTypes, limit: SearchLimit }),
    response: records.SearchResults,
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
    path: '/profiles/{author}/followers',
    summary: 'Who follows a profile',
    tag: 'people',
    query: z.object(page),
    response: z.object({ items: z.array(records.HandleItem), total: records.Person.shape.followers }),
    errors: [...paged, 'profile_not_found'],
  },
  listFollowing: {
    ...catalog,
    path: '/profiles/{author}/following',
    summary: 'Whom a profile follows',
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
    summary: 'Counts over the registry',
    tag: 'registry',
    response: records.RegistryStats,
    errors: [],
  },
  listModerationActions: {
    ...catalog,
    path: '/moderation',
    summary: 'The moderation actions now in force',
    tag: 'registry',
    response: records.ModerationLog,
    errors: [],
  },
} as const satisfies Record<string, OperationSpec>;
