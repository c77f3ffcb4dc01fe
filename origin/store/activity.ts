/** The public feed. */
import { sql } from 'kysely';
import type { z } from 'zod';
import type * as records from '../contract/records.ts';
import { kitIdOf } from './kits.ts';
import { skillIdOf } from './skills.ts';
import { type View, visibleActivity } from './view.ts';

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
  const total = await countActivity(view);
  return { items: (await activityEvents(view, page)).map(({ description: _, ...item }) => item), total };
}

export async function countActivity(view: View): Promise<number> {
  const { total } = await visibleActivity(view)
    .select((e) => e.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

/** The same page of events without the total, which takes a look at every one of them. */
export async function activityEvents(view: View, page: Page): Promise<ActivityEvent[]> {
  const rows = await visibleActivity(view)
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

/** How many versions were published since this time (Unix seconds). */
export async function publishesSince(view: View, since: number): Promise<number> {
  const { total } = await visibleActivity(view)
    .where('activity.kind', '=', 'publish')
    .where('activity.created_at', '>=', since)
    .select((e) => e.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

/** How many versions were published on each UTC day since this time, by days since 1970; days without any are left out. */
export async function publishesByDay(view: View, since: number): Promise<Map<number, number>> {
  const day = sql<number>`activity.created_at / ${sql.lit(secondsOfDay)}`;
  const rows = await visibleActivity(view)
    .where('activity.kind', '=', 'publish')
    .where('activity.created_at', '>=', since)
    .groupBy(day)
    .select((e) => [day.as('day'), e.fn.countAll<number>().as('total')])
    .execute();
  return new Map(rows.map((row) => [row.day, row.total]));
}

const secondsOfDay = 24 * 60 * 60;

interface ActivityRow {
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

function itemOf(row: ActivityRow): ActivityItem {
  const actor = row.actor ?? '';
  const item = { id: row.id, kind: row.kind, actor, created_at: row.created_at };
  if (row.skill_slug !== null) {
    return {
      ...item,
      target: skillIdOf(actor, row.skill_slug),
      title: row.version_name ?? row.skill_slug,
      ...(row.hash !== null && { hash: row.hash }),
      ...(row.label !== null && { version_label: row.label }),
    };
  }
  if (row.kit_slug !== null)
    return { ...item, target: kitIdOf(actor, row.kit_slug), title: row.kit_name ?? row.kit_slug };
  return { ...item, target: actor, title: row.display_name };
}
