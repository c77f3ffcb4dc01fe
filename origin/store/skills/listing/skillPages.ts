/** Pages of lists of skills, read off the indexes of what is listed. */
import { type SqlBool, sql } from 'kysely';
import type { Category } from '../../../contract/fields.ts';
import { mostCounted } from '../../../contract/subjects/counted.ts';
import type { Some } from '../../engine/engine.ts';
import { holds } from '../../search/matching.ts';
import { fold } from '../../search/text.ts';
import { totalSkills } from '../../totals.ts';
import { isKitKey, listedSkills, unlistedOwnSkills, type View } from '../../view.ts';
import { countIn, inOrder, type SkillList, summariesInOrder } from '../skills.ts';
import { facetPage } from './facetPages.ts';
import { isNarrowed, listingOf, loadedListingOf, narrowing } from './facets.ts';
import type { Chosen } from './facetTally.ts';
import type { Order } from './listedColumns.ts';

interface Choice extends Chosen {
  /** A part of their names or descriptions, as somebody typed it. */
  text?: string | undefined;
  order?: Order | undefined;
}

interface Counted {
  total: number;
  /** There are more. */
  total_is_minimum?: true;
}

interface Part {
  limit: number;
  offset: number;
}

/** A page of the skills that are chosen, and how many those are. A page that is not full says so without counting. */
export async function skillPage(view: View, choice: Choice, { limit, offset }: Part) {
  if (!choice.text && isOfFacets(choice)) {
    const { ids, total } = await facetPage(view, choice, choice.order ?? 'new', { limit, offset });
    return { skills: await summariesInOrder(view, ids), total };
  }
  const found =
    (await listedPage(view, choice, { limit, offset })) ?? (await textPage(view, choice, { limit, offset }));
  const ids = found?.ids ?? (await idsOn(view, choice, { limit, offset }));
  const isLast = ids.length < limit && (ids.length > 0 || offset === 0);
  const [skills, counted] = await Promise.all([
    summariesInOrder(view, ids),
    isLast ? { total: offset + ids.length } : found ? bounded(found.total) : count(view, choice),
  ]);
  return { skills, ...counted };
}

/** The listed skills in an order, without counting them. */
export async function skillsInOrder(view: View, order: Order, part: Part) {
  const listing = order === 'updated' ? await listingOf(view) : undefined;
  const page = await listing?.page({}, order, part);
  return summariesInOrder(view, page?.ids ?? (await idsOn(view, { order }, part)));
}

/** Off the listing, where there is more than a text: no index of texts has it, so all that match would be sorted. */
async function listedPage(view: View, choice: Choice, part: Part) {
  const { text, category, order = 'new' } = choice;
  if (!text || (category === undefined && order === 'new' && !isNarrowed(choice))) return undefined;
  const listing = await loadedListingOf(view);
  return listing?.page({ ...choice, text: fold(text) }, order, part);
}

/** Where a text is all there is, those that are to be counted are read at once: to find and to count them takes twice as long. */
async function textPage(view: View, choice: Choice, { limit, offset }: Part) {
  const isNewest = (choice.order ?? 'new') === 'new';
  const found = isNewest ? foundByText(view, choice, { count: most, of: 'any' }) : undefined;
  if (!found) return undefined;
  const { total, all } = await found
    .select((e) => e.fn.countAll<number>().as('total'))
    .select(
      sql<string | null>`case when count(*) < ${sql.lit(most)} then string_agg(cast(id as text), ',') end`.as('all'),
    )
    .executeTakeFirstOrThrow();
  if (Number(total) >= most) return { ids: await idsOn(view, choice, { limit, offset }), total: most };
  const ids = all ? all.split(',').map(Number) : [];
  return { ids: ids.sort((one, other) => other - one).slice(offset, offset + limit), total: ids.length };
}

async function idsOn(view: View, choice: Choice, { limit, offset }: Part): Promise<number[]> {
  const { category: categories, order = 'new' } = choice;
  const found = order === 'new' ? foundByText(view, choice, { count: offset + limit, of: 'newest' }) : undefined;
  const rows = found
    ? await found.select('id').orderBy('id', 'desc').limit(limit).offset(offset).execute()
    : await inOrder(
        holding(view, choice, categories ? ofCategories(view, categories, order) : listedSkills(view)),
        order,
      )
        .select('skills.id')
        .limit(limit)
        .offset(offset)
        .execute();
  return rows.map(({ id }) => id);
}

/** How many are chosen; of a text no more are counted than say that there are more. */
async function count(view: View, choice: Choice): Promise<Counted> {
  const { text, category: categories } = choice;
  if (!text) return { total: await totalSkills(view, categories) };
  const listed = listedSkills(view);
  const total = await countIn(
    foundByText(view, choice, { count: most, of: 'any' }) ??
      view.db.selectFrom(
        holding(view, choice, categories ? listed.where('skills.category', 'in', categories) : listed)
          .select('skills.id')
          .limit(most)
          .as('counted'),
      ),
  );
  return bounded(total);
}

/** More are not counted. */
const most = mostCounted + 1;

const bounded = (total: number): Counted =>
  total > mostCounted ? { total: mostCounted, total_is_minimum: true } : { total };

/** Where nothing but a text chooses: the index of texts has what everyone is shown, and a person has few skills besides. */
function foundByText(view: View, choice: Choice, some: Some) {
  const { text, category } = choice;
  if (!text || category || isNarrowed(choice) || isKitKey(view.caller)) return undefined;
  const listed = view.text.containing('listed', fold(text), some);
  if (!view.caller) return view.db.selectFrom(listed.as('found'));
  const own = unlistedOwnSkills(view)
    .where(sql<SqlBool>`replace(skills.folded, ${fold(text)}, '') <> skills.folded`)
    .select('skills.id');
  return view.db.selectFrom(view.db.selectFrom(listed.as('listed')).select('id').unionAll(own).as('found'));
}

function holding(view: View, choice: Choice, skills: SkillList): SkillList {
  const { text } = choice;
  const held = text ? skills.where(holds(view, 'skills', text)) : skills;
  return isNarrowed(choice) ? held.where(narrowing(choice)) : held;
}

/** What other indexes don't serve: they have orders by category alone. */
const isOfFacets = (choice: Choice): boolean => isNarrowed(choice) || choice.order === 'updated';

/**
 * Those of some categories, to be read in an order. Where no index begins with the category, that of the order is read,
 * which has the category too: so this is an expression then, which no index is chosen for.
 */
const ofCategories = (view: View, categories: readonly Category[], order: Order): SkillList =>
  listedSkills(view).where(
    !view.caller && categories.length === 1 && (order === 'new' || order === 'alpha')
      ? sql<SqlBool>`skills.category = ${categories[0]}`
      : sql<SqlBool>`skills.category || '' in (${sql.join(categories)})`,
  );
