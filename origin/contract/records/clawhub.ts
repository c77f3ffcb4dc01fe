/** What ClawHub's program reads in answers (`clawhub` 0.23). Times are milliseconds; `null` stands where it wants one. */
import { z } from 'zod';
import { Count, Handle, limits, Prose, Slug, UploadId, VersionName } from '../fields.ts';

const Milliseconds = z.int().min(0);
const Named = z.object({ version: VersionName });

/** Of a version nothing else is kept than its files and its label. */
const Version = z.object({
  version: VersionName,
  createdAt: Milliseconds,
  changelog: z.literal(''),
  license: z.literal('MIT-0').nullable(),
});

const Skill = z.object({
  slug: Slug,
  displayName: z.string(),
  summary: z.string(),
  tags: z.object({ latest: VersionName.optional() }),
  stats: z.object({ downloads: Count, installs: Count, stars: Count }),
  createdAt: Milliseconds,
  updatedAt: Milliseconds,
});

const Moderation = z.object({
  isSuspicious: z.boolean(),
  isMalwareBlocked: z.boolean(),
  verdict: z.enum(['clean', 'suspicious', 'malicious']),
  reasonCodes: z.array(z.string()),
  summary: z.string().nullable(),
});

const Evidence = z.object({
  code: z.string(),
  severity: z.enum(['info', 'warn', 'critical']),
  file: z.string(),
  line: Count,
  message: z.string(),
  evidence: z.literal(''),
});

export const ClawhubUser = z.object({
  user: z.object({ handle: Handle.nullable(), displayName: z.string().nullable() }),
});

export const ClawhubResults = z.object({
  results: z.array(
    z.object({
      slug: Slug,
      ownerHandle: Handle,
      displayName: z.string(),
      summary: z.string(),
      version: VersionName,
      score: z.number(),
      downloads: Count,
    }),
  ),
});

export const ClawhubSkills = z.object({
  items: z.array(Skill.extend({ ownerHandle: Handle, latestVersion: Version })),
  nextCursor: z.string().nullable(),
});

export const ClawhubSkill = z.object({
  skill: Skill,
  latestVersion: Version.nullable(),
  owner: z.object({ handle: Handle, displayName: z.string() }),
  moderation: Moderation,
});

export const ClawhubModeration = z.object({ moderation: Moderation.extend({ evidence: z.array(Evidence) }) });

export const ClawhubVersions = z.object({ items: z.array(Version), nextCursor: z.string().nullable() });

export const ClawhubVersion = z.object({
  version: Version.extend({
    files: z.array(z.object({ path: z.string(), size: Count, sha256: z.string() })),
    security: z.object({ status: z.enum(['clean', 'suspicious']), hasWarnings: z.boolean() }),
  }),
  skill: z.object({ slug: Slug, displayName: z.string() }),
});

export const ClawhubResolved = z.object({ match: Named.nullable(), latestVersion: Named.nullable() });

export const ClawhubVerification = z.object({
  schema: z.literal('clawhub.skill.verify.v1'),
  ok: z.boolean(),
  decision: z.enum(['pass', 'fail']),
  reasons: z.array(z.string()),
  slug: Slug,
  displayName: z.string(),
  pageUrl: z.string(),
  publisherHandle: Handle,
  publisherDisplayName: z.string(),
  publisherProfileUrl: z.string(),
  version: VersionName,
  resolvedFrom: z.enum(['latest', 'version', 'tag']),
  tag: z.string().nullable(),
  createdAt: Milliseconds,
  card: z.null(),
  artifact: z.object({ hash: z.string(), files: Count }),
  provenance: z.null(),
  security: Moderation,
  signature: z.object({ status: z.string(), fingerprint: z.string().nullable() }),
});

/** A file that is going to be sent. */
export const ClawhubFile = z.object({
  path: z.string().min(1).max(limits.pathLength),
  size: Count,
  sha256: z.string().regex(/^[a-f0-9]{64}$/),
});

export const ClawhubTicket = z.object({ uploadUrl: z.string(), uploadTicket: UploadId });
export const ClawhubStored = z.object({ storageId: UploadId });

/** What is said beside these fields is not kept. */
export const ClawhubPublish = z.object({
  slug: Slug,
  ownerHandle: Handle.optional(),
  version: Prose(limits.versionLabelLength).min(1),
  categories: z.array(z.string().max(limits.nameLength)).max(20).optional(),
  migrateOwner: z.boolean().optional(),
  files: z
    .array(ClawhubFile.extend({ storageId: UploadId, uploadTicket: UploadId }))
    .min(1)
    .max(limits.files),
});

export const ClawhubPublished = z.object({
  ok: z.literal(true),
  skillId: z.string(),
  versionId: z.string(),
  slug: Slug,
  version: VersionName,
  publicationStatus: z.enum(['pending', 'published']),
});

export const ClawhubDone = z.object({ ok: z.literal(true) });
export const ClawhubStarred = z.object({ ok: z.literal(true), starred: z.literal(true), alreadyStarred: z.boolean() });
export const ClawhubUnstarred = z.object({
  ok: z.literal(true),
  unstarred: z.literal(true),
  alreadyUnstarred: z.boolean(),
});
export const ClawhubPublisher = z.object({
  ok: z.literal(true),
  publisherId: z.string(),
  handle: Handle,
  created: z.literal(true),
  trusted: z.literal(false),
});

export const DeviceCode = z.object({
  device_code: z.string(),
  user_code: z.string(),
  verification_uri: z.string(),
  verification_uri_complete: z.string(),
  expires_in: Count,
  interval: Count,
});

export const DeviceToken = z.object({
  access_token: z.string(),
  token_type: z.literal('Bearer'),
  scope: z.string(),
  expires_in: Count,
});
