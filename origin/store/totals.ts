/**
 * What a caller sees, counted. What everyone sees is counted by the database as it changes (triggers of the schema), so that
 * it is looked up; what a caller sees besides, or alone, has to be counted when they ask.
 */
import { sql } from 'kysely';
import type { Category } from '../contract/fields.ts';
import { countPeople, publishers } from './people/directory.ts';
import { secondsOfDay } from './schema/indexing.ts';
import { isKitKey, listedSkills, unlistedOwnSkills, type View, visibleActivity } from './view.ts';

/** Visible skills by what they are, with the `total` of each kind that there is; a kind may come twice. */
export function skillTotals({ db, caller }: View) {
  const kinds = ['skills.category', 'skills.signature_status', 'skills.scan_status'] as const;
  const one = sql<number>`1`.as('total');
  if (isKitKey(caller))
    return db.selectFrom(
      listedSkills({ db, caller })
        .select([...kinds, one])
        .as('totals'),
    );
  const kept = db.selectFrom('skill_totals').select(['category', 'signature_status', 'scan_status', 'total']);
  const own = unlistedOwnSkills({ db, caller }).select([...kinds, one]);
  return db.selectFrom(caller ? kept.unionAll(own).as('totals') : kept.as('totals'));
}

/** How many skills there are, or how many of these categories. */
export async function totalSkills(view: View, categories?: readonly Category[]): Promise<number> {
  const chosen = skillTotals(view).$if(categories !== undefined, (e) => e.where('category', 'in', categories ?? []));
  return (await chosen.select(sum.as('sum')).executeTakeFirstOrThrow()).sum;
}

/** How many profiles have published something visible. */
export async function totalAuthors(view: View): Promise<number> {
  if (view.caller) return countPeople(await publishers(view));
  const authors = view.db.selectFrom('author_totals').select((e) => e.fn.countAll<number>().as('total'));
  return (await authors.executeTakeFirstOrThrow()).total;
}

/** Visible events by their kind and UTC day, with the `total` of each. */
function activityTotals(view: View) {
  const day = sql<number>`activity.created_at / ${sql.lit(secondsOfDay)}`;
  const counted = visibleActivity(view)
    .groupBy(['activity.kind', day])
    .select((e) => ['activity.kind', day.as('day'), e.fn.countAll<number>().as('total')]);
  const kept = view.db.selectFrom('activity_totals').select(['kind', 'day', 'total']);
  return view.db.selectFrom(isKitKey(view.caller) ? counted.as('totals') : kept.as('totals'));
}

export async function totalEvents(view: View): Promise<number> {
  return (await activityTotals(view).select(sum.as('sum')).executeTakeFirstOrThrow()).sum;
}

/** How many versions were published on each UTC day from this one on (days since 1970), by days that had one. */
export async function publishesByDay(view: View, firstDay: number): Promise<Map<number, number>> {
  const publishes = activityTotals(view).where('kind', '=', 'publish').where('day', '>=', firstDay);
  const rows = await publishes.select(['day', 'total']).execute();
  return new Map(rows.map(({ day, total }) => [day, total]));
}

const sum = sql<number>`cast(coalesce(sum(totals.total), 0) as bigint)`;
