/**
 * Where the first of the listed skills stand, about: parts of the index of words that a search asks before it asks the
 * whole. They only save time: a part that has too few matches is followed by the next, and by everything.
 */
import { sql } from 'kysely';
import { listed, staticRank } from '../schema/indexing.ts';
import type { Db, First } from './engine.ts';

/** Skills in each part. One that has more than half of all is left out. */
const sizes = [512, 2_048, 8_192];
/** Of as few matches all are looked at sooner than a part of the index is read. */
const fewMatches = 1_000;
/** Rows that are looked at to find out where a part ends. */
const looked = 10_000;
/** Milliseconds after which that is found out again. */
const lifetime = 10 * 60 * 1000;

interface Parts {
  /** Of the skills that were listed then. */
  total: number;
  each: { size: number; query: string }[];
}

/** Gives the parts to ask, as queries of lexemes, as far as they are known; where it is time to, they are found out meanwhile. */
export function firstParts(db: Db): (first: First) => string[] {
  let parts: Parts = { total: 0, each: [] };
  let due = 0;
  return ({ count, share }) => {
    if (performance.now() >= due) {
      due = performance.now() + lifetime;
      findParts(db).then(
        (found) => {
          parts = found;
        },
        () => {
          due = 0; // The search that asks meanwhile says what is wrong.
        },
      );
    }
    if (share * parts.total < fewMatches) return [];
    return parts.each.filter(({ size }) => size * share >= count).map(({ query }) => query);
  };
}

async function findParts(db: Db): Promise<Parts> {
  const { total } = await db
    .selectFrom('skill_totals')
    .select(sql<number>`cast(coalesce(sum(total), 0) as bigint)`.as('total'))
    .executeTakeFirstOrThrow();
  if (total <= fewMatches) return { total, each: [] };
  const { rows } = await sql<{ place: number }>`select ${sql.raw(staticRank('skills'))} as place from skills
    tablesample system (${sql.lit(Math.min(100, (100 * looked) / total))}) where ${sql.raw(listed('skills'))}
    order by place`.execute(db);
  const placeAt = (rank: number) => rows[Math.floor((rank * rows.length) / total)]?.place ?? 0;
  const each = sizes.filter((size) => 2 * size < total).map((size) => ({ size, query: queryBefore(placeAt(size)) }));
  return { total, each };
}

/** The lexemes of all that stand before a place, as they are written in the schema (step 20). */
function queryBefore(place: number): string {
  const stair = Math.floor(place / 2 ** 8)
    .toString(16)
    .padStart(10, '0');
  return beginningsBefore(stair)
    .map((beginning) => `'#${beginning}':*`)
    .join(' | ');
}

const digits = [...'0123456789abcdef'];

/** Beginnings of all that stand before it: before `2f` are `0`, `1`, and `20` to `2e`. */
const beginningsBefore = (stair: string): string[] =>
  [...stair].flatMap((digit, at) => digits.slice(0, digits.indexOf(digit)).map((lower) => stair.slice(0, at) + lower));
