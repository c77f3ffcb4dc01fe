/** Skills that may answer a query: the first by place of each way to ask for its words. How well they do, their rows say. */
import { sql } from 'kysely';
import type { Matches } from '../engine/engine.ts';
import { listed, nameMark, staticRank } from '../schema/indexing.ts';
import { isKitKey, ownSkills, type View, visibleSkills } from '../view.ts';
import { type Asking, firstOf } from './firstOf.ts';
import type { Understood } from './understood.ts';
import { type Group, likeness } from './ways.ts';

/** Candidates of each way to ask. */
const few = 64;
const [ofEachPair, ofEachName, ofEachWord] = [32, 24, 32];
/** Of words that tell most, as many are looked for in pairs, and alone. */
const [inPairs, alone] = [4, 2];
/** Skills of one author, of the caller's own, or of the kit that a key opens. */
const mostOfOne = 500;

export async function candidatesFor(view: View, asked: Understood): Promise<Matches | undefined> {
  const { groups, authors, owners } = asked;
  const by = (handles: readonly string[]) => owners.flatMap(({ id, handle }) => (handles.includes(handle) ? [id] : []));
  if (view.caller && isKitKey(view.caller))
    return sql`(${sql`${visibleSkills(view).select('skills.id').limit(mostOfOne)}`})`;
  const found: Matches[] = [];
  if (authors.length > 0) found.push(ofOwners(by(authors), mostOfOne));
  else {
    found.push(exact(asked.names));
    found.push(sql`select id from ${await firstOf(view, waysToAsk(asked))} as first`);
    found.push(
      ofOwners(by([...groups.map(({ word }) => word.text), ...asked.names.flatMap((name) => name.split(/[/:]/))]), few),
    );
  }
  if (view.caller) found.push(sql`select id from (${ownUnlisted(view)}) as own`);
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

const inPlace = (condition: Matches, count: number): Matches =>
  sql`select id from (select id from skills where ${condition} and ${sql.raw(listed('skills'))}
    order by ${sql.raw(staticRank('skills'))} limit ${sql.lit(count)}) as cut`;

const exact = (names: readonly string[]): Matches =>
  inPlace(sql`slug in (${sql.join([...names, ...names.flatMap((name) => name.split(/[/:]/).slice(1)), ''])})`, few);

const ofOwners = (ids: readonly number[], count: number): Matches =>
  ids.length === 0 ? sql`select id from skills where 1 = 0` : inPlace(sql`owner_id in (${sql.join(ids)})`, count);
