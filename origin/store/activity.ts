/** The public feed. */
import type { z } from 'zod';
import type * as records from '../contract/records.ts';
import { kitIdOf } from './kits.ts';
import { skillIdOf } from './skills.ts';
import { type View, visibleActivity } from './view.ts';

type ActivityItem = z.output<typeof records.ActivityItem>;

/** One page of the feed, newest first, with the total. */
export async function activityPage(
  view: View,
  page: { limit: number; offset: number },
): Promise<{ items: ActivityItem[]; total: number }> {
  const { total } = await visibleActivity(view)
    .select((e) => e.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await visibleActivity(view)
    .select([
      'activity.id',
      'activity.kind',
      'activity.created_at',
      'owner.handle as actor',
      'owner.display_name',
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
  return { items: rows.map(itemOf), total };
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
