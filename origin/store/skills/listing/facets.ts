/** Lists of skills that facets choose, counted: by the listing where there is one, else by rows. */
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { halves } from '../../schema/facets.ts';
import { isKitKey, listedSkills, unlistedOwnSkills, type View } from '../../view.ts';
import { type Chosen, type FacetCounts, tallyFor, wanted } from './facetTally.ts';
import type { Listing } from './listing.ts';

/** The listing of a view, up to date; undefined where lists are of more or less than what everyone is shown now. */
export async function listingOf(view: View): Promise<Listing | undefined> {
  if (!view.listing?.isFor(view)) return undefined;
  await view.listing.upToDate();
  return view.listing;
}

/** The same for who doesn't wait until it is there, which takes seconds. */
export async function loadedListingOf(view: View): Promise<Listing | undefined> {
  const { listing } = view;
  return listing?.isFor(view) && (await listing.refresh()) ? listing : undefined;
}

/** Whether a choice goes by facets beyond the category, or by a tag. */
export const isNarrowed = ({ tag, needs, signed, verdict, license }: Chosen): boolean =>
  [tag, needs, signed, verdict, license].some((each) => each !== undefined);

/** The same choice as a condition on a column of facets; a tag is none of them. */
function conditionsOn(column: string, chosen: Chosen): RawBuilder<SqlBool> {
  const bits = wanted(chosen).map(
    ([, each]) => sql<SqlBool>`(${sql.raw(column)} & cast(${sql.lit(each)} as bigint)) <> 0`,
  );
  return bits.length === 0 ? sql<SqlBool>`1 = 1` : sql<SqlBool>`${sql.join(bits, sql` and `)}`;
}

/** As a condition on rows of `skills`. */
export const narrowing = (chosen: Chosen): RawBuilder<SqlBool> =>
  chosen.tag === undefined
    ? conditionsOn('skills.facets', chosen)
    : sql<SqlBool>`(${conditionsOn('skills.facets', chosen)} and ${hasTag(chosen.tag)})`;

const hasTag = (tag: string) => sql<SqlBool>`skills.tags like ${`%"${tag}"%`}`;

/** Every kind of skill that there is, with this tag where one is given. */
function kinds(view: View, tag: string | undefined) {
  const kept = view.db
    .selectFrom('facet_totals')
    .select(['facets', 'total'])
    .where('tag', '=', tag ?? '');
  const each = [sql<number>`skills.facets`.as('facets'), sql<number>`1`.as('total')] as const;
  const tagged = tag === undefined ? sql<SqlBool>`1 = 1` : hasTag(tag);
  if (isKitKey(view.caller)) return view.db.selectFrom(listedSkills(view).where(tagged).select(each).as('kinds'));
  const own = unlistedOwnSkills(view).where(tagged).select(each);
  return view.db.selectFrom(view.caller ? kept.unionAll(own).as('kinds') : kept.as('kinds'));
}

export async function totalOf(view: View, chosen: Chosen): Promise<number> {
  const sum = sql<number>`cast(coalesce(sum(total), 0) as bigint)`.as('sum');
  const { sum: total } = await kinds(view, chosen.tag)
    .where(conditionsOn('facets', chosen))
    .select(sum)
    .executeTakeFirstOrThrow();
  return total;
}

/** For what is chosen: see `tallyFor`. */
export async function facetCounts(view: View, chosen: Chosen): Promise<FacetCounts> {
  const listing = await listingOf(view);
  const counts = await listing?.counts(chosen);
  if (counts) return counts;
  const tally = tallyFor(chosen);
  // One text for all: a row of its own costs more than what is in it.
  const { all } = await kinds(view, chosen.tag)
    .select(sql<string | null>`string_agg(cast(facets as text) || ' ' || cast(total as text), ',')`.as('all'))
    .executeTakeFirstOrThrow();
  for (const kind of all ? all.split(',') : []) {
    const gap = kind.indexOf(' ');
    const [low, high] = halves(Number(kind.slice(0, gap)));
    tally.add(low, high, Number(kind.slice(gap + 1)));
  }
  return tally.counts();
}
