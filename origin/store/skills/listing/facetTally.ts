/**
 * How many skills there are of each facet, for what is chosen: a value counts those that there would be if it were chosen
 * in its facet, and all else stayed. So no number promises what a click doesn't show.
 */
import { type Facet, type FacetValue, facets, facetValues } from '../../../contract/subjects/facets.ts';
import { bitOf, bitsOf, halves } from '../../schema/facets.ts';

/** Values of one facet are alternatives; of several, each has to be met. */
export type Chosen = { [F in Facet]?: readonly FacetValue<F>[] | undefined } & { tag?: string | undefined };

export type FacetCounts = { [F in Facet]: { value: FacetValue<F>; total: number }[] };

/** The bits of which a skill has to have one, for each facet that is chosen. */
export const wanted = (chosen: Chosen): [Facet, number][] =>
  facets.flatMap((facet) => {
    const values = chosen[facet];
    return values ? [[facet, bitsOf(facet, values)] as [Facet, number]] : [];
  });

export interface FacetTally {
  /** Takes in so many skills whose facets are these two halves of their bits. */
  add(low: number, high: number, total: number): void;
  /** Values that nothing has are left out, but for those that are chosen. */
  counts(): FacetCounts;
}

const bits = 53;
const inLow = 26;

/** What fails in one facet counts in that one, and what fails in two counts nowhere. */
export function tallyFor(chosen: Chosen): FacetTally {
  const limits = wanted(chosen).map(([facet, asked]) => ({
    ...{ asked: halves(asked), whole: halves(bitsOf<Facet>(facet, facetValues[facet])) },
  }));
  const totals = new Float64Array(bits);
  const count = (bit: number, total: number) => {
    totals[bit] = (totals[bit] ?? 0) + total;
  };
  return {
    add: (low, high, total) => {
      let [lowLeft, highLeft, failed] = [low, high, 0];
      for (const { asked, whole } of limits) {
        if ((low & asked[0]) !== 0 || (high & asked[1]) !== 0) continue;
        failed += 1;
        if (failed > 1) return;
        lowLeft = low & whole[0];
        highLeft = high & whole[1];
      }
      for (; lowLeft !== 0; lowLeft &= lowLeft - 1) count(lowestBit(lowLeft), total);
      for (; highLeft !== 0; highLeft &= highLeft - 1) count(inLow + lowestBit(highLeft), total);
    },
    counts: () => countsBy(chosen, (facet) => (value) => totals[Math.log2(bitOf(facet, value))] ?? 0),
  };
}

/** Of each facet the values with their totals. */
export function countsBy(chosen: Chosen, totalOf: (facet: Facet) => (value: FacetValue) => number): FacetCounts {
  const of = (facet: Facet) => {
    const total = totalOf(facet);
    return (facetValues[facet] as readonly FacetValue[])
      .map((value) => ({ value, total: total(value) }))
      .filter(({ value, total }) => total > 0 || (chosen[facet] as readonly string[] | undefined)?.includes(value));
  };
  return Object.fromEntries(facets.map((facet) => [facet, of(facet)])) as FacetCounts;
}

const lowestBit = (number: number): number => 31 - Math.clz32(number & -number);
