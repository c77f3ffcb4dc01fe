/** The public feed: what is told of once, and shown for as long as everyone sees what it tells of. */
import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import { kitId, skillId } from '../../contract/ids.ts';
import type * as records from '../../contract/records.ts';
import type { Db } from '../engine/engine.ts';
import type { ActivityRow } from '../schema/tables.ts';
import { totalEvents } from '../totals.ts';
import { isInSight, type View, visibleActivity } from '../view.ts';
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

type ActivityItem = z.output<typeof records.ActivityItem>;

/** An item with what its version, kit or person says of itself. */
export interface ActivityEvent extends ActivityItem {
  description: string;
}

interface Page {
  limit: number;
  offset: number;
}

/** One page of the feed, newest first, with the total. */
export async function activityPage(view: View, page: Page): Promise<{ items: ActivityItem[]; total: number }> {
  const events = await activityEvents(view, page);
  return { items: events.map(({ description: _, ...item }) => item), total: await totalEvents(view) };
}

/** The same page of events without the total. */
export async function activityEvents(view: View, page: Page): Promise<ActivityEvent[]> {
  const rows = await visibleActivity(view)
    .leftJoin('skills', 'skills.id', 'activity.skill_id')
    .leftJoin('versions', 'versions.id', 'activity.version_id')
    .leftJoin('kits', 'kits.id', 'activity.kit_id')
    .innerJoin('profiles as owner', 'owner.id', 'activity.actor_id')
    .select([
      'activity.id',
      'activity.kind',
      'activity.created_at',
      'owner.handle as actor',
      'owner.display_name',
      'owner.bio',
      'versions.description as version_description',
      'kits.description as kit_description',
      'skills.slug as skill_slug',
      'versions.name as version_name',
      'versions.hash',
      'versions.label',
      'kits.slug as kit_slug',
      'kits.name as kit_name',
    ])
    .orderBy('activity.id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
  return rows.map((row) => ({
    ...itemOf(row),
    description: row.version_description ?? row.kit_description ?? row.bio,
  }));
}

interface FeedRow {
  id: number;
  kind: ActivityItem['kind'];
  created_at: number;
  actor: string | null;
  display_name: string;
  skill_slug: string | null;
  version_name: string | null;
  hash: string | null;
  label: string | null;
  kit_slug: string | null;
  kit_name: string | null;
}

function itemOf(row: FeedRow): ActivityItem {
  const actor = row.actor ?? '';
  const item = { id: row.id, kind: row.kind, actor, created_at: row.created_at };
  if (row.skill_slug !== null) {
    return {
      ...item,
      target: skillId.format({ author: actor, slug: row.skill_slug }),
      title: row.version_name ?? row.skill_slug,
      ...(row.hash !== null && { hash: row.hash }),
      ...(row.label !== null && { version_label: row.label }),
    };
  }
  if (row.kit_slug !== null)
    return { ...item, target: kitId.format({ owner: actor, slug: row.kit_slug }), title: row.kit_name ?? row.kit_slug };
  return { ...item, target: actor, title: row.display_name };
}
