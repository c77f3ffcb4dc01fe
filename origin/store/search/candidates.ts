/** Skills that may answer a query: the first by place of each way to ask for its words. How well they do, their rows say. */
import { type RawBuilder, sql } from 'kysely';
import type { Matches } from '../engine/engine.ts';
import { listed, nameMark, staticRank } from '../schema/indexing.ts';
import { isKitKey, ownSkills, type View, visibleSkills } from '../view.ts';
import { type Asking, firstInMemory, firstInStore } from './firstOf.ts';
import type { Understood } from './understood.ts';
import { type Group, likeness } from './ways.ts';

/** Candidates of each way to ask. */
const few = 64;
const [ofEachPair, ofEachName, ofEachWord] = [32, 24, 32];
/** Of words that tell most, as many are looked for in pairs, and alone. */
const [inPairs, alone] = [4, 2];
/** Skills of one author, of the caller's own, or of the kit that a key opens. */
const mostOfOne = 500;

/** What candidates are looked for by, as JSON: the query for them is the same whatever it says. */
export interface Sought {
  /** What the query looks like. */
  shape: string;
  names: string;
  owners: string;
  /** The first of each way to ask, where they are known. */
  first: string;
  /** Where they aren't. */
  inStore: Matches | undefined;
}

export async function soughtFor(view: View, asked: Understood): Promise<Sought> {
  const { groups, authors, owners, names } = asked;
  const words = [...groups.map(({ word }) => word.text), ...names.flatMap((name) => name.split(/[/:]/))];
  const handles = authors.length > 0 ? authors : words;
  const ids = owners.flatMap(({ id, handle }) => (handles.includes(handle) ? [id] : []));
  const isOpen = authors.length === 0 && !isKitKey(view.caller);
  const ways = isOpen ? waysToAsk(asked) : [];
  const first = isOpen ? await firstInMemory(view, ways) : undefined;
  return {
    shape: isKitKey(view.caller) ? 'kit' : authors.length > 0 ? 'authors' : ids.length > 0 ? 'owners' : 'words',
    names: JSON.stringify([...names, ...names.flatMap((name) => name.split(/[/:]/).slice(1))]),
    owners: JSON.stringify(ids),
    first: JSON.stringify(first ?? []),
    inStore: isOpen && !first ? firstInStore(view, ways) : undefined,
  };
}

export function candidatesFor(view: View, { shape, names, owners, first, inStore }: Sought): Matches {
  const { caller, text } = view;
  if (shape === 'kit') return sql`(${sql`${visibleSkills(view).select('skills.id').limit(mostOfOne)}`})`;
  const ofOwners = (count: number) => inPlace(sql`owner_id in ${text.withIds(owners)}`, count);
  const found: Matches[] = [];
  if (shape === 'authors') found.push(ofOwners(mostOfOne));
  else {
    found.push(inPlace(text.among('slug', names), few));
    found.push(sql`select id from ${inStore ?? text.withIds(first)} as first`);
    if (shape === 'owners') found.push(ofOwners(few));
  }
  if (caller) found.push(sql`select id from (${ownUnlisted(view)}) as own`);
  return sql`(${sql.join(found, sql` union `)})`;
}

const ownUnlisted = (view: View) =>
  ownSkills(view)
    .where('skills.latest_version_id', 'is not', null)
    .where(sql<boolean>`not ${sql.raw(listed('skills'))}`)
    .select('skills.id')
    .orderBy('skills.id', 'desc')
    .limit(mostOfOne);

function waysToAsk({ groups, facts, without }: Understood): Asking[] {
  const asking = (each: readonly Part[], count: number): Asking => ({
    words: { each: [...each.map(({ choices }) => choices), ...facts], none: without },
    first: { count, share: each.reduce((share, part) => share * part.share, 1) },
  });
  if (groups.length === 0) return facts.length > 0 ? [asking([], few)] : [];
  const named = groups.map(namedPart);
  const anywhere = groups.map(partOf);
  const ways = [asking(named, few), asking(anywhere, few)];
  if (groups.length === 1) return ways;
  for (const names of named) ways.push(asking([names], ofEachName));
  for (const words of anywhere.slice(0, alone)) ways.push(asking([words], ofEachWord));
  if (groups.length === 2) return ways;
  const telling = anywhere.slice(0, inPairs);
  for (const [index, one] of telling.entries())
    for (const other of telling.slice(index + 1)) ways.push(asking([one, other], ofEachPair));
  return ways;
}

/** One word of the query as it is looked for, and about how many skills have it. */
interface Part {
  choices: string[];
  share: number;
}

const partOf = ({ ways, share }: Group): Part => ({ choices: ways.map(({ terms }) => terms), share });

/** Of the skills that have a word, about as many have it in their names. */
const inNames = 1 / 4;

const namedPart = (group: Group): Part => ({ choices: namedWays(group), share: group.share * inNames });

const namedWays = ({ word, ways }: Group): string[] => [
  ...new Set([
    ...(word.isRun ? [] : [nameMark + word.text]),
    ...ways
      .filter((way) => way.likeness > likeness.slip)
      .map(({ terms }) =>
        terms
          .split(' ')
          .map((term) => nameMark + term)
          .join(' '),
      ),
  ]),
];

const inPlace = (condition: RawBuilder<unknown>, count: number): Matches =>
  sql`select id from (select id from skills where ${condition} and ${sql.raw(listed('skills'))}
    order by ${sql.raw(staticRank('skills'))} limit ${sql.lit(count)}) as cut`;
