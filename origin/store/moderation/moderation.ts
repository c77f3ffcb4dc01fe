/** Actions against versions, skills and accounts: taken, lifted, and what holds because of those in force. */
import type { z } from 'zod';
import { ApiError } from '../../contract/errors.ts';
import { skillId, target } from '../../contract/grammar/ids.ts';
import type * as personal from '../../contract/records/account.ts';
import type { moderationActions } from '../../contract/records/account.ts';
import type { moderationStatuses } from '../../contract/records.ts';
import type { Db } from '../engine/engine.ts';
import type { EventKind } from '../events/event.ts';
import { record } from '../events/record.ts';
import { profileByHandle } from '../people/people.ts';
import { changeProfile } from '../people/profiles.ts';
import type { ModerationActionRow } from '../schema/tables.ts';
import { endAction, liftedEvent } from '../skills/scans/scannerActions.ts';
import { settleVersion } from '../skills/scans/scans.ts';
import { addressableSkills, type Caller, isShown } from '../view.ts';

export type ModerationAction = z.output<typeof personal.ModerationAction>;
type Kind = ModerationActionRow['target_kind'];
type ActionName = (typeof moderationActions)[number];

export interface Target {
  kind: Kind;
  id: number;
  /** As it was named. */
  name: string;
  /** The profile that it belongs to, or is. */
  ownerId: number;
}

const allowed: Record<Kind, readonly ActionName[]> = {
  version: ['quarantine'],
  skill: ['quarantine', 'hide', 'warn'],
  profile: ['suspend', 'hide', 'warn'],
};

const kindWords: Record<Kind, string> = { version: 'a version', skill: 'a skill', profile: 'an account' };

const taken = {
  quarantine: 'moderation.quarantined',
  hide: 'moderation.hidden',
  suspend: 'moderation.suspended',
  warn: 'moderation.warned',
} as const satisfies Record<ActionName, EventKind>;

/** From the weakest. */
const statuses = [
  ['warn', 'warned'],
  ['hide', 'hidden'],
  ['quarantine', 'quarantined'],
  ['suspend', 'suspended'],
] as const satisfies [ActionName, (typeof moderationStatuses)[number]][];

/**
 * What a target names to `caller`; to operators everything is named. Errors: `invalid_parameter` for what is no target,
 * `profile_not_found`, `skill_not_found`, `version_not_found`.
 */
export async function targetNamed(db: Db, name: string, caller?: Caller): Promise<Target> {
  const named = target.parse(name);
  if (!named) {
    const forms = '<handle>, <author>:<slug> or <author>:<slug>@sha256:…';
    throw new ApiError('invalid_parameter', `"${name}" is not a target. Write ${forms}.`);
  }
  const { author } = named;
  const owner = await profileByHandle(db, author);
  if (named.kind === 'profile') {
    const isSeen = owner && (!caller || owner.id === caller.profileId || (await isShown(db, owner.id)));
    if (!isSeen) throw new ApiError('profile_not_found', `Nobody has the handle "${author}".`);
    return { kind: 'profile', id: owner.id, name, ownerId: owner.id };
  }
  const missing = new ApiError('skill_not_found', `There is no skill ${skillId.format(named)}.`);
  if (!owner) throw missing;
  const skills = caller ? addressableSkills({ db, caller }) : db.selectFrom('skills');
  const skill = await skills
    .where('skills.owner_id', '=', owner.id)
    .where('skills.slug', '=', named.slug)
    .select('skills.id')
    .executeTakeFirst();
  if (!skill) throw missing;
  if (named.kind === 'skill') return { kind: 'skill', id: skill.id, name, ownerId: owner.id };
  const version = await db
    .selectFrom('versions')
    .select('id')
    .where('skill_id', '=', skill.id)
    .where('hash', '=', named.hash)
    .where('withdrawn_at', 'is', null)
    .executeTakeFirst();
  if (!version) throw new ApiError('version_not_found', `${skillId.format(named)} has no version ${named.hash}.`);
  return { kind: 'version', id: version.id, name, ownerId: owner.id };
}

const anyOf = new Intl.ListFormat('en-GB', { type: 'disjunction' });

/** Errors: `invalid_parameter` for an action that the kind of target doesn't take, `conflict` for one in force. */
export async function takeAction(
  db: Db,
  target: Target,
  { action, reason, by }: { action: ActionName; reason: string; by: number },
  now: number,
): Promise<ModerationAction> {
  const takes = allowed[target.kind];
  if (!takes.includes(action))
    throw new ApiError(
      'invalid_parameter',
      `You can ${anyOf.format(takes)} ${kindWords[target.kind]}, not ${action} it.`,
    );
  if (target.kind === 'profile' && target.id === by) throw new ApiError('conflict', `"${target.name}" is you.`);
  const inForce = await actionsOn(db, target.kind, target.id);
  if (inForce.some((one) => one.action === action))
    throw new ApiError('conflict', `This action is already in force against ${target.name}. Lift it first.`);
  const row = await db
    .insertInto('moderation_actions')
    .values({
      target_kind: target.kind,
      target_id: target.id,
      target: target.name,
      action,
      reason,
      detectors: '',
      created_by: by,
      created_at: now,
      lifted_at: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  const sightChanged = await settle(db, row, now);
  await markReviewed(db, row, by, now);
  await record(db, { kind: taken[action], ...saidOf(row, reason), sightChanged }, { by, now });
  return actionRecord(db, row);
}

/** Errors: `not_found` where it is not in force. */
export async function liftAction(
  db: Db,
  id: number,
  { reason, by }: { reason: string; by: number },
  now: number,
): Promise<ModerationAction> {
  const row = await endAction(db, id, reason, now);
  if (!row) throw new ApiError('not_found', `No action ${id} is in force.`);
  const sightChanged = await settle(db, row, now);
  await markReviewed(db, row, by, now);
  await record(db, liftedEvent(row.action, { ...saidOf(row, reason), sightChanged }), { by, now });
  return actionRecord(db, row);
}

/** Who decided about a version has looked at what the scan says of it, so it leaves the queue (operators/queue.ts). */
export async function markReviewed(
  db: Db,
  { target_kind, target_id }: Pick<ModerationActionRow, 'target_kind' | 'target_id'>,
  by: number,
  now: number,
): Promise<void> {
  if (target_kind !== 'version') return;
  const mark = { reviewed_at: now, reviewed_by: by };
  await db.updateTable('versions').set(mark).where('id', '=', target_id).execute();
}

/** What events say of an action. */
export const saidOf = ({ id, ...row }: ModerationActionRow, reason: string) => ({
  target: { kind: row.target_kind, id: row.target_id, name: row.target },
  action: id,
  reason,
});

/** Makes the target what the actions in force make it. Returns whether everyone began or ceased to see a profile. */
async function settle(db: Db, { target_kind, target_id }: ModerationActionRow, now: number): Promise<boolean> {
  if (target_kind === 'version') {
    await settleVersion(db, target_id, now);
    return false;
  }
  const inForce = await actionsOn(db, target_kind, target_id);
  const moderation_status = statusOf(inForce.map(({ action }) => action));
  if (target_kind === 'profile') return (await changeProfile(db, target_id, { moderation_status })).sightChanged;
  await db.updateTable('skills').set({ moderation_status }).where('id', '=', target_id).execute();
  return false;
}

/** What accounts and skills are by the actions in force against them. */
export const statusOf = (inForce: readonly ModerationActionRow['action'][]): (typeof moderationStatuses)[number] =>
  statuses.findLast(([action]) => inForce.includes(action))?.[1] ?? 'none';

const actionsOn = (db: Db, kind: Kind, id: number): Promise<ModerationActionRow[]> =>
  actionsInForce(db).where('target_kind', '=', kind).where('target_id', '=', id).selectAll().execute();

/** Oldest first. */
export const actionsInForce = (db: Db) =>
  db.selectFrom('moderation_actions').where('lifted_at', 'is', null).orderBy('moderation_actions.id');

export async function actionRecord(db: Db, row: ModerationActionRow): Promise<ModerationAction> {
  const by = await db.selectFrom('profiles').select('handle').where('id', '=', row.created_by).executeTakeFirst();
  return {
    id: String(row.id),
    target: row.target,
    action: row.action,
    reason: row.reason,
    by: by?.handle ?? '',
    created_at: row.created_at,
    lifted_at: row.lifted_at,
  };
}
