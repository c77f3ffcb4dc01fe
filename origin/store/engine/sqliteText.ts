/**
 * Text indexes in SQLite: for each text table one of three-letter sequences (`…_folded`), one of letters and of each two
 * side by side (`…_bigrams`), and one of words (`…_tokens`). They keep no text of their own and follow their table by
 * triggers. A row's number in an index says what would else be looked up in the table for each match: skills that are not
 * listed have negative ones, and listed ones are numbered in the order in which they are shown, so that what is counted,
 * or cut to the first, is read off the index alone.
 */
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { idOf } from '../schema/indexing.ts';
import type { First, Matches, Some, TextSource, TextTable, Words } from './engine.ts';

export function containing(source: TextSource, text: string, some?: Some): Matches {
  const first = some
    ? sql`${some.of === 'newest' ? sql`order by id desc` : sql``} limit ${sql.lit(some.count)}`
    : sql``;
  const isShort = [...text].length < 3;
  const index = sql.table(`${tableOf(source)}_${isShort ? 'bigrams' : 'folded'}`);
  // Words of that index are bytes in hexadecimal digits.
  const match = isShort ? Buffer.from(text).toString('hex') : phrase(text);
  return source === 'listed'
    ? sql`(select rowid as id from ${index} where ${index} match ${match} and rowid > 0 ${first})`
    : sql`(select abs(rowid) as id from ${index} where ${index} match ${match} ${first})`;
}

export const withWords = (words: Words, first?: First): Matches =>
  sql`(select ${sql.raw(idOf('abs(rowid)'))} as id from skills_tokens
    where skills_tokens match ${queryFor(words)} and rowid > 0
    ${first === undefined ? sql`` : sql`order by rowid limit ${sql.lit(first.count)}`})`;

export function hasWords(table: 'kits' | 'profiles', words: Words): RawBuilder<SqlBool> {
  const index = sql.table(`${table}_tokens`);
  return sql`${sql.ref(`${table}.id`)} in (select rowid from ${index} where ${index} match ${queryFor(words)})`;
}

function queryFor({ each, none = [] }: Words): string {
  const asked = each.map((choices) => `(${choices.map(together).join(' OR ')})`).join(' AND ');
  return none.length > 0 ? `(${asked}) NOT (${none.map(together).join(' OR ')})` : asked;
}

/** The driver takes long for each value that it binds. */
export const withIds = (json: string): Matches => sql`(select value as id from json_each(${json}))`;

export const among = (column: string, json: string): RawBuilder<SqlBool> =>
  sql`${sql.ref(column)} in (select value from json_each(${json}))`;

const tableOf = (source: TextSource): TextTable => (source === 'listed' ? 'skills' : source);

/** Quoted for FTS5, which reads operators in bare words. */
const phrase = (text: string) => `"${text.replaceAll('"', '""')}"`;

const together = (choice: string) => `(${choice.split(' ').map(word).join(' AND ')})`;

const word = (text: string) => (text.endsWith('*') ? `${phrase(text.slice(0, -1))}*` : phrase(text));
