/**
 * Rows whose names stand near a word in the alphabet, or share a word with it: a few index look-ups, and a search for
 * each word. What of it is like the word is for the reader to judge (`origin/read/namesLike.ts`).
 */

import { type View, visibleProfiles, visibleSkills } from '../view.ts';
import { scores } from './ranking.ts';
import { rankedSkills } from './search.ts';
import { understand } from './understood.ts';

/** Rows of each look-up. */
const lookedAt = 40;

interface SkillName {
  author: string;
  slug: string;
  description: string;
}

/** Skills around `name`, those of `owner`, and those with one of `words` in their names. May name one twice. */
export async function skillsAround(
  view: View,
  { name, owner, words }: { name: string; owner: string | undefined; words: readonly string[] },
): Promise<SkillName[]> {
  // Nothing that the scan warns of is suggested in place of what was asked for.
  const skills = visibleSkills(view)
    .where('skills.scan_status', '=', 'clean')
    .select(['owner.handle as author', 'skills.slug', 'skills.description']);
  const upwards = skills.orderBy('skills.slug').orderBy('skills.id').limit(lookedAt);
  const found = [
    await upwards.where('skills.slug', '>=', name).execute(),
    await skills
      .where('skills.slug', '<', name)
      .orderBy('skills.slug', 'desc')
      .orderBy('skills.id', 'desc')
      .limit(lookedAt)
      .execute(),
    owner === undefined ? [] : await upwards.where('owner.handle', '=', owner).execute(),
  ];
  for (const word of words) {
    const asked = await understand(view, word);
    const ranked = asked ? await rankedSkills(view, asked, lookedAt) : [];
    const isLike = ({ score, skill }: (typeof ranked)[number]) => score >= scores.begun && skill.scanStatus === 'clean';
    found.push(ranked.filter(isLike).map(({ skill }) => skill));
  }
  return found.flat().map(({ author, ...skill }) => ({ author: author ?? '', ...skill }));
}

/** People and teams around `handle`. */
export async function peopleAround(view: View, handle: string): Promise<{ handle: string; name: string }[]> {
  const people = visibleProfiles(view).select(['handle', 'display_name']).limit(lookedAt);
  const found = [
    await people.where('handle', '>=', handle).orderBy('handle').execute(),
    await people.where('handle', '<', handle).orderBy('handle', 'desc').execute(),
  ];
  return found.flat().map((person) => ({ handle: person.handle ?? '', name: person.display_name }));
}
