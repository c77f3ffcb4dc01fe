/**
 * What ClawHub's program asks for (`clawhub` 0.23, as it is published): its paths and words, mapped onto our own
 * operations. A row has the scope, the bucket and the limits of what it stands for. What is not here it is told is not
 * there: packages, transfers, renames and scans on request.
 */
import { z } from 'zod';
import { Handle, Limit, limits, Offset, PairingId, Prose, SearchLimit, Slug, VersionName } from '../fields.ts';
import * as records from '../records/clawhub.ts';
import {
  anyType,
  bodyErrors,
  catalog,
  claim,
  contentErrors,
  heavy,
  type OperationSpec,
  paged,
  publish,
  skillErrors,
} from './row.ts';

/** None of these can be a file: each depends on its query, on what has no default there. */
const asked = { surface: 'clawhub', tag: 'clawhub', onDemand: true } as const;
const list = { ...catalog, ...asked } as const;
const write = { ...publish, surface: 'clawhub', tag: 'clawhub' } as const;
const device = { ...claim, access: 'anonymous', surface: 'device', tag: 'clawhub', method: 'POST' } as const;

/** Without it a name means the only skill that has it. */
const ownerHandle = Handle.optional();
const ofOwner = z.object({ ownerHandle });
const version = VersionName.optional();
const chosen = z.object({ ownerHandle, version, tag: z.string().max(100).optional() });
const named = z.object({ ownerHandle }).default({});

const ambiguous = ['skill_ambiguous', 'missing_parameter'] as const;
const namedErrors = [...skillErrors, ...ambiguous] as const;
const chosenErrors = [...contentErrors, ...ambiguous] as const;
const ofSkill = ['slug_invalid', 'handle_invalid', 'skill_not_found', 'skill_ambiguous', 'forbidden'] as const;

export const clawhub = {
  clawhubUser: {
    ...list,
    access: 'read',
    cache: 'private',
    path: '/api/v1/whoami',
    summary: 'Whose token it is',
    response: records.ClawhubUser,
    errors: [],
  },
  clawhubSearch: {
    ...list,
    path: '/api/v1/search',
    summary: 'Ranked search over skills; with `mode=exact` those of this name',
    query: z.object({ q: z.string(), limit: SearchLimit, mode: z.string().max(20).optional() }),
    response: records.ClawhubResults,
    errors: ['invalid_parameter', 'missing_parameter'],
  },
  clawhubSkills: {
    ...list,
    path: '/api/v1/skills',
    summary: 'Page through the skills, or through those whose name begins so',
    query: z.object({
      limit: Limit,
      cursor: Offset,
      sort: z.string().max(40).optional(),
      prefix: z.string().max(100).optional(),
    }),
    response: records.ClawhubSkills,
    errors: paged,
  },
  clawhubSkill: {
    ...list,
    path: '/api/v1/skills/{slug}',
    summary: 'One skill, and whether it may be installed',
    query: ofOwner,
    response: records.ClawhubSkill,
    errors: [...namedErrors, 'version_held'],
  },
  clawhubModeration: {
    ...list,
    path: '/api/v1/skills/{slug}/moderation',
    summary: 'What the scan of the newest version found',
    query: ofOwner,
    response: records.ClawhubModeration,
    errors: [...namedErrors, 'version_not_found'],
  },
  clawhubVersions: {
    ...list,
    path: '/api/v1/skills/{slug}/versions',
    summary: 'The versions of a skill, newest first',
    query: z.object({ ownerHandle, limit: Limit, cursor: Offset }),
    response: records.ClawhubVersions,
    errors: namedErrors,
  },
  clawhubVersion: {
    ...list,
    path: '/api/v1/skills/{slug}/versions/{version}',
    summary: 'One version with its files',
    query: ofOwner,
    response: records.ClawhubVersion,
    errors: chosenErrors,
  },
  clawhubFile: {
    ...list,
    path: '/api/v1/skills/{slug}/file',
    summary: 'The bytes of one file',
    query: chosen.extend({ path: z.string() }),
    media: 'application/octet-stream',
    errors: [...chosenErrors, 'file_not_found'],
  },
  clawhubVerification: {
    ...list,
    path: '/api/v1/skills/{slug}/verify',
    summary: 'Who published a version, who signed it and what the scan says',
    query: chosen,
    response: records.ClawhubVerification,
    errors: chosenErrors,
  },
  clawhubArchive: {
    ...heavy,
    ...asked,
    cache: 'catalog',
    path: '/api/v1/download',
    summary: 'One version as a zip',
    query: chosen.extend({ slug: Slug }),
    media: 'application/zip',
    errors: chosenErrors,
  },
  clawhubResolved: {
    ...list,
    path: '/api/v1/resolve',
    summary: 'Which version of a skill has exactly these files',
    query: z.object({ slug: Slug, ownerHandle, hash: z.string().regex(/^[a-f0-9]{64}$/) }),
    response: records.ClawhubResolved,
    errors: namedErrors,
  },
  announceUpload: {
    ...write,
    method: 'POST',
    path: '/api/v1/skills/-/upload-url',
    summary: 'Announce a file of a publish; the ticket is its caller’s alone, and ends soon',
    body: { json: records.ClawhubFile },
    response: records.ClawhubTicket,
    errors: [...bodyErrors, 'quota_exceeded'],
  },
  storeUpload: {
    ...write,
    method: 'POST',
    path: '/api/v1/uploads/{upload}',
    summary: 'Send the bytes of an announced file',
    body: { raw: [anyType], limit: limits.file },
    response: records.ClawhubStored,
    errors: [...bodyErrors, 'invalid_parameter', 'upload_invalid'],
  },
  clawhubPublish: {
    ...write,
    method: 'POST',
    path: '/api/v1/skills',
    summary: 'Publish a version of the files that were sent',
    body: { json: records.ClawhubPublish, limit: 512 * 1024 },
    response: records.ClawhubPublished,
    errors: [
      ...bodyErrors,
      ...(['upload_invalid', 'conflict', 'forbidden', 'profile_not_found', 'version_label_taken'] as const),
      ...(['version_quarantined', 'slug_invalid', 'handle_invalid', 'bundle_invalid', 'frontmatter_invalid'] as const),
      ...(['secret_found', 'quota_exceeded'] as const),
    ],
  },
  clawhubHide: {
    ...write,
    method: 'DELETE',
    path: '/api/v1/skills/{slug}',
    summary: 'Make a skill private: what it calls deleting or hiding can be taken back',
    body: { json: named, optional: true },
    response: records.ClawhubDone,
    errors: [...bodyErrors, ...ofSkill],
  },
  clawhubRestore: {
    ...write,
    method: 'POST',
    path: '/api/v1/skills/{slug}/undelete',
    summary: 'Make a skill public',
    body: { json: named, optional: true },
    response: records.ClawhubDone,
    errors: [...bodyErrors, ...ofSkill, 'secret_found'],
  },
  clawhubStar: {
    ...write,
    access: 'claim',
    method: 'POST',
    path: '/api/v1/stars/{slug}',
    summary: 'Star a skill',
    query: ofOwner,
    response: records.ClawhubStarred,
    errors: [...ofSkill, 'invalid_parameter', 'conflict'],
  },
  clawhubUnstar: {
    ...write,
    access: 'claim',
    method: 'DELETE',
    path: '/api/v1/stars/{slug}',
    summary: 'Take a star back',
    query: ofOwner,
    response: records.ClawhubUnstarred,
    errors: [...ofSkill, 'invalid_parameter'],
  },
  clawhubPublisher: {
    ...write,
    access: 'claim',
    method: 'POST',
    path: '/api/v1/publishers',
    summary: 'Create a team, as its owner',
    body: { json: z.object({ handle: Handle, displayName: Prose(limits.nameLength).optional() }) },
    response: records.ClawhubPublisher,
    errors: [...bodyErrors, 'handle_invalid', 'handle_taken', 'conflict', 'forbidden', 'quota_exceeded'],
  },
  clawhubTelemetry: {
    ...write,
    access: 'anonymous',
    method: 'POST',
    path: '/api/cli/telemetry/install',
    summary: 'Nothing: what it tells is neither read nor kept',
    response: records.ClawhubDone,
    errors: [],
  },
  requestDeviceCode: {
    ...device,
    path: '/device/code',
    summary: 'Ask for a token: the user approves a code on the site',
    body: { json: z.object({ label: Prose(limits.nameLength).optional() }) },
    response: records.DeviceCode,
    errors: [...bodyErrors, 'rate_limited'],
  },
  redeemDeviceCode: {
    ...device,
    path: '/device/token',
    summary: 'Poll for the token; it is sent exactly once',
    body: { json: z.object({ device_code: PairingId }) },
    response: records.DeviceToken,
    errors: [...bodyErrors, 'not_found', 'forbidden', 'authorization_pending', 'slow_down'],
  },
} as const satisfies Record<string, OperationSpec>;
