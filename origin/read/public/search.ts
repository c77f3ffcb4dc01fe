import { kitSummariesById } from '../../store/kits/kits.ts';
import { personRecords, publishers } from '../../store/people/directory.ts';
import { rankedRows, rankedSkills, scoreOf } from '../../store/search/search.ts';
import { type View, visibleKits } from '../../store/view.ts';
import type { Loader } from '../reading.ts';

export const search: Loader<'search'> = async ({ view }, { q, types, limit }) => ({
  query: q,
  ...(types.includes('skills') && { skills: await searchSkills(view, q, limit) }),
  ...(types.includes('kits') && { kits: await searchKits(view, q, limit) }),
  ...(types.includes('people') && { people: await searchPeople(view, q, limit) }),
});

async function searchSkills(view: View, q: string, limit: number) {
  const found = await rankedSkills(view, q, limit);
  return found.map(({ skill, tier }) => ({ ...skill, score: scoreOf(tier, skill.deprecated) }));
}

async function searchKits(view: View, q: string, limit: number) {
  const ranked = rankedRows(view, 'kits', 'slug', q);
  if (!ranked) return [];
  const rows = await visibleKits(view)
    .where(ranked.matches)
    .select(['kits.id', ranked.tier.as('tier')])
    .orderBy('tier')
    .orderBy('kits.subscriber_count', 'desc')
    .orderBy('kits.slug')
    .orderBy('kits.id')
    .limit(limit)
    .execute();
  const summaries = await kitSummariesById(
    view,
    rows.map((row) => row.id),
  );
  return rows.flatMap(({ id, tier }) => {
    const summary = summaries.get(id);
    return summary ? [{ ...summary, score: scoreOf(tier) }] : [];
  });
}

async function searchPeople(view: View, q: string, limit: number) {
  const ranked = rankedRows(view, 'profiles', 'handle', q);
  if (!ranked) return [];
  const matching = publishers(view).where(ranked.matches);
  const rows = await matching
    .select(['profiles.id', 'handle', ranked.tier.as('tier')])
    .orderBy('tier')
    .orderBy('follower_count', 'desc')
    .orderBy('handle')
    .limit(limit)
    .execute();
  if (rows.length === 0) return [];
  const people = await personRecords(
    view,
    matching.where(
      'profiles.id',
      'in',
      rows.map((row) => row.id),
    ),
  );
  return rows.flatMap(({ handle, tier }) => {
    const person = people.find((candidate) => candidate.handle === handle);
    return person ? [{ ...person, score: scoreOf(tier) }] : [];
  });
}
