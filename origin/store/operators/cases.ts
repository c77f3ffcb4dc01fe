/** Reports and appeals that are open: a page of them, and decisions about them, once each, whoever comes first. */
import type { SelectQueryBuilder } from 'kysely';
import type { z } from 'zod';
import { ApiError } from '../../contract/errors.ts';
import type * as operator from '../../contract/records/operators.ts';
import type { Db } from '../engine/engine.ts';
import { answerAppeal, appealRecord, closeReport, reportRecord } from '../moderation/appeals.ts';

type Result = z.output<typeof operator.Decided>['results'][number];
type Reports = z.output<typeof operator.Reports>;
type Appeals = z.output<typeof operator.Appeals>;

export interface Asked {
  target?: string | undefined;
  /** A handle. */
  by?: string | undefined;
  limit: number;
  offset: number;
}

/** Names to choose from. */
const mostNames = 30;

export async function openReports(db: Db, asked: Asked): Promise<Reports> {
  const open = db
    .selectFrom('reports')
    .innerJoin('profiles', 'profiles.id', 'reporter_id')
    .where('resolved_at', 'is', null)
    .select(['reports.id', 'target', 'handle']);
  const { ids, ...page } = await pageOf(db, open, asked);
  const rows = ids.length > 0 ? await db.selectFrom('reports').selectAll().where('id', 'in', ids).execute() : [];
  const reports = inOrder(ids, rows).map((row) => reportRecord(db, row));
  return { reports: await Promise.all(reports), ...page };
}

/** An appeal is about what its action is against. */
export async function openAppeals(db: Db, asked: Asked): Promise<Appeals> {
  const open = db
    .selectFrom('appeals')
    .innerJoin('moderation_actions', 'moderation_actions.id', 'action_id')
    .innerJoin('profiles', 'profiles.id', 'profile_id')
    .where('resolved_at', 'is', null)
    .select(['appeals.id', 'target', 'handle']);
  const { ids, ...page } = await pageOf(db, open, asked);
  const rows = ids.length > 0 ? await db.selectFrom('appeals').selectAll().where('id', 'in', ids).execute() : [];
  const appeals = inOrder(ids, rows).map((row) => appealRecord(db, row));
  return { appeals: await Promise.all(appeals), ...page };
}

interface Case {
  id: number;
  target: string;
  handle: string | null;
}

/** The oldest first. The names of each choice are of what the other one leaves. */
// biome-ignore lint/suspicious/noExplicitAny: whatever tables it is made of.
async function pageOf(db: Db, open: SelectQueryBuilder<any, any, Case>, { target, by, limit, offset }: Asked) {
  const cases = db.selectFrom(open.as('cases'));
  const ofTarget = cases.$if(target !== undefined, (all) => all.where('target', '=', target ?? ''));
  const ofPerson = cases.$if(by !== undefined, (all) => all.where('handle', '=', by ?? ''));
  const chosen = ofTarget.$if(by !== undefined, (all) => all.where('handle', '=', by ?? ''));
  const rows = await chosen.select('id').orderBy('id').limit(limit).offset(offset).execute();
  const { total } = await chosen.select((e) => e.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const targets = await ofPerson
    .groupBy('target')
    .select((e) => ['target as name', e.fn.countAll<number>().as('total')])
    .orderBy('total', 'desc')
    .orderBy('name')
    .limit(mostNames)
    .execute();
  const people = await ofTarget
    .where('handle', 'is not', null)
    .groupBy('handle')
    .select((e) => ['handle as name', e.fn.countAll<number>().as('total')])
    .orderBy('total', 'desc')
    .orderBy('name')
    .limit(mostNames)
    .execute();
  return {
    ids: rows.map(({ id }) => id),
    targets: targets.map(({ name, total: of }) => ({ name, total: Number(of) })),
    people: people.map(({ name, total: of }) => ({ name: name ?? '', total: Number(of) })),
    total: Number(total),
    limit,
    offset,
  };
}

const inOrder = <Row extends { id: number }>(ids: readonly number[], rows: readonly Row[]): Row[] =>
  rows.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));

/** Closes a report unless that was done: then it says by whom. Errors: `not_found`. */
export async function resolveReport(db: Db, id: string, by: number, reason: string, now: number): Promise<Result> {
  const row = await db.selectFrom('reports').selectAll().where('id', '=', Number(id)).executeTakeFirst();
  if (!row) throw new ApiError('not_found', `There is no report ${id}.`);
  if (row.resolved_at !== null)
    return { target: id, outcome: 'decided', message: await decidedBy(db, row, `The report was closed`) };
  await closeReport(db, row.id, by, reason, now);
  return { target: id, outcome: 'done', message: 'Closed.' };
}

interface Answer {
  granted: boolean;
  reason: string;
  by: number;
}

/** Answers an appeal unless that was done: then it says by whom. Errors: `not_found`. */
export async function resolveAppeal(db: Db, id: string, answer: Answer, now: number): Promise<Result> {
  const row = await db.selectFrom('appeals').selectAll().where('id', '=', Number(id)).executeTakeFirst();
  if (!row) throw new ApiError('not_found', `There is no appeal ${id}.`);
  if (row.resolved_at !== null)
    return { target: id, outcome: 'decided', message: await decidedBy(db, row, 'The appeal was answered') };
  const { action } = await answerAppeal(db, row.id, answer, now);
  const message = !answer.granted ? 'Refused.' : action.lifted_at === null ? 'Granted.' : 'Granted and lifted.';
  return { target: id, outcome: 'done', message };
}

interface Resolved {
  resolved_at: number | null;
  resolved_by: number | null;
}

async function decidedBy(db: Db, { resolved_at, resolved_by }: Resolved, what: string): Promise<string> {
  const who = await db
    .selectFrom('profiles')
    .select('handle')
    .where('id', '=', resolved_by ?? 0)
    .executeTakeFirst();
  const at = new Date((resolved_at ?? 0) * 1000).toISOString().slice(0, 16).replace('T', ' ');
  return `${what}${who?.handle ? ` by ${who.handle}` : ''} at ${at} UTC.`;
}
