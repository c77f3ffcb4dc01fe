/** Writes on skills, and the list of those that one may change (CONTRACT.md, Writes). */
import { z } from 'zod';
import { Category, limits, Prose, Substring, Visibility } from '../fields.ts';
import * as records from '../records.ts';
import { bodyErrors, type OperationSpec, own, page, paged, publish } from './row.ts';

const BundleFiles = z.array(
  z.union([
    z.strictObject({ path: z.string(), text: z.string() }),
    z.strictObject({ path: z.string(), base64: z.string() }),
  ]),
);

/** What a publisher says about the bundle: in the query for archives, in the body for JSON. */
const PublishOptions = {
  version_label: Prose(limits.versionLabelLength).min(1).optional(),
  category: Category.optional(),
  visibility: Visibility.optional(),
};

/** For those who publish it. */
const ofSkill = { right: 'publish', under: 'author', of: 'skill' } as const;

export const publishing = {
  publishSkillVersion: {
    ...publish,
    rule: { right: 'publish', under: 'author', of: 'profile' },
    method: 'POST',
    path: '/skills/{author}/{slug}/versions',
    summary: 'Publish a version; the same content again answers 200 with the same record',
    tag: 'publishing',
    query: z.object({ ...PublishOptions, dry_run: z.enum(['true', 'false']).default('false') }),
    body: {
      json: z.strictObject({
        ...PublishOptions,
        files: BundleFiles,
        statement: z
          .string()
          .max(limits.signatureLength)
          .optional()
          .meta({ description: 'The exact text that was signed; a dry run says which.' }),
        signature: z
          .string()
          .max(limits.signatureLength)
          .optional()
          .meta({ description: 'Armored SSHSIG over `statement`.' }),
      }),
      raw: ['application/gzip', 'application/zip'],
      limit: limits.publishBody,
      unparsed: true,
    },
    response: records.PublishedVersion,
    status: 201,
    errors: [
      'invalid_parameter',
      ...bodyErrors,
      'profile_not_found',
      'version_label_taken',
      'conflict',
      'slug_invalid',
      'handle_invalid',
      'bundle_invalid',
      'frontmatter_invalid',
      'secret_found',
      'signature_invalid',
      'quota_exceeded',
    ],
  },
  listOwnSkills: {
    ...own,
    internal: true,
    path: '/account/skills',
    summary: 'The skills that the caller can change, in any state, by name',
    tag: 'publishing',
    query: z.object({ ...page, q: Substring, visibility: Visibility.optional() }),
    response: records.pageOf('skills', records.SkillSummary),
    errors: paged,
  },
  updateSkill: {
    ...publish,
    rule: ofSkill,
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
    errors: [...bodyErrors, 'skill_not_found', 'slug_invalid', 'handle_invalid', 'secret_found'],
  },
  withdrawSkillVersion: {
    ...publish,
    rule: ofSkill,
    method: 'DELETE',
    path: '/skills/{author}/{slug}/versions/{hash}',
    summary: 'Withdraw one version; its content is deleted for good and its number never used again',
    tag: 'publishing',
    response: z.object({ skill_id: z.string(), hash: z.string(), withdrawn: z.literal(true) }),
    errors: ['skill_not_found', 'version_not_found', 'slug_invalid', 'handle_invalid', 'invalid_parameter'],
  },
} as const satisfies Record<string, OperationSpec>;
