import type { Input, Output } from '../../contract/operations.ts';
import { type Narrowed, narrowedSkills } from '../../store/search/narrowed.ts';
import { rankedKits, rankedPeople } from '../../store/search/others.ts';
import { rankedSkills } from '../../store/search/search.ts';
import { understand } from '../../store/search/understood.ts';
import type { Chosen } from '../../store/skills/listing/facetTally.ts';
import type { View } from '../../store/view.ts';
import type { Loader } from '../reading.ts';

export const search: Loader<'search'> = async ({ view }, input) => (await searched(view, input)).found;

/**
 * The same with the skills among them narrowed and counted, where a choice is given; without skills there is no `narrowed`.
 * `author`: of this one alone, whoever the query names.
 */
export async function searched(
  view: View,
  { q, types, limit, author }: Input<'search'> & { author?: string | undefined },
  chosen?: Chosen,
): Promise<{ found: Output<'search'>; narrowed: Narrowed | undefined }> {
  const asked = await understand(view, q, author);
  const ofSkills = types.includes('skills') ? asked : undefined;
  const ofKits = types.includes('kits') ? asked : undefined;
  const ofPeople = types.includes('people') ? asked : undefined;
  // Each waits for the store a few times, and for none of the others.
  const [narrowed, ranked, kits, people] = await Promise.all([
    ofSkills && chosen ? narrowedSkills(view, ofSkills, { limit, chosen }) : undefined,
    ofSkills && !chosen ? rankedSkills(view, ofSkills, limit) : [],
    ofKits ? rankedKits(view, ofKits, limit) : [],
    ofPeople ? rankedPeople(view, ofPeople, limit) : [],
  ]);
  const skills = narrowed?.skills ?? ranked;
  const found = {
    query: q,
    ...(asked?.corrected !== undefined && { corrected: asked.corrected }),
    ...(types.includes('skills') && {
      skills: skills.map(({ skill, score }) => ({ ...skill, score })),
    }),
    ...(types.includes('kits') && { kits }),
    ...(types.includes('people') && { people }),
  };
  return { found, narrowed };
}
