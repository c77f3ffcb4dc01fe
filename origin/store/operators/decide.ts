/** What operators decide about the versions of the queue (queue.ts): once each, whoever comes first. */
import type { z } from 'zod';
import { ApiError } from '../../contract/errors.ts';
import { skillId, target as targets } from '../../contract/grammar/ids.ts';
import type * as operator from '../../contract/records/operators.ts';
import type { decisions } from '../../contract/subjects/deciding.ts';
import type { Db } from '../engine/engine.ts';
import { record } from '../events/record.ts';
import {
  actionsInForce,
  liftAction,
  markReviewed,
  type Target,
  takeAction,
  targetNamed,
} from '../moderation/moderation.ts';
import type { VersionRow } from '../schema/tables.ts';

type Result = z.output<typeof operator.Decided>['results'][number];
type Decision = (typeof decisions)[number];

interface Deciding {
  decision: Decision;
  reason: string;
  by: number;
}

/**
 * Decides about one version, unless that was done: then it says by whom, and nothing happens. Errors: those of `targetNamed`
 * and of the actions; `conflict` for what the decision means nothing to.
 */
export async function decideVersion(db: Db, name: string, deciding: Deciding, now: number): Promise<Result> {
  const target = await targetNamed(db, name);
  if (target.kind !== 'version') throw new ApiError('invalid_parameter', `"${name}" is not a version.`);
  const version = await db.selectFrom('versions').selectAll().where('id', '=', target.id).executeTakeFirstOrThrow();
  if (version.reviewed_at !== null) {
    const message = await decidedBy(db, version);
    return { target: name, outcome: 'decided', message };
  }
  if (version.scan_status === 'clean') throw new ApiError('conflict', 'The scan no longer flags it.');
  await carryOut[deciding.decision](db, target, version, deciding, now);
  return { target: name, outcome: 'done', message: done[deciding.decision] };
}

const done: Record<Decision, string> = {
  release: 'Released.',
  quarantine: 'Quarantined.',
  hide: 'Hid its skill.',
  dismiss: 'Dismissed.',
};

type CarryOut = (db: Db, target: Target, version: VersionRow, deciding: Deciding, now: number) => Promise<void>;

const carryOut: Record<Decision, CarryOut> = {
  release: async (db, { id }, _version, deciding, now) => {
    const keeping = await actionsInForce(db)
      .where('target_kind', '=', 'version')
      .where('target_id', '=', id)
      .where('action', 'in', ['hold', 'quarantine'])
      .select('id')
      .execute();
    if (keeping.length === 0)
      throw new ApiError('conflict', 'It is only flagged, so there is nothing to release. Dismiss it instead.');
    for (const action of keeping) await liftAction(db, action.id, deciding, now);
  },
  quarantine: async (db, target, { scan_status }, { reason, by }, now) => {
    if (scan_status === 'quarantined')
      throw new ApiError('conflict', 'It is quarantined already. Dismiss it to leave it so.');
    await takeAction(db, target, { action: 'quarantine', reason, by }, now);
  },
  hide: async (db, { name, ownerId, ...of }, { skill_id }, { reason, by }, now) => {
    const named = targets.parse(name);
    if (named?.kind !== 'version') throw new Error(`${name} names no version.`);
    const skill: Target = { kind: 'skill', id: skill_id, name: skillId.format(named), ownerId };
    await takeAction(db, skill, { action: 'hide', reason, by }, now);
    await markReviewed(db, { target_kind: 'version', target_id: of.id }, by, now);
  },
  dismiss: async (db, { kind, id, name }, { scan_status }, { reason, by }, now) => {
    if (scan_status === 'incomplete')
      throw new ApiError('conflict', 'It is held: nobody can use it until it is released or quarantined.');
    await markReviewed(db, { target_kind: 'version', target_id: id }, by, now);
    await record(db, { kind: 'moderation.dismissed', target: { kind, id, name }, reason }, { by, now });
  },
};

/** Who decided, and what the version is now: also of a second answer to the same request. */
async function decidedBy(db: Db, { reviewed_by, reviewed_at, scan_status }: VersionRow): Promise<string> {
  const row = await db
    .selectFrom('profiles')
    .select('handle')
    .where('id', '=', reviewed_by ?? 0)
    .executeTakeFirst();
  const at = new Date((reviewed_at ?? 0) * 1000).toISOString().slice(0, 16).replace('T', ' ');
  const now = scan_status === 'incomplete' ? 'held' : scan_status;
  return `${row?.handle ?? 'Someone without a handle'} decided about it at ${at} UTC. It is ${now} now.`;
}
