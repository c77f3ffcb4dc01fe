/** What the public feed tells of: each thing once, shown for as long as everyone sees it. feed.ts reads it. */
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../engine/engine.ts';
import type { ActivityRow } from '../schema/tables.ts';
import { isInSight } from './audience.ts';
import type { Event, EventKind, Said } from './event.ts';

type Rows = Partial<Pick<ActivityRow, 'actor_id' | 'skill_id' | 'version_id' | 'kit_id'>>;

/** What the feed makes of an event: it tells of something that it has not told of yet, shows rows, or hides them. */
const follows: { [K in EventKind]?: (db: Db, said: Said[K], now: number) => Promise<unknown> } = {
  'version.published': (db, { skill }, now) => tellOfSkill(db, skill, now),
  'version.withdrawn': (db, { skill, version }) => settleActivity(db, { skill_id: skill, version_id: version }),
  'version.scanned': async (db, { skill, version, was, status }, now) => {
    if (was !== status) await settleVersion(db, skill, version, now);
  },
  'skill.made_public': async (db, { skill }, now) => {
    await settleActivity(db, { skill_id: skill });
    await tellOfSkill(db, skill, now);
  },
  'skill.made_private': (db, { skill }) => settleActivity(db, { skill_id: skill }),
  'moderation.quarantined': decided,
  'moderation.hidden': decided,
  'moderation.suspended': decided,
  'moderation.held': decided,
  'moderation.released': decided,
  'moderation.lifted': decided,
  // Once: under another handle it is no new profile.
  'handle.claimed': async (db, { profile }, now) => {
    await settleActivity(db, { actor_id: profile });
    await tellOfProfile(db, profile, now);
  },
  'handle.released': (db, { profile }) => settleActivity(db, { actor_id: profile }),
  'kit.created': (db, { kit }, now) => tellOfKit(db, kit, now),
  'kit.made_public': async (db, { kit }, now) => {
    await settleActivity(db, { kit_id: kit });
    await tellOfKit(db, kit, now);
  },
  'kit.made_private': (db, { kit }) => settleActivity(db, { kit_id: kit }),
  'kit.deleted': (db, { kit }) => db.deleteFrom('activity').where('kit_id', '=', kit).execute(),
};

export async function followInActivity(db: Db, event: Event, now: number): Promise<void> {
  await (follows[event.kind] as ((...args: [Db, Event, number]) => Promise<unknown>) | undefined)?.(db, event, now);
}

async function decided(db: Db, { target, sightChanged }: Said['moderation.hidden'], now: number): Promise<void> {
  if (target.kind === 'skill') return settleActivity(db, { skill_id: target.id });
  if (target.kind === 'profile') return sightChanged ? settleActivity(db, { actor_id: target.id }) : undefined;
  const versions = db.selectFrom('versions').select('skill_id').where('id', '=', target.id);
  await settleVersion(db, (await versions.executeTakeFirstOrThrow()).skill_id, target.id, now);
}

/** After a change to what a version's scan and the actions against it come to, another one may be the latest. */
async function settleVersion(db: Db, skillId: number, versionId: number, now: number): Promise<void> {
  await settleActivity(db, { skill_id: skillId, version_id: versionId });
  await tellOfSkill(db, skillId, now);
}

/** Shows or hides the rows of these, after a change to who sees them. */
export async function settleActivity(db: Db, rows: Rows): Promise<void> {
  await db
    .updateTable('activity')
    .set({ shown: sql<0 | 1>`1 - shown` })
    .where((e) => e.and(rows))
    .where('shown', '<>', sql<0 | 1>`case when ${isInSight} then 1 else 0 end`)
    .execute();
}

/** The latest version of a public skill. A private one leaves no row behind. */
const tellOfSkill = (db: Db, skillId: number, now: number) =>
  tell(
    db,
    sql`select 'publish' as kind, owner_id as actor_id, id as skill_id, latest_version_id as version_id,
      cast(null as bigint) as kit_id from skills where id = ${skillId} and visibility = 'public' and latest_version_id is not null`,
    sql`told.skill_id = activity.skill_id and told.version_id = activity.version_id`,
    now,
  );

/** A public kit. A private one leaves no row behind. */
const tellOfKit = (db: Db, kitId: number, now: number) =>
  tell(
    db,
    sql`select 'kit' as kind, owner_id as actor_id, cast(null as bigint) as skill_id, cast(null as bigint) as version_id,
      id as kit_id from kits where id = ${kitId} and visibility = 'public'`,
    sql`told.kit_id = activity.kit_id`,
    now,
  );

const tellOfProfile = (db: Db, profileId: number, now: number) =>
  tell(
    db,
    sql`select 'profile' as kind, id as actor_id, cast(null as bigint) as skill_id, cast(null as bigint) as version_id,
      cast(null as bigint) as kit_id from profiles where id = ${profileId}`,
    sql`told.actor_id = activity.actor_id and told.kind = 'profile'`,
    now,
  );

async function tell(db: Db, row: RawBuilder<unknown>, isSame: RawBuilder<unknown>, now: number): Promise<void> {
  await sql`insert into activity (kind, actor_id, skill_id, version_id, kit_id, shown, created_at)
    select kind, actor_id, skill_id, version_id, kit_id, case when ${isInSight} then 1 else 0 end, ${now}
    from (${row}) as activity where not exists (select 1 from activity as told where ${isSame})`.execute(db);
}
