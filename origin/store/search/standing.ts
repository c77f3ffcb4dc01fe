/** Whether words that may be slips stand somewhere, and of those that may be meant the likeliest. */
import { type RawBuilder, sql } from 'kysely';
import { type View, visibleKits, visibleProfiles } from '../view.ts';
import { wordOf } from './asked.ts';
import { firstOf } from './firstOf.ts';
import type { wordsNear } from './vocabulary.ts';
import { type Group, likeness } from './ways.ts';

/** Those of the words that stand somewhere after all, whatever the vocabulary says: they are not corrected. */
export async function standingAnywhere(view: View, groups: readonly Group[], isForeign: boolean): Promise<Set<string>> {
  const least = isForeign ? likeness.otherLanguage : likeness.itself;
  const { db, text } = view;
  const asked: RawBuilder<{ word: string }>[] = [];
  for (const { word, ways, share } of groups) {
    const each = [ways.filter((way) => way.likeness >= least).map(({ terms }) => terms)];
    const begins = [[`${word.text}*`]];
    const inSkills = sql`exists (select id from ${await firstOf(view, [{ words: { each }, first: { count: 1, share } }])} as found)`;
    const inKits = visibleKits(view).where(text.hasWords('kits', { each: begins }));
    const inPeople = visibleProfiles(view)
      .where(sql<boolean>`exists (select 1 from author_totals where owner_id = profiles.id) is true`)
      .where(text.hasWords('profiles', { each: begins }));
    asked.push(sql`select cast(${word.text} as text) as word where ${inSkills}
      or exists ${inKits.select('kits.id')} or exists ${inPeople.select('profiles.id')}`);
  }
  const { rows } = await sql<{ word: string }>`${sql.join(asked, sql` union all `)}`.execute(db);
  return new Set(rows.map(({ word }) => word));
}

const idsOf = (matches: RawBuilder<{ id: number }>) => sql<number>`(select id from ${matches} as matching)`;

/** As many of the nearest words are looked at, and as many skills with each. */
const [nearest, sampled] = [3, 24];

/**
 * Of words that are as near, one that several people use comes before one that a single author has, however often: or
 * somebody could make a slip their own.
 */
export async function likeliest(
  view: View,
  near: Awaited<ReturnType<typeof wordsNear>>,
  skills: number,
): Promise<string> {
  const [first, ...others] = near.filter(({ slips }) => slips === near[0]?.slips).slice(0, nearest);
  if (!first) throw new Error('There is no word to choose.');
  if (others.length === 0) return first.word;
  const asked: RawBuilder<unknown>[] = [];
  for (const { word, total } of [first, ...others]) {
    const asking = {
      words: { each: [[wordOf(word).term]] },
      first: { count: sampled, share: total / Math.max(1, skills) },
    };
    const some = idsOf(await firstOf(view, [asking]));
    asked.push(
      sql`select cast(${word} as text) as word, count(distinct owner_id) as owners from skills where id in ${some}`,
    );
  }
  const { rows } = await sql<{ word: string; owners: number }>`${sql.join(asked, sql` union all `)}`.execute(view.db);
  const several = [first, ...others].find(({ word }) =>
    rows.some((row) => row.word === word && Number(row.owners) > 1),
  );
  return (several ?? first).word;
}
