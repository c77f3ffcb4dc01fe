/**
 * Which skills are like another, looked up once when its text is new: a page names what was there then, so that what others
 * publish later changes nothing on it. What is not shown any more is named nowhere (view.ts).
 */
import { type SqlBool, sql } from 'kysely';
import type { Db, Engine } from '../engine/engine.ts';
import { recordDerived } from '../events/record.ts';
import { listed } from '../schema/indexing.ts';
import { type View, visibleSkills } from '../view.ts';
import { earlierCopy, type Like } from './copies.ts';
import { fingerprintsOf, textOfVersion } from './fingerprints.ts';
import { method } from './minhash.ts';
import { quarantinedAuthors, relatedSkills } from './related.ts';

/** Skills whose text was not compared yet, from `after` on. In the words of their index. */
export const toCompare = (db: Db, after: number, limit: number) =>
  db
    .selectFrom('skills')
    .select(['id', sql<number>`latest_version_id`.as('version_id')])
    .where(sql<SqlBool>`${sql.raw(listed('skills'))} and skills.compared <> skills.latest_version_id`)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();

/** Skills that an earlier program compared otherwise are due again. Resolves with whether there may be more. */
export async function compareAgain(db: Db, limit: number): Promise<boolean> {
  const rows = await db
    .selectFrom('fingerprints')
    .select(['version_id', 'skill_id'])
    .where('method', '<', method)
    .limit(limit)
    .execute();
  if (rows.length === 0) return false;
  const skills = rows.map(({ skill_id }) => skill_id);
  await db.updateTable('skills').set({ compared: 0 }).where('id', 'in', skills).execute();
  const versions = rows.map(({ version_id }) => version_id);
  await db.deleteFrom('fingerprint_bands').where('version_id', 'in', versions).execute();
  await db.deleteFrom('fingerprints').where('version_id', 'in', versions).execute();
  return true;
}

/** What a skill is like by its latest version, the one that had the text first before those about the same. */
export async function findLikes(engine: Engine, skillId: number, versionId: number): Promise<Like[]> {
  const { db } = engine;
  const [print] = await fingerprintsOf(db, [versionId]);
  const text = print && print.minima.length > 0 ? await textOfVersion(db, versionId) : undefined;
  const copy = text && print && (await earlierCopy(db, { skillId, versionId, text, minima: print.minima }));
  const related = await relatedSkills(engine, db, skillId, copy ? [copy.other_id] : []);
  return copy ? [copy, ...related] : related;
}

interface Compared {
  skillId: number;
  versionId: number;
  likes: readonly Like[];
  /** Unix seconds. */
  now: number;
}

/** Unless the skill has another version by now, and without texts that were withdrawn since. What follows the store is told where it is not as before. */
export async function storeLikes(db: Db, { skillId, versionId, likes, now }: Compared): Promise<void> {
  const compared = await db
    .updateTable('skills')
    .set({ compared: versionId })
    .where('id', '=', skillId)
    .where('latest_version_id', '=', versionId)
    .returning('id')
    .executeTakeFirst();
  if (!compared) return;
  const versions = [0, ...likes.map(({ version_id }) => version_id)];
  const withdrawn = await db
    .selectFrom('versions')
    .select('id')
    .where('id', 'in', versions)
    .where('withdrawn_at', 'is not', null)
    .execute();
  const standing = likes.filter(({ version_id }) => !withdrawn.some(({ id }) => id === version_id));
  const rows = standing.map((like, place) => ({ skill_id: skillId, ...like, place }));
  const before = await db
    .selectFrom('skill_likes')
    .selectAll()
    .where('skill_id', '=', skillId)
    .orderBy('place')
    .execute();
  const said = (all: typeof before) =>
    JSON.stringify(all.map(({ other_id, version_id, kind }) => [other_id, version_id, kind]));
  if (said(before) === said(rows)) return;
  await db.deleteFrom('skill_likes').where('skill_id', '=', skillId).execute();
  if (rows.length > 0) await db.insertInto('skill_likes').values(rows).execute();
  await recordDerived(db, [skillId], now);
}

/** Where something of an author with a quarantine in force is suggested. */
export const quarantinedSuggestions = (db: Db, limit: number) =>
  db
    .selectFrom('skill_likes')
    .innerJoin('skills', 'skills.id', 'skill_likes.other_id')
    .select(['skill_likes.skill_id', 'skill_likes.other_id'])
    .where('skill_likes.kind', '=', 'related')
    .where('skills.owner_id', 'in', quarantinedAuthors(db))
    .limit(limit)
    .execute();

type Suggestion = Awaited<ReturnType<typeof quarantinedSuggestions>>[number];

/** `now`: Unix seconds. */
export async function dropSuggestions(db: Db, suggestions: readonly Suggestion[], now: number): Promise<void> {
  for (const { skill_id, other_id } of suggestions)
    await db.deleteFrom('skill_likes').where('skill_id', '=', skill_id).where('other_id', '=', other_id).execute();
  const skills = new Set(suggestions.map(({ skill_id }) => skill_id));
  await recordDerived(db, [...skills], now);
}

/** Of these both ends are shown to the caller; in the order in which a page has them. */
export const likesOf = (view: View, skillId: number) =>
  visibleSkills(view)
    .innerJoin('skill_likes', 'skill_likes.other_id', 'skills.id')
    .select(['skills.id', 'owner.handle as author', 'skills.slug', 'skills.is_mirror', 'skill_likes.kind'])
    .where('skill_likes.skill_id', '=', skillId)
    .where((e) =>
      e.or([
        e('skill_likes.kind', '<>', 'related'),
        e.and([
          e('skills.scan_status', '=', 'clean'),
          e('skills.deprecated', '=', 0),
          e('skills.moderation_status', '=', 'none'),
        ]),
      ]),
    )
    .orderBy('skill_likes.place')
    .execute();
