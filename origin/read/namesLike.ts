/** Which skills and people somebody may have meant by a name that leads nowhere. */
import leven from 'leven';
import { peopleAround, skillsAround } from '../store/search/neighbours.ts';
import { tokensOf } from '../store/search/text.ts';
import type { View } from '../store/view.ts';

export type NearName =
  | { kind: 'skill'; author: string; slug: string; text: string }
  | { kind: 'person'; handle: string; text: string };

const maxNames = 5;
/** Of a name's letters, how many have to stay for another to be like it. */
const alike = 0.55;
/** How much the owner's name counts where a skill was asked for by both. */
const ownerWeight = 0.2;
/** The longest words are looked up, each at the cost of a search: short ones begin too many. */
const shortestWord = 3;
const maxWords = 2;

/** At most five, the likest first. `owner` is whose skill `name` was asked for as; without, it may be a person too. */
export async function namesLike(
  view: View,
  { name, owner }: { name: string; owner?: string | undefined },
): Promise<NearName[]> {
  const all = tokensOf(name);
  const asked = all.join('-');
  if (asked === '') return [];
  const long = [...new Set(all)].filter((word) => word.length >= shortestWord);
  const words = long.sort((a, b) => b.length - a.length).slice(0, maxWords);
  const skills = await skillsAround(view, { name: asked, owner, words });
  const people = await peopleAround(view, owner ?? asked);
  const likeSkills = skills.map(({ author, slug, description }) => ({
    name: { kind: 'skill', author, slug, text: description } as const,
    key: `${author}/${slug}`,
    likeness: likeness(asked, slug),
    rank: likeness(asked, slug) * (1 - ownerWeight) + likeness(owner ?? author, author) * ownerWeight,
  }));
  const likePeople = people.map(({ handle, name }) => ({
    name: { kind: 'person', handle, text: name === handle ? '' : name } as const,
    key: handle,
    likeness: likeness(owner ?? asked, handle),
    rank: owner === undefined ? likeness(asked, handle) : 0,
  }));
  const like = [...likeSkills, ...likePeople].filter((one) => one.likeness >= alike);
  return [...new Map(like.map((one) => [one.key, one])).values()]
    .sort((a, b) => b.rank - a.rank || (a.key < b.key ? -1 : 1))
    .slice(0, maxNames)
    .map(({ name }) => name);
}

/** A name that goes on where the asked one ends is one that somebody knew half of. */
const begun = 0.8;
const shortestBeginning = 4;

/** 1 for the same text, 0 for texts that have nothing in common: by the letters to change, add or take away. */
function likeness(asked: string, name: string): number {
  if (asked !== name && asked.length >= shortestBeginning && name.startsWith(asked)) return begun;
  const longer = Math.max(asked.length, name.length);
  if (Math.abs(asked.length - name.length) > longer * (1 - alike)) return 0;
  return 1 - leven(asked, name) / longer;
}
