/** The log that the snapshot follows, and sync manifests: what may look different after each event, and since when. */
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { compiledOnce } from '../engine/compiled.ts';
import type { Db } from '../engine/engine.ts';
import type { ChangeKind, Changes } from '../schema/tables.ts';
import type { Event, EventKind, Said } from './event.ts';

export interface Change {
  kind: ChangeKind;
  /** Row id in the table of that kind; 0 where the kind has one entity. */
  entityId: number;
}

/** A query for the kind and id of entities: one, or as many as there are. */
type Entities = RawBuilder<unknown>;

const entity = (kind: ChangeKind | 'library', id: number): Entities =>
  sql`select ${sql.lit(kind)}, cast(${id} as bigint)`;

const skill = ({ skill }: { skill: number }) => [entity('skill', skill)];
/** Whose profile shows what is decided about the skill, also where nobody sees the skill. */
const ownerOf = (id: RawBuilder<unknown> | number) => sql`select 'profile', owner_id from skills where id = ${id}`;
const kit = ({ kit }: { kit: number }) => [entity('kit', kit)];
const profile = ({ profile }: { profile: number }) => [entity('profile', profile)];
const library = (id: number) => entity('library', id);
const moderation = entity('moderation', 0);
const advisory = ({ advisory }: { advisory: number }) => [entity('advisory', advisory)];
const devices = () => [entity('counter', 0)];
const nothing = () => [];

/** What stands under a profile's handle, or names it: its skills, its kits, and the skills it runs. */
const named = (id: number) => [
  sql`select 'skill', id from skills where owner_id = ${id}`,
  sql`select 'skill', skill_id from library where profile_id = ${id}`,
  sql`select 'kit', id from kits where owner_id = ${id}`,
];

/** Those who count a profile among the ones they follow, or are followed by. */
const neighbours = (id: number) => [
  sql`select 'profile', followed_id from follows where follower_id = ${id}`,
  sql`select 'profile', follower_id from follows where followed_id = ${id}`,
];

/** Teams that may have lost their last owner who can act, or have one again. */
const teamsOf = (id: number) =>
  sql`select 'profile', team_id from team_members where member_id = ${id} and role = 'owner'`;

/** A profile that everyone sees from now on, or nobody any more. */
const appearing = (id: number) => [...named(id), ...neighbours(id)];

/** Actions in force against a profile, and what is its own, are called by its handle (targetNames.ts). */
const actionsNaming = (handle: string) => sql`select distinct 'moderation', cast(0 as bigint) from moderation_actions
  where lifted_at is null and (target = ${handle} or target like ${`${handle}:%`})`;

function decided({ target, sightChanged }: Said['moderation.hidden']): Entities[] {
  const { kind, id } = target;
  if (kind === 'skill') return [moderation, entity('skill', id), ownerOf(id)];
  if (kind === 'version') {
    const skill = sql`(select skill_id from versions where id = ${id})`;
    return [moderation, sql`select 'skill', ${skill}`, ownerOf(skill)];
  }
  return [moderation, entity('profile', id), teamsOf(id), ...(sightChanged ? appearing(id) : [])];
}

const inTeam = ({ profile, member }: { profile: number; member: number }) => [
  entity('profile', profile),
  library(member),
];

/** What anonymous callers, or as `library` a person's devices, may see differently after an event. May name one twice. */
const changed: { [K in EventKind]: (said: Said[K]) => Entities[] } = {
  'version.published': ({ owner, number, ...event }) => [...skill(event), ...(number === 1 ? [library(owner)] : [])],
  'version.withdrawn': skill,
  'version.scanned': skill,
  'version.judged': skill,
  // What made it the latest version is a change of the same skill.
  'version.auto_approved': nothing,
  // The public log leaves out what is against private skills.
  'skill.made_public': (event) => [...skill(event), moderation, ownerOf(event.skill)],
  'skill.made_private': (event) => [...skill(event), moderation, ownerOf(event.skill)],
  'skill.deprecated': skill,
  'skill.undeprecated': skill,
  'skill.changed': skill,
  'skill.starred': skill,
  'skill.unstarred': skill,
  'skill.derived': ({ skills }) => skills.map((id) => entity('skill', id)),
  'moderation.quarantined': decided,
  'moderation.hidden': decided,
  'moderation.suspended': decided,
  'moderation.warned': decided,
  'moderation.held': decided,
  'moderation.released': decided,
  'moderation.dismissed': nothing,
  'moderation.lifted': decided,
  'report.filed': nothing,
  'report.closed': nothing,
  'appeal.filed': nothing,
  'appeal.granted': nothing,
  'appeal.refused': nothing,
  'advisory.added': advisory,
  'advisory.changed': advisory,
  'advisory.withdrawn': advisory,
  'handle.claimed': ({ profile: id, handle }) => [
    entity('profile', id),
    library(id),
    teamsOf(id),
    ...appearing(id),
    actionsNaming(handle),
  ],
  'handle.renamed': ({ profile: id, handle }) => [entity('profile', id), ...named(id), actionsNaming(handle)],
  'handle.released': ({ profile: id }) => [entity('profile', id), library(id), teamsOf(id), ...appearing(id)],
  'profile.changed': profile,
  'profile.picture_removed': profile,
  'profile.followed': ({ followed, ...event }) => [...profile(event), entity('profile', followed)],
  'profile.unfollowed': ({ followed, ...event }) => [...profile(event), entity('profile', followed)],
  'key.bound': profile,
  'key.queued': nothing,
  'key.called_off': nothing,
  'key.revoked': profile,
  'team.joined': inTeam,
  'team.role_changed': profile,
  'team.claimed': profile,
  'team.left': inTeam,
  'invitation.sent': nothing,
  'invitation.declined': nothing,
  'invitation.withdrawn': nothing,
  'kit.created': kit,
  'kit.made_public': kit,
  'kit.made_private': kit,
  'kit.changed': kit,
  'kit.deleted': kit,
  'kit.featured': kit,
  'kit.unfeatured': kit,
  'kit.skill_put': kit,
  'kit.skill_removed': kit,
  // What was held before is known by its kit, or its skill, to who held it.
  'kit.subscribed': (event) => [...kit(event), library(event.profile)],
  'kit.unsubscribed': kit,
  'library.approved': ({ isNew, ...event }) => [library(event.profile), ...(isNew ? skill(event) : [])],
  'library.skipped': nothing,
  'library.removed': skill,
  'device.paired': devices,
  'device.removed': devices,
};

export const eventKinds = Object.keys(changed) as EventKind[];

export async function noteChanges(db: Db, event: Event): Promise<void> {
  const entities = (changed[event.kind] as (event: Event) => Entities[])(event);
  if (entities.length === 0) return;
  await sql`insert into changes (kind, entity_id) ${sql.join(entities, sql` union `)}`.execute(db);
}

/** The number of the newest settled change: what follows has all up to it. 0 before the first. */
export async function newestChange(db: Db): Promise<number> {
  const [newest] = await newestOnce(db, '', [], () =>
    db.selectFrom('changes').select((e) => e.fn.max('seq').as('seq')),
  );
  return newest?.seq ?? 0;
}

const newestOnce = compiledOnce<{ seq: number | null }>();

const allNoted = sql<Changes>`noted_changes`.as('noted');

/** What is committed now. */
export interface Noted {
  /** The number of the newest settled change, and of the newest of all. */
  settled: number;
  newest: number;
  /** Changes whose number is not settled yet: while that stands still this only grows. */
  open: number;
}

export async function notedNow(db: Db): Promise<Noted> {
  const [noted] = await notedOnce(
    db,
    '',
    [],
    () => sql<Noted>`select settled, coalesce((select max(seq) from noted_changes), 0) as newest,
      (select count(*) from noted_changes where seq > settled) as open
      from (select coalesce(max(seq), 0) as settled from changes) as known`,
  );
  return noted ?? { settled: 0, newest: 0, open: 0 };
}

const notedOnce = compiledOnce<Noted>();

/** How many changes there are after `seq`. */
export async function countAfter(db: Db, seq: number): Promise<number> {
  const after = db.selectFrom(allNoted).where('seq', '>', seq);
  return (await after.select((e) => e.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()).count;
}

/**
 * Each entity that may look different to anonymous callers since `seq`, once. What is not settled comes up again. The kind is an
 * expression, which no index has: by the one that is in this order SQLite would walk through the changes of all entities.
 */
export async function changesAfter(db: Db, seq: number): Promise<Change[]> {
  const kind = sql<ChangeKind>`kind || ''`;
  const rows = await db
    .selectFrom(allNoted)
    .select([kind.as('kind'), 'entity_id'])
    .where('seq', '>', seq)
    .where('kind', '<>', 'library')
    .distinct()
    .orderBy(kind)
    .orderBy('entity_id')
    .execute();
  return rows.map(({ kind, entity_id }) => ({ kind, entityId: entity_id }));
}

/** What was noted after `seq`, of every kind, in order: at most `limit` of it. What is settled comes first. */
export const notesAfter = (db: Db, seq: number, limit: number) =>
  db
    .selectFrom(allNoted)
    .selectAll()
    .select(sql<SqlBool>`seq <= (select max(seq) from changes)`.as('is_settled'))
    .where('seq', '>', seq)
    .orderBy('seq')
    .limit(limit)
    .execute();
