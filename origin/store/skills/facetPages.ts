/**
 * Pages of skills that facets or a tag choose. Everyone's are read off `listed_skills`, whose indexes hold all that
 * chooses and orders: where few are chosen by their kind, else in the order of the list, from the end that is nearer.
 */
import { type RawBuilder, sql } from 'kysely';
import { listedSkills, type View } from '../view.ts';
import { type Chosen, conditionsOn, narrowing, totalOf } from './facets.ts';
import { inOrder, type Order } from './skills.ts';

interface Part {
  limit: number;
  offset: number;
}

/** So many are read and sorted sooner than a list is looked through for them. */
const few = 2000;

/** The ids on a page in their order, and how many there are in all. */
export async function facetPage(
  view: View,
  chosen: Chosen,
  order: Order,
  { limit, offset }: Part,
): Promise<{ ids: number[]; total: number }> {
  const total = await totalOf(view, chosen);
  const count = Math.min(limit, total - offset);
  if (count <= 0) return { ids: [], total };
  if (view.caller) return { ids: await ownPage(view, chosen, order, { limit, offset }), total };
  const rest = total - offset - count;
  const isNearEnd = rest < offset;
  const part = { limit: count, offset: isNearEnd ? rest : offset };
  const ids = await idsOf(view, listed(chosen, total, order, isNearEnd, part));
  return { ids: isNearEnd ? ids.reverse() : ids, total };
}

const idsOf = async ({ db }: View, query: RawBuilder<{ id: number }>): Promise<number[]> =>
  (await query.execute(db)).rows.map(({ id }) => id);

/** Columns by which each list is ordered, and whether the greatest come first. */
const orders: Record<Order, [columns: readonly string[], isDown: boolean]> = {
  new: [['id'], true],
  updated: [['latest_at', 'id'], true],
  installs: [['install_count', 'id'], true],
  downloads: [['downloads_7d', 'id'], true],
  alpha: [['slug', 'id'], false],
};

function listed(chosen: Chosen, total: number, order: Order, isReversed: boolean, { limit, offset }: Part) {
  const [columns, isDown] = orders[order];
  const direction = isDown !== isReversed ? 'desc' : 'asc';
  const by = (table: string) => sql.raw(columns.map((column) => `${table}.${column} ${direction}`).join(', '));
  const page = sql`limit ${limit} offset ${offset}`;
  const { tag } = chosen;
  const conditions = conditionsOn('l.facets', chosen);
  if (tag !== undefined && total <= few)
    return sql<{ id: number }>`select l.id from (select skill_id from skill_tags where tag = ${tag}) as tagged
      cross join listed_skills as l where l.id = tagged.skill_id and ${conditions} order by ${by('l')} ${page}`;
  const tagged = sql`exists (select 1 from skill_tags where tag = ${tag} and skill_id = l.id)`;
  if (tag !== undefined)
    return sql<{ id: number }>`select l.id from listed_skills as l where ${conditions} and ${tagged}
      order by ${by('l')} ${page}`;
  if (total <= few)
    return sql<{ id: number }>`select l.id from (select facets from facet_totals where tag = ''
      and ${conditionsOn('facets', chosen)}) as kinds
      cross join listed_skills as l where l.facets = kinds.facets order by ${by('l')} ${page}`;
  return sql<{ id: number }>`select l.id from listed_skills as l where ${conditions} order by ${by('l')} ${page}`;
}

/** Own skills that aren't listed are in no index: who is signed in has them looked for among their own rows. */
async function ownPage(view: View, chosen: Chosen, order: Order, { limit, offset }: Part): Promise<number[]> {
  const skills = listedSkills(view).where(narrowing(chosen));
  const rows = await inOrder(skills, order).select('skills.id').limit(limit).offset(offset).execute();
  return rows.map(({ id }) => id);
}
