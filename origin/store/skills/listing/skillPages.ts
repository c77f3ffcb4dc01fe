/** Pages of lists of skills, read off the indexes of what is listed. */
import { type SqlBool, sql } from 'kysely';
import type { Category } from '../../../contract/fields.ts';
import { mostCounted } from '../../../contract/subjects/counted.ts';
import type { Some } from '../../engine/engine.ts';
import { holds } from '../../search/matching.ts';
import { fold } from '../../search/text.ts';
import { totalSkills } from '../../totals.ts';
import { isPerson, listedSkills, unlistedOwnSkills, type View } from '../../view.ts';
import { comparing, countIn, inOrder, type SkillList, summariesInOrder } from '../skills.ts';
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

/** A page of the skills that are chosen, and how many those are. */
export async function skillPage(view: View, choice: Choice, part: Part) {
  const { ids, ...counted } = await (isPerson(view.caller) ? pageWithOwn : pageOf)(view, choice, part);
  return { skills: await summariesInOrder(view, ids), ...counted };
}

type Page = Counted & { ids: number[] };

/** What everyone is shown, and between that what a person has besides: mostly nothing. */
async function pageWithOwn(view: View, choice: Choice, { limit, offset }: Part): Promise<Page> {
  const own = await ownIds(view, choice);
  const everyone = { ...view, caller: undefined };
  if (own.length === 0) return pageOf(everyone, choice, { limit, offset });
  const { ids, total, ...more } = await pageOf(everyone, choice, { limit: offset + limit, offset: 0 });
  const among = sql<SqlBool>`skills.id in ${view.text.withIds(JSON.stringify([...ids, ...own]))}`;
  // In no order: SQLite would read an index in that order, and look for each skill of it among these.
  const rows = await view.db
    .selectFrom('skills')
    .where(among)
    .select(['id', 'slug', 'latest_at', 'install_count', 'downloads_7d'])
    .execute();
  const sorted = rows.toSorted(comparing(choice.order)).slice(offset, offset + limit);
  return { ids: sorted.map(({ id }) => id), total: more.total_is_minimum ? total : total + own.length, ...more };
}

async function ownIds(view: View, choice: Choice): Promise<number[]> {
  const { text, category } = choice;
  const isHeld = text && sql<SqlBool>`replace(skills.folded, ${fold(text)}, '') <> skills.folded`;
  const rows = await unlistedOwnSkills(view)
    // As an expression: they are found by their owners, and no index of categories.
    .where(category ? sql<SqlBool>`skills.category || '' in (${sql.join(category)})` : sql<SqlBool>`1 = 1`)
    .where(isHeld || sql<SqlBool>`1 = 1`)
    .where(isNarrowed(choice) ? narrowing(choice) : sql<SqlBool>`1 = 1`)
    .select('skills.id')
    .execute();
  return rows.map(({ id }) => id);
}

/** A page that is not full says how many there are without counting. */
async function pageOf(view: View, choice: Choice, { limit, offset }: Part): Promise<Page> {
  if (!choice.text && isOfFacets(choice)) return facetPage(view, choice, choice.order ?? 'new', { limit, offset });
  const found =
    (await listedPage(view, choice, { limit, offset })) ?? (await textPage(view, choice, { limit, offset }));
  const ids = found?.ids ?? (await idsOn(view, choice, { limit, offset }));
  const isLast = ids.length < limit && (ids.length > 0 || offset === 0);
  if (isLast) return { ids, total: offset + ids.length };
  return { ids, ...(found ? bounded(found.total) : await count(view, choice)) };
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

/** What everyone is shown and nothing but a text chooses: the index of texts has it all. */
function foundByText(view: View, choice: Choice, some: Some) {
  const { text, category } = choice;
  if (!text || category || isNarrowed(choice) || view.caller) return undefined;
  return view.db.selectFrom(view.text.containing('listed', fold(text), some).as('found'));
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
