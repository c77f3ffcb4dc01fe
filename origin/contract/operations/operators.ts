/** What operators read and decide in bulk (the rest is in moderation.ts). Internal: for the site's own pages. */
import { z } from 'zod';
import { Handle, limits, Prose, RowId } from '../fields.ts';
import { ModerationTarget } from '../records/account.ts';
import * as operator from '../records/operators.ts';
import { decidedAtOnce, decisions, questionKinds } from '../subjects/deciding.ts';
import { bodyErrors, claim, type OperationSpec, own, page, paged, versionErrors } from './row.ts';

const reads = { ...own, access: 'operator', internal: true, tag: 'moderation' } as const;

/** What is decided the same way about many of its kind. */
const decides = { ...claim, access: 'operator', internal: true, method: 'POST', tag: 'moderation' } as const;
const Reason = Prose(limits.descriptionLength).min(1);
const Chosen = z.array(RowId).min(1).max(decidedAtOnce);
/** Of reports and appeals: what they are about, and whose they are. */
const casesQuery = z.object({ ...page, target: ModerationTarget.optional(), by: Handle.optional() });

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
    ...decides,
    path: '/moderation/decisions',
    summary: 'Decide about versions of the queue, each on its own; for operators',
    body: {
      json: z.strictObject({
        decision: z.enum(decisions),
        reason: Reason,
        versions: z.array(ModerationTarget).min(1).max(decidedAtOnce),
      }),
    },
    response: operator.Decided,
    errors: bodyErrors,
  },
  listReports: {
    ...reads,
    path: '/moderation/reports',
    summary: 'Open reports, oldest first; for operators',
    query: casesQuery,
    response: operator.Reports,
    errors: paged,
  },
  resolveReports: {
    ...decides,
    path: '/moderation/reports/resolutions',
    summary: 'Close reports with one reason, each on its own; for operators',
    body: { json: z.strictObject({ reason: Reason, reports: Chosen }) },
    response: operator.Decided,
    errors: bodyErrors,
  },
  listAppeals: {
    ...reads,
    path: '/moderation/appeals',
    summary: 'Open appeals, oldest first; for operators',
    query: casesQuery,
    response: operator.Appeals,
    errors: paged,
  },
  resolveAppeals: {
    ...decides,
    path: '/moderation/appeals/resolutions',
    summary: 'Grant appeals, which lifts their actions, or refuse them, each on its own; for operators',
    body: { json: z.strictObject({ granted: z.boolean(), reason: Reason, appeals: Chosen }) },
    response: operator.Decided,
    errors: bodyErrors,
  },
  featureKit: {
    ...claim,
    access: 'operator',
    internal: true,
    method: 'PUT',
    path: '/kits/{owner}/{slug}/featured',
    summary: 'Show a kit on the home page, after those that are there, or no more; for operators',
    tag: 'moderation',
    body: { json: z.strictObject({ featured: z.boolean() }) },
    response: operator.Featured,
    errors: [...bodyErrors, 'handle_invalid', 'slug_invalid', 'kit_not_found', 'conflict'],
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
