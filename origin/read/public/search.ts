import { rankedKits, rankedPeople } from '../../store/search/others.ts';
import { rankedSkills } from '../../store/search/search.ts';
import { understand } from '../../store/search/understood.ts';
import type { Loader } from '../reading.ts';

export const search: Loader<'search'> = async ({ view }, { q, types, limit }) => {
  const asked = await understand(view, q);
  const skills = asked && types.includes('skills') ? await rankedSkills(view, asked, limit) : [];
  return {
    query: q,
    ...(asked?.corrected !== undefined && { corrected: asked.corrected }),
    ...(types.includes('skills') && { skills: skills.map(({ skill, score }) => ({ ...skill, score })) }),
    ...(types.includes('kits') && { kits: asked ? await rankedKits(view, asked, limit) : [] }),
    ...(types.includes('people') && { people: asked ? await rankedPeople(view, asked, limit) : [] }),
  };
};
