/**
 * Ranked search, the same order on every engine (CONTRACT.md, Reads). The engine finds rows by the words that they have;
 * how the words stand in a row's names is its tier.
 */
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Matches, Placed, TextTable, Words } from '../engine/engine.ts';
import { nameMark, staticRank } from '../schema/indexing.ts';
import { selectSummary, summariesOf } from '../skills/skills.ts';
import { listedSkills, type View, visibleSkills } from '../view.ts';
import { fold, tokensOf } from './text.ts';

interface Sought {
  /** The query's words, each once. */
  words: readonly string[];
  /** How the exact name may be written. */
  names: readonly string[];
}

/** Undefined where the query has no word, and so finds nothing. */
function soughtIn(query: string): Sought | undefined {
  const words = [...new Set(tokensOf(query))].slice(0, mostWords);
  return words.length === 0 ? undefined : { words, names: [fold(query.trim()), words.join('-')] };
}

/** The words of a query after these are not looked at: engines bound how large an expression may be. */
const mostWords = 32;

/** What a row says of a query's words: the lower, the better. */
export const tiers = { exact: 0, named: 1, begun: 2, mixed: 3, prose: 4 };

/** `address` is the column with the exact name. */
function tierOf(table: TextTable, address: 'slug' | 'handle', { words, names }: Sought): RawBuilder<number> {
  const column = sql.ref(`${table}.names`);
  const inNames = (end: '' | ' ', joint: RawBuilder<unknown>) =>
    sql.join(
      words.map((word) => sql`${column} like ${`% ${word}${end}%`}`),
      joint,
    );
  const [and, or] = [sql` and `, sql` or `];
  return sql<number>`case
    when ${sql.ref(`${table}.${address}`)} in (${sql.join(names)}) then ${sql.lit(tiers.exact)}
    when ${inNames(' ', and)} then ${sql.lit(tiers.named)}
    when ${inNames('', and)} then ${sql.lit(tiers.begun)}
    when ${inNames(' ', or)} then ${sql.lit(tiers.mixed)}
    else ${sql.lit(tiers.prose)} end`;
}

/** The published score of a tier; deprecated results rank, and score, below all others. */
export const scoreOf = (tier: number, deprecated = false): number =>
  (4 - Math.min(tier, tiers.mixed)) / (deprecated ? 10 : 1);

const beginning = (word: string) => `${word}*`;
const named = (word: string) => nameMark + word;
const anywhere = ({ words }: Sought): Words => ({ all: words.map(beginning) });

/** Kits or people that match, and their tiers. */
export function rankedRows(view: View, table: 'kits' | 'profiles', address: 'slug' | 'handle', query: string) {
  const sought = soughtIn(query);
  if (!sought) return undefined;
  const matching = view.text.withWords(table, anywhere(sought));
  return {
    matches: sql<SqlBool>`${sql.ref(`${table}.id`)} in (select id from ${matching} as matching)`,
    tier: tierOf(table, address, sought),
  };
}

/**
 * The best skills for a query, with their tiers: deprecated ones last, then by tier, then by their place. While few
 * match, each is looked at; of many only those that stand first in some tier. What a caller sees besides what is listed
 * has no place among that, so for callers all that match are looked at.
 */
export async function rankedSkills(view: View, query: string, limit: number) {
  const sought = soughtIn(query);
  if (!sought) return [];
  const some = await bestOf(view, sought, someThatMatch(view, sought), limit);
  const isCut = !view.caller && some[0]?.matching === few;
  const rows = isCut ? await bestOf(view, sought, firstOfTiers(view, sought, limit), limit) : some;
  const skills = await summariesOf(view, rows);
  return skills.map((skill, index) => ({ skill, tier: rows[index]?.tier ?? tiers.prose }));
}

/** As many matches are looked at one by one. */
const few = 64;

const someThatMatch = ({ text, caller }: View, sought: Sought): Matches =>
  caller
    ? sql`(select id from ${text.withWords('skills', anywhere(sought))} as matching)`
    : sql`(${first(few, text.withWords('listed', anywhere(sought)))})`;

const first = (count: number, matches: Matches<Placed>) =>
  sql`select id from (select id from ${matches} as matching order by place limit ${sql.lit(count)}) as cut`;

/** Of each tier the first, by their place: whoever is in a tier is among those found for it. */
function firstOfTiers({ text }: View, sought: Sought, limit: number): Matches {
  const { words, names } = sought;
  const waysToAsk: Words[] = [
    { all: words.map(named) },
    { all: words.map(named).map(beginning) },
    { all: words.map(beginning), some: words.map(named) },
    anywhere(sought),
  ];
  const exact = sql`select id from skills where slug in (${sql.join(names)})`;
  const found = waysToAsk.map((words) => first(limit, text.withWords('listed', words)));
  return sql`(${sql.join([exact, ...found], sql` union `)})`;
}

/** The best among `candidates` as rows for summaries, and how many candidates there are. */
function bestOf(view: View, sought: Sought, candidates: Matches, limit: number) {
  const best = listedSkills(view)
    .innerJoin(candidates.as('candidates'), 'candidates.id', 'skills.id')
    .select(['skills.id', tierOf('skills', 'slug', sought).as('tier'), sql<number>`count(*) over ()`.as('matching')])
    .orderBy('skills.deprecated')
    .orderBy('tier')
    .orderBy(sql.raw(staticRank('skills')))
    .limit(limit);
  // What a summary takes is only read of the best, for which they are put in order once more.
  return selectSummary(visibleSkills(view).innerJoin(best.as('best'), 'best.id', 'skills.id'))
    .select([sql<number>`best.tier`.as('tier'), sql<number>`best.matching`.as('matching')])
    .orderBy('skills.deprecated')
    .orderBy('tier')
    .orderBy(sql.raw(staticRank('skills')))
    .execute();
}
