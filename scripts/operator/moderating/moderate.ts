/** Moderation from a terminal, as the operator whose registry it is. */

import { ApiError } from '../../../origin/contract/errors.ts';
import { moderationActions } from '../../../origin/contract/records/account.ts';
import { auditPage } from '../../../origin/store/events/audit.ts';
import { answerAppeal, closeReport } from '../../../origin/store/moderation/appeals.ts';
import {
  actionRecord,
  actionsInForce,
  liftAction,
  type ModerationAction,
  takeAction,
  targetNamed,
} from '../../../origin/store/moderation/moderation.ts';
import { openAppeals, openReports } from '../../../origin/store/operators/cases.ts';
import type { OperatorContext, Outcome } from '../operatorContext.ts';

export interface Decision {
  /** Handle of the operator who decides; else the first there was. */
  as?: string;
  reason: string;
}

/** Reports, and appeals, that are listed at once. */
const atOnce = 200;

/** What waits for a decision, and what is in force. */
export async function queue({ engine }: OperatorContext): Promise<Outcome> {
  return engine.read(async (db) => {
    const { reports, total: reported } = await openReports(db, { limit: atOnce, offset: 0 });
    const { appeals, total: appealed } = await openAppeals(db, { limit: atOnce, offset: 0 });
    const rows = await actionsInForce(db).selectAll().execute();
    const actions = await Promise.all(rows.map((row) => actionRecord(db, row)));
    const text = [
      ...section(
        `Reports${reported > atOnce ? ` (the oldest ${atOnce} of ${reported})` : ''}`,
        reports,
        ({ id, target, reporter, reason }) => `${id}  ${target}  by ${reporter}: ${reason}`,
      ),
      ...section(
        `Appeals${appealed > atOnce ? ` (the oldest ${atOnce} of ${appealed})` : ''}`,
        appeals,
        ({ id, action, by, message }) => `${id}  ${action.target}  by ${by}: ${message}`,
      ),
      ...section('In force', actions, (action) => `${action.id}  ${sentence(action)}`),
    ];
    return { text: text.join('\n'), json: { reports, appeals, actions } };
  });
}

function section<T>(title: string, items: readonly T[], line: (item: T) => string): string[] {
  return [`${title}:`, ...(items.length ? items.map((item) => `  ${line(item)}`) : ['  none'])];
}

const sentence = ({ action, target, reason, by }: ModerationAction): string =>
  `${action} ${target} (${by || 'the scanner'}): ${reason}`;

export async function take(
  context: OperatorContext,
  target: string,
  action: string,
  decision: Decision,
): Promise<Outcome> {
  const name = moderationActions.find((known) => known === action);
  if (!name) throw new ApiError('invalid_parameter', `"${action}" is not one of ${moderationActions.join(', ')}.`);
  const record = await context.engine.write(async (db) => {
    const by = await decider(context, decision);
    return takeAction(db, await targetNamed(db, target), { action: name, reason: decision.reason, by }, context.now());
  });
  return { text: `Action ${record.id} is in force: ${sentence(record)}`, json: record };
}

export async function lift(context: OperatorContext, id: string, decision: Decision): Promise<Outcome> {
  const by = await decider(context, decision);
  const record = await context.engine.write((db) =>
    liftAction(db, Number(id), { reason: decision.reason, by }, context.now()),
  );
  return { text: `Lifted: ${sentence(record)}`, json: record };
}

export async function close(context: OperatorContext, id: string, decision: Decision): Promise<Outcome> {
  const by = await decider(context, decision);
  const record = await context.engine.write((db) => closeReport(db, Number(id), by, decision.reason, context.now()));
  return { text: `Closed the report of ${record.target}.`, json: record };
}

export async function answer(
  context: OperatorContext,
  id: string,
  decision: Decision & { grant?: boolean },
): Promise<Outcome> {
  const { grant: granted = false, reason } = decision;
  const by = await decider(context, decision);
  const record = await context.engine.write((db) =>
    answerAppeal(db, Number(id), { by, granted, reason }, context.now()),
  );
  const end = granted ? 'Granted the appeal, lifted the action' : 'Refused the appeal; the action stays';
  return { text: `${end}: ${sentence(record.action)}`, json: record };
}

export async function log({ engine }: OperatorContext, options: { limit: string; offset: string }): Promise<Outcome> {
  const page = await auditPage(engine.db, { limit: Number(options.limit), offset: Number(options.offset) });
  const lines = page.entries.map(({ created_at, actor, action, target, detail }) => {
    const when = new Date(created_at * 1000).toISOString().slice(0, 19);
    return `${when}  ${actor || 'the registry'}  ${action}  ${target}  ${detail}`;
  });
  return { text: lines.join('\n') || 'No decisions yet.', json: page };
}

/** Errors: `forbidden` for a handle that is no operator's, and where there is none. */
async function decider({ engine }: OperatorContext, { as }: Decision): Promise<number> {
  const operators = engine.db.selectFrom('profiles').select('id').where('is_operator', '=', 1).orderBy('id');
  const operator = await (as === undefined ? operators : operators.where('handle', '=', as)).executeTakeFirst();
  if (operator) return operator.id;
  throw new ApiError(
    'forbidden',
    as ? `"${as}" is not an operator.` : 'This registry has no operator yet. npm start prints a link to become one.',
  );
}
