/**
 * How many skills there are of each facet, for what is chosen: a value counts those that there would be if it were chosen
 * in its facet, and all else stayed. So no number promises what a click doesn't show.
 */
import { sql } from 'kysely';
import { type Facet, type FacetValue, facets, facetValues } from '../../contract/facets.ts';
import { bitOf, bitsOf, haver } from '../schema/facets.ts';
import { listedSkills, type View } from '../view.ts';

/** Values of one facet are alternatives; of several, each has to be met. */
export type Chosen = { [F in Facet]?: readonly FacetValue<F>[] | undefined } & { tag?: string | undefined };

export type FacetCounts = { [F in Facet]: { value: FacetValue<F>; total: number }[] };

/** The bits of which a skill has to have one, for each facet that is chosen. */
export const wanted = (chosen: Chosen): Map<Facet, number> =>
  new Map(
    facets.flatMap((facet) => {
      const values = chosen[facet];
      return values ? [[facet, bitsOf(facet, values)]] : [];
    }),
  );

/** Whether a choice goes by facets beyond the category, or by a tag. */
export const isNarrowed = ({ tag, needs, signed, verdict, license }: Chosen): boolean =>
  [tag, needs, signed, verdict, license].some((each) => each !== undefined);

interface Kind {
  facets: number;
  total: number;
}

/** Every kind of skill that there is, with this tag where one is given. */
export async function kindsOf(view: View, tag: string | undefined): Promise<Kind[]> {
  const kept = view.db
    .selectFrom('facet_totals')
    .select(['facets', 'total'])
    .where('tag', '=', tag ?? '');
  const own = listedSkills(view)
    .$if(tag !== undefined, (skills) => skills.where(sql<boolean>`${sql.ref('skills.tags')} like ${`%"${tag}"%`}`))
    .select([sql<number>`skills.facets`.as('facets'), sql<number>`1`.as('total')]);
  const kinds = view.db.selectFrom(view.caller ? own.as('kinds') : kept.as('kinds'));
  // One text for all of them: there may be thousands, and a row of its own costs more than what is in it.
  const one = sql<string | null>`string_agg(cast(facets as text) || ' ' || cast(total as text), ',')`;
  const { all } = await kinds.select(one.as('all')).executeTakeFirstOrThrow();
  return all ? all.split(',').map(kindIn) : [];
}

function kindIn(text: string): Kind {
  const [facets, total] = text.split(' ');
  return { facets: Number(facets), total: Number(total) };
}

export function totalOf(kinds: readonly Kind[], chosen: Chosen): number {
  const havers = [...wanted(chosen).values()].map(haver);
  return sum(kinds.filter(({ facets }) => havers.every((has) => has(facets))));
}

/** Values that nothing has are left out, but for those that are chosen. */
export function countsOf(kinds: readonly Kind[], chosen: Chosen): FacetCounts {
  const havers = [...wanted(chosen)].map(([facet, bits]) => ({ facet, has: haver(bits) }));
  const counts = (facet: Facet) => {
    const others = havers.filter((one) => one.facet !== facet);
    const rest = kinds.filter(({ facets }) => others.every(({ has }) => has(facets)));
    return facetValues[facet]
      .map((value) => {
        const has = haver(bitOf(facet, value));
        return { value, total: sum(rest.filter(({ facets }) => has(facets))) };
      })
      .filter(({ value, total }) => total > 0 || (chosen[facet] as readonly string[] | undefined)?.includes(value));
  };
  return Object.fromEntries(facets.map((facet) => [facet, counts(facet)])) as FacetCounts;
}

const sum = (kinds: readonly Kind[]): number => kinds.reduce((total, kind) => total + kind.total, 0);
