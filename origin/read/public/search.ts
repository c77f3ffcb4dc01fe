import type { Input, Output } from '../../contract/operations.ts';
import { type Narrowed, narrowedSkills } from '../../store/search/narrowed.ts';
import { rankedKits, rankedPeople } from '../../store/search/others.ts';
import { understand } from '../../store/search/understood.ts';
import type { Chosen } from '../../store/skills/facetTally.ts';
import type { View } from '../../store/view.ts';
import type { Loader } from '../reading.ts';

export const search: Loader<'search'> = async ({ view }, input) => (await searched(view, input, {})).found;

/** The same with the skills among them narrowed; `narrowed` is undefined where none are asked for. */
export async function searched(
  view: View,
  { q, types, limit }: Input<'search'>,
  chosen: Chosen,
): Promise<{ found: Output<'search'>; narrowed: Narrowed | undefined }> {
  const asked = await understand(view, q);
  const narrowed = asked && types.includes('skills') ? await narrowedSkills(view, asked, { limit, chosen }) : undefined;
  const found = {
    query: q,
    ...(asked?.corrected !== undefined && { corrected: asked.corrected }),
    ...(types.includes('skills') && {
      skills: (narrowed?.skills ?? []).map(({ skill, score }) => ({ ...skill, score })),
    }),
    ...(types.includes('kits') && { kits: asked ? await rankedKits(view, asked, limit) : [] }),
    ...(types.includes('people') && { people: asked ? await rankedPeople(view, asked, limit) : [] }),
  };
  return { found, narrowed };
}
