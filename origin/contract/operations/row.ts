/** One row of the table of operations: what it may say, and the pieces that many rows share. */
import { z } from 'zod';
import type { Access, Rule } from '../access.ts';
import { type Surface, surfaces } from '../clients/surfaces.ts';
import type { ErrorCode } from '../errors.ts';
import {
  Handle,
  HashParam,
  Limit,
  Offset,
  PairingId,
  PasskeyId,
  RowId,
  Slug,
  UploadId,
  UserCode,
  VersionName,
} from '../fields.ts';
import type { CachePolicy } from '../headers/cache.ts';
import type { Deprecation } from '../headers/deprecation.ts';
import { AdvisoryId } from '../subjects/advisories.ts';

export const apiPrefix = '/api/v1';
/** The hosted MCP endpoint, below the prefix. */
export const mcpPath = '/mcp';

/** Buckets of the rate limiter: requests per window and client address (SPEC.md, Limits). */
export const buckets = { ambient: 2000, write: 300, heavy: 60 } as const;
export type Bucket = keyof typeof buckets;
/** What a tool call of MCP also counts in; other messages are reads alone (SPEC.md, Limits). */
export const toolCallBucket: Bucket = 'heavy';
/** Seconds that a window lasts. */
export const bucketWindow = 60;
/** The value of `RateLimit-Policy` in SPEC.md's form. */
export const policyOf = (bucket: Bucket, quota: number = buckets[bucket]): string =>
  `${bucket}; q=${quota}; w=${bucketWindow}`;

/** The schema of every path parameter, by the name it has in the paths. */
export const pathParameters = {
  author: Handle,
  owner: Handle,
  handle: Handle,
  member: Handle,
  team: Handle,
  slug: Slug,
  skill: Slug,
  hash: HashParam,
  other: HashParam,
  id: RowId,
  passkey: PasskeyId,
  pairing: PairingId,
  code: UserCode,
  advisory: AdvisoryId,
  upload: UploadId,
  version: VersionName,
} as const;

export type PathParameter = keyof typeof pathParameters;

type Media =
  | 'application/json'
  | 'application/gzip'
  | 'application/zip'
  | 'application/octet-stream'
  | 'text/plain'
  | 'application/mcp-server-card+json';

/** Of bodies that are kept as bytes, whatever their sender calls them. */
export const anyType = '*/*';

export interface OperationSpec {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: `/${string}`;
  summary: string;
  tag: string;
  access: Access;
  bucket: Bucket;
  cache: CachePolicy;
  query?: z.ZodObject;
  /**
   * Request bodies by content type; raw ones are bytes, of any type with `anyType`. `optional`: no body at all reads as `{}`. `limit`: in bytes,
   * where it isn't `limits.requestBody`. `unparsed`: JSON is left as bytes too, to be parsed in a child process.
   */
  body?: { json?: z.ZodType; raw?: readonly string[]; optional?: true; limit?: number; unparsed?: true };
  /** JSON shape of a success; absent when `media` is not JSON. */
  response?: z.ZodType;
  media?: Media;
  status?: 200 | 201;
  errors: readonly ErrorCode[];
  /** Whose paths and words it is in, where they are those of somebody else's program: outside the description. */
  surface?: Surface;
  /** An account route of our own site: outside the description, free to change (SPEC.md, Origins rule 6). */
  internal?: true;
  /** A suspended person may still ask for it, signed in on the site: what a second look takes, and the way out. */
  allowSuspended?: true;
  /**
   * What it changes outlives the session: the person on the site signed in, or used a passkey, within
   * `proofLifetime`. Where the row takes a bearer too, that is a program which was approved under the same rule.
   */
  recent?: true;
  /** What it does names its caller to others, so they need a handle. */
  needsHandle?: true;
  /** What it needs beyond that, about what the request names. */
  rule?: Rule;
  /**
   * Made when it is asked for: it depends on a query without a default, on a pair of versions, or on the caller; or files
   * would be too many and too small, and it is made of what others hold.
   */
  onDemand?: true;
  /** Set from the announcement on, until the operation moves to the retired ones. */
  deprecated?: Deprecation;
}

/** What stands before the path of a row. */
const prefixOf = ({ surface }: Pick<OperationSpec, 'surface'>): string =>
  surface ? surfaces[surface].prefix : apiPrefix;

/** The root-relative path of a row, with its places. */
export const pathOf = (row: Pick<OperationSpec, 'surface' | 'path'>): string => prefixOf(row) + row.path;

export const page = { limit: Limit, offset: Offset };
export const paged = ['invalid_parameter', 'offset_too_deep'] as const;
export const sorted = <const T extends readonly [string, ...string[]]>(...orders: T) => z.enum(orders).optional();

/** Reads that anyone may make. */
export const catalog = { method: 'GET', access: 'anonymous', bucket: 'ambient', cache: 'catalog' } as const;
export const versioned = { ...catalog, cache: 'version' } as const;
export const heavy = { ...versioned, bucket: 'heavy' } as const;
/** Reads of what is the caller's own. */
export const own = { method: 'GET', access: 'claim', bucket: 'ambient', cache: 'private' } as const;
/** Writes on skills and kits, and on who one is. */
export const publish = { access: 'publish', bucket: 'write', cache: 'none' } as const;
export const claim = { ...publish, access: 'claim' } as const;

export const skillErrors = ['invalid_parameter', 'skill_not_found'] as const;
export const versionErrors = [...skillErrors, 'version_not_found'] as const;
export const contentErrors = [...versionErrors, 'version_quarantined', 'version_held'] as const;
/** What any JSON body can be refused for. */
export const bodyErrors = [
  'malformed_body',
  'request_timeout',
  'payload_too_large',
  'unsupported_media_type',
  'unavailable',
] as const;
/** What a write below a handle can be refused for. */
export const ownerErrors = ['handle_invalid', 'profile_not_found'] as const;
