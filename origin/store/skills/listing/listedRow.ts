/** A change of a listed skill as the store tells of it, and what it says for lists and searches. */
import { sql } from 'kysely';
import type { Db } from '../../engine/engine.ts';
import { bitOf } from '../../schema/facets.ts';
import { placeOf, words } from '../../schema/indexing.ts';
import { mostFollowed, tagKey, textOf } from './keptTerms.ts';
import type { ListedRow } from './listedColumns.ts';

/** Rows of a look at the store. */
export const atOnce = 1000;

/** Milliseconds that changes are taken in before others have their turn. */
const turn = 5;

/** Takes in each row, and holds up nobody for long. */
export async function inTurns<R>(rows: readonly R[], take: (row: R) => void): Promise<void> {
  let began = performance.now();
  for (const row of rows) {
    take(row);
    if (performance.now() - began < turn) continue;
    await new Promise((resolve) => setImmediate(resolve));
    began = performance.now();
  }
}

/** How many skills are listed. */
export async function countListed(db: Db): Promise<number> {
  const total = sql<number>`cast(coalesce(sum(total), 0) as bigint)`.as('listed');
  return (await db.selectFrom('skill_totals').select(total).executeTakeFirstOrThrow()).listed;
}

/** The place of a change: those of one transaction may have one number. */
export interface At {
  number: number;
  skill_id: number;
}

/** The first changes after one that is known. Their texts are read only where there are few enough to be followed. */
export async function changesAfter(
  db: Db,
  { number: known, skill_id }: At,
  withTexts: boolean,
): Promise<ListedChange[]> {
  const text = (column: string) =>
    withTexts ? sql`case when due <= ${sql.lit(mostFollowed)} then ${sql.raw(column)} end` : sql`null`;
  const { rows } = await sql<ListedChange>`select newest, due, number, changed.skill_id, listed_skills.facets,
    listed_skills.slug, listed_skills.install_count, listed_skills.downloads_7d, listed_skills.latest_at,
    skills.deprecated, ${text(words('skills'))} as terms, ${text('skills.tags')} as tags,
    ${text('skills.folded')} as folded
    from (select max(number) as newest, (select count(*) from (select number from noted_listed_changes where number > ${known}
    limit ${sql.lit(mostFollowed + 1)}) as ahead) as due from listed_changes) as ends
    left join (select number, skill_id from noted_listed_changes where number >= ${known}
    and (number, skill_id) > (${known}, ${skill_id}) order by number, skill_id limit ${sql.lit(atOnce)}) as changed on 1 = 1 left join listed_skills on listed_skills.id = changed.skill_id
    left join skills on skills.id = listed_skills.id order by number, changed.skill_id`.execute(db);
  return rows;
}

/** Null throughout where the skill is listed no more; but for the first two, where there was no change. */
export interface ListedChange {
  /** The number of the newest settled change. */
  newest: number | null;
  /** How many there are to take in; of many only that they are. */
  due: number;
  number: number | null;
  skill_id: number;
  facets: number | null;
  slug: string | null;
  install_count: number | null;
  downloads_7d: number | null;
  latest_at: number | null;
  deprecated: number | null;
  /** Between spaces, a JSON array, and the text that lists are asked for: where they were asked for. */
  terms: string | null;
  tags: string | null;
  folded: string | null;
}

export function listedRow({ skill_id: id, facets, slug, deprecated, ...row }: ListedChange): ListedRow {
  const [name, installs] = [slug ?? '', row.install_count ?? 0];
  const isVerified = Math.floor((facets ?? 0) / bitOf('signed', 'verified')) % 2 === 1;
  return {
    ...{ id, facets, slug: name, installs, downloads: row.downloads_7d ?? 0, latestAt: row.latest_at ?? 0 },
    place: placeOf({ id, slug: name, installs, isDeprecated: deprecated === 1, isVerified }),
  };
}

/** Whether the skill has a term, a tag or a text. */
export function has({ terms, tags, folded }: ListedChange): (key: string) => boolean {
  const words = new Set(terms?.split(' '));
  for (const tag of JSON.parse(tags ?? '[]') as string[]) words.add(tagKey(tag));
  return (key) => {
    const text = textOf(key);
    return text === undefined ? words.has(key) : (folded ?? '').includes(text);
  };
}
