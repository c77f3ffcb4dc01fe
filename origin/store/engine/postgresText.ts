/** What PostgreSQL is asked for texts that hold another: pieces of words, as an index of listed skills has them (step 33). */
import { type RawBuilder, sql } from 'kysely';
import { listed } from '../schema/indexing.ts';
import type { Matches, Some, TextSource } from './engine.ts';

/** Between words, whatever the database takes for a letter: the same as in the step. */
const separator = /[\n\t\r !"#$%&'()*+,\-./:;<=>?@[\\\]^_`{|}~]/;
/** Letters that are kept of a word from any of its letters on. */
const longest = 16;

/** Whether most skills hold a text is judged by as many of the newest, and of the oldest. */
const looked = 1000;

export function containing(source: TextSource, text: string, some?: Some): Matches {
  const holding = sql`strpos(folded, ${text}) > 0`;
  if (source === 'listed') {
    if (!some) return inListed(text, holding);
    return some.of === 'any'
      ? anyInListed(text, holding, some.count)
      : sql`(select id from newest_holding(${piecesOf(text)}::tsquery, ${text}, ${sql.lit(some.count)}) as found(id))`;
  }
  if (source === 'skills')
    return sql`(select id from ${inListed(text, holding)} as listed
      union all select id from skills where not ${sql.raw(listed('skills'))} and ${holding})`;
  return sql`(select id from ${sql.table(source)} where ${holding})`;
}

/** The offset keeps it apart from what it is asked in: without the index, pieces are made of every row that is looked at. */
const inListed = (text: string, holding: RawBuilder<unknown>): Matches =>
  sql`(select id from listed_texts where text_pieces(folded) @@ ${piecesOf(text)}::tsquery
    ${isPiece(text) ? sql`` : sql`and ${holding}`} offset 0)`;

/**
 * What most skills hold is found sooner in any rows than by the index, which gathers all that match first. The newest alone
 * don't tell: a thousand skills published with a word of their own would have every row looked through for it.
 */
function anyInListed(text: string, holding: RawBuilder<unknown>, count: number): Matches {
  const ofIndex = sql`select id from ${inListed(text, holding)} as held`;
  const limit = sql`limit ${sql.lit(count)}`;
  // One letter is one entry of the index.
  if ([...text].length === 1) return sql`(${ofIndex} ${limit})`;
  const mostOf = (order: RawBuilder<unknown>) => sql`(select avg(case when ${holding} then 1 else 0 end) > 0.5
    from (select folded from listed_texts order by id ${order} limit ${sql.lit(looked)}) as rows)`;
  return sql`(with looked as materialized (select ${mostOf(sql`desc`)} and ${mostOf(sql`asc`)} as most)
    (select id from listed_texts where (select most from looked) and ${holding} ${limit})
    union all (${ofIndex} where not (select most from looked) ${limit}))`;
}

/** Whether the index alone says which texts hold it. */
const isPiece = (text: string): boolean => {
  const letters = [...text];
  return letters.length === 1 || (letters.length <= longest && !separator.test(text));
};

/** Pieces that every text has that holds this one, as a query. */
function piecesOf(text: string): string {
  const letters = [...text];
  if (letters.length === 1) return letterPiece(text);
  const words = text.split(separator).map((word) => [...word]);
  const last = words.pop() ?? [];
  const ended = words.flatMap((word) => endedParts(word));
  const between = new Set(letters.filter((letter) => separator.test(letter)));
  return [...ended, ...lastParts(last, words.some(isTelling)), ...[...between].map(letterPiece)].join(' & ');
}

/** Few words begin with as many letters: to look through those that do costs less than it saves. */
const isTelling = ({ length }: readonly string[]): boolean => length > 2;

/** Of a word that has ended, its beginning and its end, whose piece is no longer than that. */
function endedParts(word: readonly string[]): string[] {
  if (word.length === 0) return [];
  const end = lexeme(word.slice(-longest).join(''));
  return word.length > longest ? [lexeme(word.slice(0, longest).join('')), end] : [end];
}

/** Of the last word, which may go on: every piece that begins with it; where others tell more, its letters alone. */
function lastParts(word: readonly string[], othersTell: boolean): string[] {
  if (othersTell && !isTelling(word)) return word.map(letterPiece);
  return endedParts(word).map((part, index, { length }) => (index === length - 1 ? `${part}:*` : part));
}

const letterPiece = (letter: string): string => lexeme(`.${letter}`);

/** Quoted as text that is read as a `tsquery`. */
export const lexeme = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
