/**
 * How many skills there are of each facet, for what is chosen: a value counts those that there would be if it were chosen
 * in its facet, and all else stayed. So no number promises what a click doesn't show.
 */
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { type Facet, type FacetValue, facets, facetValues } from '../../contract/facets.ts';
import { bitOf, bitsOf, halves } from '../schema/facets.ts';
import { listedSkills, type View } from '../view.ts';

/** Values of one facet are alternatives; of several, each has to be met. */
export type Chosen = { [F in Facet]?: readonly FacetValue<F>[] | undefined } & { tag?: string | undefined };

export type FacetCounts = { [F in Facet]: { value: FacetValue<F>; total: number }[] };

/** The bits of which a skill has to have one, for each facet that is chosen. */
const wanted = (chosen: Chosen): [Facet, number][] =>
  facets.flatMap((facet) => {
    const values = chosen[facet];
    return values ? [[facet, bitsOf(facet, values)] as [Facet, number]] : [];
  });

/** Whether a choice goes by facets beyond the category, or by a tag. */
export const isNarrowed = ({ tag, needs, signed, verdict, license }: Chosen): boolean =>
  [tag, needs, signed, verdict, license].some((each) => each !== undefined);

/** The same choice as a condition on a column of facets; a tag is none of them. */
export function conditionsOn(column: string, chosen: Chosen): RawBuilder<SqlBool> {
  const bits = wanted(chosen).map(([, each]) => lacks(column, each, '<>'));
  return bits.length === 0 ? sql<SqlBool>`1 = 1` : sql<SqlBool>`${sql.join(bits, sql` and `)}`;
}

const lacks = (column: string, bits: number, compare: '=' | '<>') =>
  sql<SqlBool>`(${sql.raw(column)} & cast(${sql.lit(bits)} as bigint)) ${sql.raw(compare)} 0`;

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
  const own = listedSkills(view)
    .$if(tag !== undefined, (skills) => skills.where(hasTag(tag ?? '')))
    .select([sql<number>`skills.facets`.as('facets'), sql<number>`1`.as('total')]);
  return view.db.selectFrom(view.caller ? own.as('kinds') : kept.as('kinds'));
}

export async function totalOf(view: View, chosen: Chosen): Promise<number> {
  const sum = sql<number>`cast(coalesce(sum(total), 0) as bigint)`.as('sum');
  const { sum: total } = await kinds(view, chosen.tag)
    .where(conditionsOn('facets', chosen))
    .select(sum)
    .executeTakeFirstOrThrow();
  return total;
}

/** Values that nothing has are left out, but for those that are chosen. */
export async function facetCounts(view: View, chosen: Chosen): Promise<FacetCounts> {
  const asked = wanted(chosen);
  // What fails in two facets is counted nowhere. One text for all: a row of its own costs more than what is in it.
  const fails = asked.map(([, bits]) => sql`(case when ${lacks('facets', bits, '=')} then 1 else 0 end)`);
  const { all } = await kinds(view, chosen.tag)
    .$if(asked.length > 1, (rows) => rows.where(sql<SqlBool>`${sql.join(fails, sql` + `)} <= 1`))
    .select(sql<string | null>`string_agg(cast(facets as text) || ' ' || cast(total as text), ',')`.as('all'))
    .executeTakeFirstOrThrow();
  const places = facets.flatMap((facet) =>
    facetValues[facet].map((value) => ({ facet, value, bits: halves(bitOf(facet, value)), total: 0 })),
  );
  const limits = asked.map(([facet, bits]) => ({ facet, bits: halves(bits) }));
  for (const kind of all ? all.split(',') : []) {
    const gap = kind.indexOf(' ');
    const [low, high] = halves(Number(kind.slice(0, gap)));
    const total = Number(kind.slice(gap + 1));
    const failed = limits.filter(({ bits }) => (low & bits[0]) === 0 && (high & bits[1]) === 0);
    if (failed.length > 1) continue;
    const only = failed[0]?.facet;
    for (const place of places)
      if ((only === undefined || place.facet === only) && ((low & place.bits[0]) !== 0 || (high & place.bits[1]) !== 0))
        place.total += total;
  }
  const shown = places.filter(
    ({ facet, value, total }) => total > 0 || (chosen[facet] as readonly string[] | undefined)?.includes(value),
  );
  const of = (facet: Facet) =>
    shown.filter((place) => place.facet === facet).map(({ value, total }) => ({ value, total }));
  return Object.fromEntries(facets.map((facet) => [facet, of(facet)])) as FacetCounts;
}
