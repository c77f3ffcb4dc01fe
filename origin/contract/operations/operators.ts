/** What operators read and decide in bulk (the rest is in moderation.ts). Internal: for the site's own pages. */
import { z } from 'zod';
import { ModerationTarget } from '../accountRecords.ts';
import { decidedAtOnce, decisions, questionKinds } from '../deciding.ts';
import { Handle, limits, Prose } from '../fields.ts';
import * as operator from '../operatorRecords.ts';
import { bodyErrors, claim, type OperationSpec, own, page, paged, versionErrors } from './row.ts';

const reads = { ...own, access: 'operator', internal: true, tag: 'moderation' } as const;

/** As reports name rules. */
const RuleId = z.string().regex(/^[a-z0-9][a-z0-9-]{0,63}$/, 'must be the id of a rule');

export const operators = {
  listVersionsInQuestion: {
    ...reads,
    path: '/moderation/versions',
    summary: 'Versions that the scan holds, quarantined or flagged and no operator has looked at; for operators',
    query: z.object({
      ...page,
      kind: z.enum(questionKinds).optional(),
      rule: RuleId.optional(),
      author: Handle.optional(),
      sort: z.enum(['worst', 'oldest']).default('worst'),
    }),
    response: operator.VersionsInQuestion,
    errors: paged,
  },
  decideVersions: {
    ...claim,
    access: 'operator',
    internal: true,
    method: 'POST',
    path: '/moderation/decisions',
    summary: 'Decide about versions of the queue, each on its own; for operators',
    tag: 'moderation',
    body: {
      json: z.strictObject({
        decision: z.enum(decisions),
        reason: Prose(limits.descriptionLength).min(1),
        versions: z.array(ModerationTarget).min(1).max(decidedAtOnce),
      }),
    },
    response: operator.Decided,
    errors: bodyErrors,
  },
  getDiffToDecide: {
    ...reads,
    bucket: 'heavy',
    path: '/skills/{author}/{slug}/versions/{hash}/changes',
    summary: 'What a version changes, in whatever state it is; for operators',
    response: operator.DiffToDecide,
    errors: [...versionErrors, 'unavailable'],
  },
  getDashboard: {
    ...reads,
    path: '/moderation/dashboard',
    summary: 'How the registry is doing; for operators',
    response: operator.Dashboard,
    errors: [],
  },
  findAnything: {
    ...reads,
    path: '/moderation/search',
    summary:
      'Accounts, skills, versions, kits, reports, appeals, actions, devices and tokens by name or id; for operators',
    query: z.object({ q: z.string().trim().max(200).default('') }),
    response: operator.Found,
    errors: ['invalid_parameter'],
  },
} as const satisfies Record<string, OperationSpec>;
