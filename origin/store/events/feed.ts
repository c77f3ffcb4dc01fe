/** The public feed. */
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { z } from 'zod';
import { kitId, skillId } from '../../contract/grammar/ids.ts';
import type * as records from '../../contract/records.ts';
import { totalEvents } from '../totals.ts';
import { type View, visibleActivity } from '../view.ts';

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

/** What a part of the feed is about. */
export type About = { profile: number } | { skill: number } | { kit: number };

/** The same page of events without the total, or of those that are `about` something alone. */
export const activityEvents = (view: View, page: Page, about?: About): Promise<ActivityEvent[]> =>
  eventsWhere(view, page, about && isAbout(about));

/**
 * One page of what those did whom a person follows, and of versions of what they starred. Each is looked up by an index,
 * and people's own beginnings are left out.
 */
export const followedEvents = (view: View, page: Page, profileId: number): Promise<ActivityEvent[]> =>
  eventsWhere(
    view,
    page,
    sql`activity.id in (
      select id from activity where shown = 1 and kind <> 'profile'
        and actor_id in (select followed_id from follows where follower_id = ${profileId})
      union select id from activity where shown = 1
        and skill_id in (select skill_id from stars where profile_id = ${profileId}))`,
  );

async function eventsWhere(view: View, page: Page, which?: RawBuilder<SqlBool>): Promise<ActivityEvent[]> {
  const rows = await visibleActivity(view)
    .$if(which !== undefined, (events) => events.where(which as RawBuilder<SqlBool>))
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
      'versions.scan_status',
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

/** A kit's are those of the skills in it. */
function isAbout(about: About): RawBuilder<SqlBool> {
  if ('profile' in about) return sql`activity.actor_id = ${about.profile}`;
  if ('skill' in about) return sql`activity.skill_id = ${about.skill}`;
  return sql`activity.skill_id in (select kit_skills.skill_id from kit_skills where kit_skills.kit_id = ${about.kit})`;
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
  scan_status: ActivityItem['scanStatus'] | null;
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
      ...(row.scan_status && { scanStatus: row.scan_status }),
    };
  }
  if (row.kit_slug !== null)
    return { ...item, target: kitId.format({ owner: actor, slug: row.kit_slug }), title: row.kit_name ?? row.kit_slug };
  return { ...item, target: actor, title: row.display_name };
}
