/** The answers to a query, narrowed by facets and counted by them: among those that the search looks at, whatever is chosen. */
import { halves } from '../schema/facets.ts';
import { type Chosen, type FacetCounts, tallyFor, wanted } from '../skills/listing/facetTally.ts';
import type { View } from '../view.ts';
import { answersTo, scoredSummaries } from './search.ts';
import type { Understood } from './understood.ts';

export interface Narrowed {
  skills: Awaited<ReturnType<typeof scoredSummaries>>;
  counts: FacetCounts;
  /** How many answers are chosen, and how many there were to choose from. */
  total: number;
  looked: number;
}

export async function narrowedSkills(
  view: View,
  asked: Understood,
  { limit, chosen }: { limit: number; chosen: Chosen },
): Promise<Narrowed> {
  const { tag } = chosen;
  const answers = await answersTo(view, asked, true);
  const tagged =
    tag === undefined ? answers : answers.filter(({ tags = '[]' }) => (JSON.parse(tags) as string[]).includes(tag));
  const limits = wanted(chosen).map(([, bits]) => halves(bits));
  const tally = tallyFor(chosen);
  const met = tagged.filter(({ facets = 0 }) => {
    const [low, high] = halves(facets);
    tally.add(low, high, 1);
    return limits.every((bits) => (low & bits[0]) !== 0 || (high & bits[1]) !== 0);
  });
  const skills = await scoredSummaries(view, met.slice(0, limit));
  return { skills, counts: tally.counts(), total: met.length, looked: answers.length };
}
