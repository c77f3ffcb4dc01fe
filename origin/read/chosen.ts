/** What a page of skills is narrowed by, as people chose it. */
import type { Facet, FacetValue } from '../contract/subjects/facets.ts';
import type { Chosen } from '../store/skills/listing/facetTally.ts';

type Choices = { [F in Facet]?: FacetValue<F> | undefined } & { tag?: string | undefined };

/** One value of each facet. */
export const chosenOf = ({ category, needs, signed, verdict, license, tag }: Choices): Chosen => ({
  ...{ category: category && [category], needs: needs && [needs], signed: signed && [signed] },
  ...{ verdict: verdict && [verdict], license: license && [license], tag },
});
