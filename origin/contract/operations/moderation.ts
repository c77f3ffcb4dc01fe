/** Reports, actions and appeals (CONTRACT.md, Writes: Moderation). What operators do is internal. */
import { z } from 'zod';
import { limits, Prose } from '../fields.ts';
import * as personal from '../records/account.ts';
import * as operator from '../records/operators.ts';
import { bodyErrors, claim, type OperationSpec, own, page, paged, versionErrors } from './row.ts';

/** What operators alone do: by the site's session, since a program's token that leaks must not moderate. */
const operators = { ...claim, access: 'operator', internal: true } as const;
const operatorsRead = { ...own, access: 'operator', internal: true } as const;
const Reason = Prose(limits.descriptionLength).min(1);
const targetErrors = ['skill_not_found', 'version_not_found', 'profile_not_found'] as const;

export const moderation = {
  reportContent: {
    ...claim,
    method: 'POST',
    path: '/reports',
    summary: 'Report a version, a skill or an account to the operators of the registry',
    tag: 'moderation',
    body: { json: z.strictObject({ target: personal.ModerationTarget, reason: Reason }) },
    response: personal.Report,
    status: 201,
    errors: [...bodyErrors, ...targetErrors, 'conflict'],
  },
  takeModerationAction: {
    ...operators,
    method: 'POST',
    path: '/moderation/actions',
    summary: 'Quarantine, hide, suspend or warn; for operators',
    tag: 'moderation',
    body: {
      json: z.strictObject({
        target: personal.ModerationTarget,
        action: z.enum(personal.moderationActions),
        reason: Reason,
      }),
    },
    response: personal.ModerationAction,
    status: 201,
    errors: [...bodyErrors, 'invalid_parameter', ...targetErrors, 'conflict'],
  },
  liftModerationAction: {
    ...operators,
    method: 'DELETE',
    path: '/moderation/actions/{id}',
    summary: 'Lift an action; for operators',
    tag: 'moderation',
    body: { json: z.strictObject({ reason: Reason.optional() }), optional: true },
    response: personal.ModerationAction,
    errors: [...bodyErrors, 'invalid_parameter', 'not_found'],
  },
  appealModerationAction: {
    ...claim,
    internal: true,
    allowSuspended: true,
    method: 'POST',
    path: '/moderation/actions/{id}/appeal',
    summary: 'Appeal an action against you, your skills or your teams',
    tag: 'moderation',
    body: { json: z.strictObject({ message: Reason }) },
    response: personal.Appeal,
    status: 201,
    errors: [...bodyErrors, 'invalid_parameter', 'not_found', 'conflict'],
  },
  listActionsInForce: {
    ...operatorsRead,
    path: '/moderation/actions',
    summary: 'Actions in force, oldest first; for operators',
    tag: 'moderation',
    response: personal.ActionsInForce,
    errors: [],
  },
  listAuditLog: {
    ...operatorsRead,
    path: '/moderation/audit',
    summary: 'Who decided what and when, newest first; for operators',
    tag: 'moderation',
    query: z.object(page),
    response: operator.AuditLog,
    errors: paged,
  },
  listOwnModeration: {
    ...own,
    internal: true,
    allowSuspended: true,
    path: '/moderation/own',
    summary: 'Actions against the caller, in force or recently lifted, with their appeals',
    tag: 'moderation',
    response: personal.OwnModeration,
    errors: [],
  },
  getVersionFindings: {
    ...own,
    access: 'account',
    internal: true,
    allowSuspended: true,
    rule: { right: 'see', under: 'author', of: 'skill', orOperator: true },
    path: '/skills/{author}/{slug}/versions/{hash}/findings',
    summary: 'The scan report with the lines that it points at; for the skill’s owners',
    tag: 'moderation',
    response: personal.VersionFindings,
    errors: versionErrors,
  },
} as const satisfies Record<string, OperationSpec>;
