/** What people bring before the operators: reports of others' things, and appeals for their own. */
import type { z } from 'zod';
import { ApiError } from '../../contract/errors.ts';
import type * as personal from '../../contract/records/account.ts';
import type { Db } from '../engine/engine.ts';
import { record } from '../events/record.ts';
import type { AppealRow, ModerationActionRow, ReportRow } from '../schema/tables.ts';
import { actionRecord, liftAction, saidOf, type Target } from './moderation.ts';

type Report = z.output<typeof personal.Report>;
type Appeal = z.output<typeof personal.Appeal>;

/** Open reports of one person; more would only hide the others'. */
const mostOpenReports = 20;

/** Errors: `conflict` where the same person's report of it is open, or too many of theirs are. */
export async function addReport(db: Db, by: number, target: Target, reason: string, now: number): Promise<Report> {
  const open = await db
    .selectFrom('reports')
    .select('target')
    .where('reporter_id', '=', by)
    .where('resolved_at', 'is', null)
    .execute();
  if (open.some((report) => report.target === target.name))
    throw new ApiError('conflict', `You already have an open report of ${target.name}.`);
  if (open.length >= mostOpenReports)
    throw new ApiError(
      'conflict',
      `You have ${mostOpenReports} open reports. Wait until the operators have read them.`,
    );
  const row = await db
    .insertInto('reports')
    .values({ reporter_id: by, target: target.name, reason, created_at: now, resolved_at: null, resolved_by: null })
    .returningAll()
    .executeTakeFirstOrThrow();
  await record(db, { kind: 'report.filed', ...saidOfReport(row, reason) }, { by, now });
  return reportRecord(db, row);
}

/** Errors: `not_found` where it is not open. */
export async function closeReport(db: Db, id: number, by: number, reason: string, now: number): Promise<Report> {
  const row = await db
    .updateTable('reports')
    .set({ resolved_at: now, resolved_by: by })
    .where('id', '=', id)
    .where('resolved_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
  if (!row) throw new ApiError('not_found', `There is no open report ${id}.`);
  await record(db, { kind: 'report.closed', ...saidOfReport(row, reason) }, { by, now });
  return reportRecord(db, row);
}

const saidOfReport = ({ id: report, reporter_id: profile, target }: ReportRow, reason: string) => ({
  ...{ profile, report, target, reason },
});

export async function reportRecord(db: Db, row: ReportRow): Promise<Report> {
  const { id, target, reason, created_at, resolved_at } = row;
  return { id: String(id), target, reason, reporter: await handleOf(db, row.reporter_id), created_at, resolved_at };
}

/** Actions against a profile, its teams, and what is theirs, oldest first: in force, or lifted after `since`. */
export function ownActions(db: Db, profileId: number, since: number): Promise<ModerationActionRow[]> {
  const teams = db.selectFrom('team_members').select('team_id as id').where('member_id', '=', profileId);
  const own = db
    .selectFrom('profiles')
    .select('id')
    .where('id', '=', profileId)
    .union(teams.where('role', '<>', 'member'));
  const skills = db.selectFrom('skills').select('skills.id').where('owner_id', 'in', own);
  const versions = db.selectFrom('versions').select('versions.id').where('skill_id', 'in', skills);
  return db
    .selectFrom('moderation_actions')
    .where((e) => e.or([e('lifted_at', 'is', null), e('lifted_at', '>', since)]))
    .where((e) =>
      e.or([
        e('target_kind', '=', 'profile').and('target_id', 'in', own),
        e('target_kind', '=', 'skill').and('target_id', 'in', skills),
        e('target_kind', '=', 'version').and('target_id', 'in', versions),
      ]),
    )
    .orderBy('id')
    .selectAll()
    .execute();
}

/** Errors: `not_found` where no such action is in force against what is theirs; `conflict` while one is open. */
export async function addAppeal(db: Db, by: number, actionId: number, message: string, now: number): Promise<Appeal> {
  const action = (await ownActions(db, by, now)).find(({ id }) => id === actionId);
  if (!action) throw new ApiError('not_found', `There is no action ${actionId} in force against you.`);
  const before = await appealOf(db, actionId);
  if (before && before.resolved_at === null) throw new ApiError('conflict', 'You already have an open appeal.');
  const row = await db
    .insertInto('appeals')
    .values({
      action_id: actionId,
      profile_id: by,
      message,
      answer: '',
      created_at: now,
      resolved_at: null,
      resolved_by: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await record(db, { kind: 'appeal.filed', ...saidOf(action, message), appeal: row.id }, { by, now });
  return appealRecord(db, row);
}

/** The newest appeal against an action. */
export const appealOf = (db: Db, actionId: number): Promise<AppealRow | undefined> =>
  db.selectFrom('appeals').selectAll().where('action_id', '=', actionId).orderBy('id', 'desc').executeTakeFirst();

/** Granting lifts the action. Errors: `not_found` where it is not open. */
export async function answerAppeal(
  db: Db,
  id: number,
  { by, granted, reason }: { by: number; granted: boolean; reason: string },
  now: number,
): Promise<Appeal> {
  const row = await db
    .updateTable('appeals')
    .set({ resolved_at: now, resolved_by: by, answer: reason })
    .where('id', '=', id)
    .where('resolved_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
  if (!row) throw new ApiError('not_found', `There is no open appeal ${id}.`);
  const action = await actionOf(db, row);
  const kind = granted ? 'appeal.granted' : 'appeal.refused';
  await record(db, { kind, ...saidOf(action, reason), appeal: id }, { by, now });
  if (granted && action.lifted_at === null) await liftAction(db, row.action_id, { reason, by }, now);
  return appealRecord(db, row);
}

export async function appealRecord(db: Db, row: AppealRow): Promise<Appeal> {
  const { id, message, created_at, resolved_at, answer } = row;
  const action = await actionOf(db, row);
  const by = await handleOf(db, row.profile_id);
  return { id: String(id), action: await actionRecord(db, action), by, message, created_at, resolved_at, answer };
}

const actionOf = (db: Db, { action_id }: AppealRow): Promise<ModerationActionRow> =>
  db.selectFrom('moderation_actions').selectAll().where('id', '=', action_id).executeTakeFirstOrThrow();

async function handleOf(db: Db, profileId: number): Promise<string> {
  const row = await db.selectFrom('profiles').select('handle').where('id', '=', profileId).executeTakeFirst();
  return row?.handle ?? '';
}
