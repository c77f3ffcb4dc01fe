/** The words of what everyone is shown: how many skills have them, what begins like them, and which others may be meant. */
import { type RawBuilder, sql } from 'kysely';
import { compiledOnce, type Place } from '../engine/compiled.ts';
import { shown } from '../schema/indexing.ts';
import type { View } from '../view.ts';
import { slipsBetween, slipsIn } from './spelling.ts';

export interface Counted {
  word: string;
  stem: string;
  total: number;
}

/** Words with a beginning that are looked for. */
const mostBegun = 8;
/** Above every letter. */
const last = '\u{10FFFF}';

/** A profile that everyone is shown. */
export interface Owner {
  id: number;
  handle: string;
}

interface LookUp {
  words: readonly string[];
  stems: readonly string[];
  beginning: string | undefined;
  handles: readonly string[];
}

interface Found {
  known: Counted[];
  begun: Counted[];
  skills: number;
  owners: Owner[];
  /** The number of the newest change of a listed skill. */
  newest: number;
}

type Row = Counted & { kind: number };

const runCounted = compiledOnce<Row>();

/** Those of `words`, those with one of `stems`, the most frequent that begin with `beginning`, and who has a handle. */
export async function counted({ db, text }: View, { words, stems, beginning, handles }: LookUp): Promise<Found> {
  const lists = [words, stems, handles].map((list) => JSON.stringify([...new Set(list)]));
  const bounds = beginning === undefined ? [] : [beginning, beginning + last];
  const rows = await runCounted(db, String(bounds.length), [...lists, ...bounds], (places) => {
    const [words, stems, handles, ...bounds] = places;
    const all = sql`select word, stem, total from search_words`;
    return sql<Row>`
      select 0 as kind, '' as word, '' as stem, cast(coalesce(sum(total), 0) as bigint) as total from skill_totals
      union all select 4, '', '', coalesce(max(number), 0) from noted_listed_changes
      union all select 1, word, stem, total from (${all} where ${text.among('word', words)}
        union ${all} where ${text.among('stem', stems)}) as known
      union all select 3, handle, '', id from profiles where ${text.among('handle', handles)}
        and ${sql.raw(shown('profiles'))} ${bounds.length > 0 ? beginningWith(all, bounds) : sql``}`;
  });
  const of = (kind: number) => rows.filter((row) => row.kind === kind);
  const owners = of(3).map(({ word, total }) => ({ handle: word, id: total }));
  return {
    ...{ known: of(1), begun: of(2), owners: owners.sort((a, b) => a.id - b.id) },
    ...{ skills: of(0)[0]?.total ?? 0, newest: of(4)[0]?.total ?? 0 },
  };
}

const beginningWith = (all: RawBuilder<unknown>, [from, to]: readonly Place[]) =>
  sql`union all select 2, word, stem, total from (${all} where word > ${from} and word < ${to}
    order by total desc, word limit ${sql.lit(mostBegun)}) as begun`;

/** A word that may have been meant. */
export interface Near {
  word: string;
  slips: number;
  total: number;
}

/** Words that are a slip or two from `word`, the likeliest first; handles of people who have published are words too. */
export async function wordsNear({ db }: View, word: string): Promise<Near[]> {
  const most = slipsIn(word);
  if (most === 0) return [];
  const [start, end] = [word.slice(0, 2), word.slice(-2)];
  const [least, longest] = [word.length - most, word.length + most];
  const handled = sql`select handle as word, 1 as total from profiles where ${sql.raw(shown('profiles'))}
    and exists (select 1 from author_totals where owner_id = profiles.id) and length(handle) between ${least} and ${longest}`;
  const said = sql`select word, total from search_words where length(word) between ${least} and ${longest}`;
  const { rows } = await sql<{ word: string; total: number }>`
    ${said} and substr(word, 1, 2) = ${start} union ${said} and substr(word, length(word) - 1) = ${end}
    union ${handled} and substr(handle, 1, 2) = ${start}
    union ${handled} and substr(handle, length(handle) - 1) = ${end}`.execute(db);
  const near = rows.flatMap(({ word: other, total }) => {
    const slips = other === word ? Number.POSITIVE_INFINITY : slipsBetween(word, other, most);
    return slips <= most ? [{ word: other, slips: slips + (other[0] === word[0] ? 0 : 0.5), total }] : [];
  });
  return near.sort((a, b) => a.slips - b.slips || b.total - a.total || (a.word < b.word ? -1 : 1));
}

/** Two words that are written as one: the likeliest way to part it, where the vocabulary has both. */
export async function partsOf({ db }: View, word: string): Promise<[string, string] | undefined> {
  if (word.length < 6) return undefined;
  const cuts = Array.from({ length: word.length - 5 }, (_, index) => index + 3);
  const parts = cuts.map((at): [string, string] => [word.slice(0, at), word.slice(at)]);
  const { rows } = await sql<Counted>`select word, stem, total from search_words
    where word in (${sql.join(parts.flat())})`.execute(db);
  const totals = new Map(rows.map((row) => [row.word, row.total]));
  const both = parts
    .map((pair) => ({ pair, least: Math.min(...pair.map((part) => totals.get(part) ?? 0)) }))
    .filter(({ least }) => least > 0)
    .sort((a, b) => b.least - a.least);
  return both[0]?.pair;
}
