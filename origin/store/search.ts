/**
 * Ranked search, the same order on every engine (CONTRACT.md, Reads). The engine finds the rows whose words start
 * with the query's words; tiers over the row's names order them.
 */
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { TextTable } from './engine.ts';
import { fold, tokensOf } from './text.ts';
import type { View } from './view.ts';

/** What a query asks of one table: which rows, and their tier (0 exact name, 1 whole words, 2 word starts, 3 prose). */
export interface RankedQuery {
  matches: RawBuilder<SqlBool>;
  tier: RawBuilder<number>;
}

/** Undefined where the query has no word, and so finds nothing. `address` is the column with the exact name. */
export function rankedQuery(
  view: View,
  table: TextTable,
  address: 'slug' | 'handle',
  query: string,
): RankedQuery | undefined {
  const tokens = [...new Set(tokensOf(query))].slice(0, mostWords);
  if (tokens.length === 0) return undefined;
  const names = sql.ref(`${table}.names`);
  const named = (end: '' | ' ') =>
    sql.join(
      tokens.map((token) => sql`${names} like ${`% ${token}${end}%`}`),
      sql` and `,
    );
  return {
    matches: sql<SqlBool>`${view.text.hasTokens(table, tokens)}`,
    tier: sql<number>`case
      when ${sql.ref(`${table}.${address}`)} in (${fold(query.trim())}, ${tokens.join('-')}) then 0
      when ${named(' ')} then 1
      when ${named('')} then 2
      else 3 end`,
  };
}

/** The words of a query after these are not looked at: engines bound how large an expression may be. */
const mostWords = 32;

/** The published score of a tier; deprecated results rank, and score, below all others. */
export const scoreOf = (tier: number, deprecated = false): number => (4 - tier) / (deprecated ? 10 : 1);
