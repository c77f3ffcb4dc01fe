/**
 * Ranked search, the same order and scores on every engine. The engine finds candidates by the terms that they have; how
 * well each answers is worked out of its row (ranking.ts).
 */
import { sql } from 'kysely';
import type { First, Matches, Words } from '../engine/engine.ts';
import { listed, nameMark, staticRank } from '../schema/indexing.ts';
import type { SkillRow } from '../schema/tables.ts';
import { summariesInOrder } from '../skills/skills.ts';
import { isKitKey, listedSkills, ownSkills, type View, visibleSkills } from '../view.ts';
import { scorerFor, scores as tiers } from './ranking.ts';
import type { Understood } from './understood.ts';
import { type Group, likeness } from './ways.ts';

/**
 * The best skills for a query, with their scores: those that are as good stand in the order of their places. Rare words
 * come first: of each way to ask only the first are looked at, by their place, so a search takes no longer the more match.
 */
export const rankedSkills = async (view: View, asked: Understood, limit: number) =>
  scoredSummaries(view, (await answersTo(view, asked)).slice(0, limit));

/** A skill that answers a query, and what narrows it. */
export interface Answer {
  id: number;
  score: number;
  /** Where they are asked for, and so is the next, as JSON. */
  facets?: number;
  tags?: string;
}

/** Every skill that is looked at and answers, the best first. */
export async function answersTo(view: View, asked: Understood, withFacets = false): Promise<Answer[]> {
  const candidates = candidatesFor(view, asked);
  if (!candidates) return [];
  const rows = await listedSkills(view)
    .innerJoin(candidates.as('candidates'), 'candidates.id', 'skills.id')
    .select([
      'skills.id',
      'skills.slug as address',
      'skills.owner_id as ownerId',
      'skills.deprecated',
      'skills.scan_status',
    ])
    .select(['skills.names', 'skills.tokens', sql<number>`${sql.raw(staticRank('skills'))}`.as('place')])
    .$if(asked.phrases.length > 0, (skills) => skills.select('skills.folded'))
    .$if(withFacets, (skills) => skills.select(['skills.tags', sql<number>`skills.facets`.as('facets')]))
    .execute();
  const scoreOf = scorerFor(asked);
  return rows
    .flatMap(({ id, place, facets, tags, ...row }) => {
      const score = scoreOf(row);
      if (score === undefined) return [];
      return [
        {
          id,
          standing: standingOf(row, score),
          place,
          score,
          ...(facets !== undefined && { facets }),
          ...(tags !== undefined && { tags }),
        },
      ];
    })
    .sort((a, b) => a.standing - b.standing || b.score - a.score || a.place - b.place);
}

/** Answers with what lists say of them, in their order. */
export async function scoredSummaries(view: View, answers: readonly Answer[]) {
  const scores = new Map(answers.map(({ id, score }) => [id, score]));
  const ids = [...scores.keys()];
  const skills = await summariesInOrder(view, ids);
  return skills.map((skill, index) => ({ skill, score: scores.get(ids[index] ?? 0) ?? 0 }));
}

/** What is flagged comes after what is not, unless it is asked for by its exact name; what is deprecated comes last. */
function standingOf({ deprecated, scan_status }: Pick<SkillRow, 'deprecated' | 'scan_status'>, score: number): number {
  if (deprecated) return 2;
  return scan_status === 'flagged' && score < tiers.exact ? 1 : 0;
}

/** Candidates of each way to ask. */
const few = 64;
const [ofEachPair, ofEachName, ofEachWord] = [32, 24, 32];
/** Of words that tell most, as many are looked for in pairs, and alone. */
const [inPairs, alone] = [4, 2];
/** Skills of one author, of the caller's own, or of the kit that a key opens. */
const mostOfOne = 500;

function candidatesFor(view: View, asked: Understood): Matches | undefined {
  const { groups, authors, owners } = asked;
  const by = (handles: readonly string[]) => owners.flatMap(({ id, handle }) => (handles.includes(handle) ? [id] : []));
  if (view.caller && isKitKey(view.caller))
    return sql`(${sql`${visibleSkills(view).select('skills.id').limit(mostOfOne)}`})`;
  const found: Matches[] = [];
  if (authors.length > 0) found.push(ofOwners(by(authors), mostOfOne));
  else {
    found.push(exact(asked.names));
    for (const { words, first } of waysToAsk(asked))
      found.push(sql`select id from ${view.text.withWords('listed', words, first)} as first`);
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

interface Asking {
  words: Words;
  first: First;
}

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
