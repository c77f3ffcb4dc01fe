/** What people starred: their own business. How many starred a skill is told to whoever sees it. */
import { skillId as idOf } from '../../contract/grammar/ids.ts';
import type { Db } from '../engine/engine.ts';
import { record } from '../events/record.ts';
import { skillSummariesById } from '../skills/skills.ts';
import type { View } from '../view.ts';
import { handleThen } from './library.ts';

export const isStarred = async (db: Db, profileId: number, skillId: number): Promise<boolean> =>
  (await starsOf(db, profileId).select('skill_id').where('skill_id', '=', skillId).executeTakeFirst()) !== undefined;

/** Nothing happens where it is so already. */
export async function star(db: Db, profileId: number, skill: number, now: number): Promise<void> {
  const added = await db
    .insertInto('stars')
    .values({ profile_id: profileId, skill_id: skill, created_at: now })
    .onConflict((conflict) => conflict.columns(['profile_id', 'skill_id']).doNothing())
    .returning('skill_id')
    .executeTakeFirst();
  if (!added) return;
  await countStar(db, skill, 1);
  await record(db, { kind: 'skill.starred', skill }, { by: profileId, now });
}

/** Nothing happens where it is so already. */
export async function unstar(db: Db, profileId: number, skill: number, now: number): Promise<void> {
  const removed = await db
    .deleteFrom('stars')
    .where('profile_id', '=', profileId)
    .where('skill_id', '=', skill)
    .returning('skill_id')
    .executeTakeFirst();
  if (!removed) return;
  await countStar(db, skill, -1);
  await record(db, { kind: 'skill.unstarred', skill }, { by: profileId, now });
}

/** How many skills a person starred, seen or not. */
export async function countStars(db: Db, profileId: number): Promise<number> {
  const { stars } = await starsOf(db, profileId)
    .select((e) => e.fn.countAll<number>().as('stars'))
    .executeTakeFirstOrThrow();
  return stars;
}

/** The starred skill at an address that it has or had, by its row; undefined where a person starred none there. */
export const starredAt = (db: Db, profileId: number, author: string, slug: string) =>
  starsOf(db, profileId)
    .innerJoin('skills', 'skills.id', 'stars.skill_id')
    .innerJoin('handles', 'handles.profile_id', 'skills.owner_id')
    .where('handles.handle', '=', author)
    .where('skills.slug', '=', slug)
    .select('skills.id')
    .executeTakeFirst();

/** One page of them, newest first. What is no longer seen is called as it was when it was starred. */
export async function starPage(view: View, profileId: number, page: { limit: number; offset: number }) {
  const rows = await starsOf(view.db, profileId)
    .innerJoin('skills', 'skills.id', 'stars.skill_id')
    .select(['stars.skill_id', 'stars.created_at', 'skills.slug', handleThen('stars.created_at').as('author')])
    .orderBy('stars.created_at', 'desc')
    .orderBy('stars.skill_id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
  const summaries = await skillSummariesById(
    view,
    rows.map((row) => row.skill_id),
  );
  return rows.map(({ skill_id, created_at, slug, author }) => {
    const skill = summaries.get(skill_id) ?? null;
    return { skill_id: skill?.skill_id ?? idOf.format({ author: author ?? '', slug }), starred_at: created_at, skill };
  });
}

const starsOf = (db: Db, profileId: number) => db.selectFrom('stars').where('stars.profile_id', '=', profileId);

async function countStar(db: Db, skillId: number, more: 1 | -1): Promise<void> {
  await db
    .updateTable('skills')
    .set((e) => ({ star_count: e('star_count', '+', more) }))
    .where('id', '=', skillId)
    .execute();
}
