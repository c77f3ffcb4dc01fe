/**
 * The table of operations: the only statement of a path, a parameter, a shape, a scope, a bucket or a cache rule
 * (SPEC.md, Endpoints; CONTRACT.md, Reads and Writes). Routes, validation, the OpenAPI description, the typed client
 * and the snapshot's files are derived from it. Every operation may also answer `rate_limited` and `internal`.
 */
import { z } from 'zod';
import type { Access } from './access.ts';
import type { CachePolicy } from './cache.ts';
import type { Deprecation } from './deprecation.ts';
import type { ErrorCode } from './errors.ts';
import {
  Category,
  CategoryFilter,
  Handle,
  HashParam,
  Limit,
  limits,
  Offset,
  Prose,
  SearchLimit,
  Slug,
  Substring,
  shownAs,
  Visibility,
} from './fields.ts';
import * as records from './records.ts';

export const apiPrefix = '/api/v1';

/** Buckets of the rate limiter: requests per window and client address (SPEC.md, Limits). */
export const buckets = { ambient: 2000, write: 300, heavy: 60 } as const;
export type Bucket = keyof typeof buckets;
/** Seconds that a window lasts. */
export const bucketWindow = 60;
/** The value of `RateLimit-Policy` in SPEC.md's form. */
export const policyOf = (bucket: Bucket, quota: number = buckets[bucket]): string =>
  `${bucket}; q=${quota}; w=${bucketWindow}`;

/** The schema of every path parameter, by the name it has in the paths below. */
export const pathParameters = {
  author: Handle,
  owner: Handle,
  slug: Slug,
  hash: HashParam,
  other: HashParam,
} as const;

type PathParameter = keyof typeof pathParameters;

type Media = 'application/json' | 'application/gzip';

interface OperationSpec {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  path: `/${string}`;
  summary: string;
  tag: string;
  access: Access;
  bucket: Bucket;
  cache: CachePolicy;
  query?: z.ZodObject;
  /** Request bodies by content type; raw ones are bytes. */
  body?: { json?: z.ZodType; raw?: readonly string[] };
  /** JSON shape of a success; absent when `media` is not JSON. */
  response?: z.ZodType;
  media?: Media;
  status?: 200 | 201;
  errors: readonly ErrorCode[];
  /** Set from the announcement on, until the operation moves to the retired ones. */
  deprecated?: Deprecation;
}

const page = { limit: Limit, offset: Offset };
const paged = ['invalid_parameter', 'offset_too_deep'] as const;
const sorted = <const T extends readonly [string, ...string[]]>(...orders: T) => z.enum(orders).optional();

const catalog = { method: 'GET', access: 'anonymous', bucket: 'ambient', cache: 'catalog' } as const;
const versioned = { ...catalog, cache: 'version' } as const;
const heavy = { ...versioned, bucket: 'heavy' } as const;
const write = { access: 'publish', bucket: 'write', cache: 'none' } as const;

const skillErrors = ['invalid_parameter', 'skill_not_found'] as const;
const versionErrors = [...skillErrors, 'version_not_found'] as const;
const contentErrors = [...versionErrors, 'version_quarantined'] as const;

const FilePath = z.string().meta({ description: 'Bundle-relative path.', example: 'SKILL.md' });
const searchTypes = ['skills', 'kits', 'people'] as const;
const SearchTypes = z
  .string()
  .default(searchTypes.join(','))
  .transform((list) => list.split(',').map((type) => type.trim()))
  .pipe(z.array(z.enum(searchTypes)).min(1))
  .meta(shownAs({ type: 'string', default: searchTypes.join(',') }));

const BundleFiles = z.array(
  z.union([
    z.strictObject({ path: z.string(), text: z.string() }),
    z.strictObject({ path: z.string(), base64: z.string() }),
  ]),
);

/** What a publisher says beside the bundle: in the query for archives, in the body for JSON. */
const PublishOptions = {
  version_label: Prose(limits.versionLabelLength).min(1).optional(),
  category: Category.optional(),
  visibility: Visibility.optional(),
};

export const operations = {
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
  whoami: {
    ...catalog,
    cache: 'private',
    path: '/whoami',
    summary: 'Who the bearer token belongs to',
    tag: 'registry',
    response: records.WhoAmI,
    errors: [],
  },
  getSyncManifest: {
    ...catalog,
    access: 'sync',
    cache: 'sync',
    path: '/sync/manifest',
    summary: 'What the caller’s devices run: approved versions only',
    tag: 'sync',
    response: records.SyncManifest,
    errors: [],
  },
  callMcp: {
    ...write,
    method: 'POST',
    access: 'read',
    bucket: 'heavy',
    cache: 'private',
    path: '/mcp',
    summary: 'The caller’s own kit as MCP tools (Streamable HTTP)',
    tag: 'mcp',
    body: { json: records.JsonRpcRequest },
    response: records.JsonRpcResponse,
    errors: ['malformed_body', 'payload_too_large', 'unsupported_media_type', 'unavailable'],
  },
  publishSkillVersion: {
    ...write,
    method: 'POST',
    path: '/skills/{author}/{slug}/versions',
    summary: 'Publish a version; the same content again answers 200 with the same record',
    tag: 'publishing',
    query: z.object({ ...PublishOptions, dry_run: z.enum(['true', 'false']).default('false') }),
    body: {
      json: z.strictObject({
        ...PublishOptions,
        files: BundleFiles,
      }),
      raw: ['application/gzip', 'application/zip'],
    },
    response: records.PublishedVersion,
    status: 201,
    errors: [
      'invalid_parameter',
      'malformed_body',
      'forbidden',
      'profile_not_found',
      'version_label_taken',
      'conflict',
      'payload_too_large',
      'unsupported_media_type',
      'slug_invalid',
      'handle_invalid',
      'bundle_invalid',
      'frontmatter_invalid',
    ],
  },
  updateSkill: {
    ...write,
    method: 'PATCH',
    path: '/skills/{author}/{slug}',
    summary: 'Change a skill’s visibility, category or deprecation',
    tag: 'publishing',
    body: {
      json: z.strictObject({
        visibility: Visibility.optional(),
        category: Category.optional(),
        deprecated: z.boolean().optional(),
        deprecation_message: Prose(limits.descriptionLength).optional(),
      }),
    },
    response: records.SkillDetail,
    errors: [
      'malformed_body',
      'forbidden',
      'skill_not_found',
      'payload_too_large',
      'unsupported_media_type',
      'slug_invalid',
      'handle_invalid',
    ],
  },
  withdrawSkillVersion: {
    ...write,
    method: 'DELETE',
    path: '/skills/{author}/{slug}/versions/{hash}',
    summary: 'Withdraw one version for good; its number is never used again',
    tag: 'publishing',
    response: z.object({ skill_id: z.string(), hash: z.string(), withdrawn: z.literal(true) }),
    errors: [
      'forbidden',
      'skill_not_found',
      'version_not_found',
      'slug_invalid',
      'handle_invalid',
      'invalid_parameter',
    ],
  },
} as const satisfies Record<string, OperationSpec>;

export type Operations = typeof operations;
export type OperationId = keyof Operations;
/** One row of the table, when any row will do. */
export type Operation = OperationSpec;

export const operationIds = Object.keys(operations) as OperationId[];
/** The row as its general shape: what code that works on every operation reads. */
export const operationOf = (id: OperationId): Operation => operations[id];

type Placeholders<P extends string> = P extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholders<Rest>
  : never;
type PathValues<P extends string> = { [Name in Placeholders<P> & PathParameter]: string };
type QueryValues<O> = O extends { query: infer Q extends z.ZodObject } ? z.output<Q> : unknown;
type QueryArguments<O> = O extends { query: infer Q extends z.ZodObject } ? z.input<Q> : unknown;
type BodyOf<O> = O extends { body: { json: infer B extends z.ZodType } } ? z.input<B> : never;

/** Path and query of an operation after validation: what a loader receives. */
export type Input<K extends OperationId> = PathValues<Operations[K]['path']> & QueryValues<Operations[K]>;
/** Path and query as a client gives them. */
export type Arguments<K extends OperationId> = PathValues<Operations[K]['path']> & QueryArguments<Operations[K]>;
export type JsonBody<K extends OperationId> = BodyOf<Operations[K]>;
/** What a success carries. */
export type Output<K extends OperationId> = Operations[K] extends { response: infer R extends z.ZodType }
  ? z.output<R>
  : Uint8Array;

type MethodOf<K extends OperationId> = Operations[K]['method'];
/** The operations that read, each with a loader of its name. */
export type ReadId = { [K in OperationId]: MethodOf<K> extends 'GET' ? K : never }[OperationId];
/** The operations that write. `callMcp` only reads and is served by a transport of its own. */
export type WriteId = Exclude<{ [K in OperationId]: MethodOf<K> extends 'GET' ? never : K }[OperationId], 'callMcp'>;

export const readIds = operationIds.filter((id): id is ReadId => operations[id].method === 'GET');
