/** What versions are found by where another text is like theirs: kept of what everyone was shown, and gone with the version. */
import { sql } from 'kysely';
import type { Db } from '../engine/engine.ts';
import type { VersionRow } from '../schema/tables.ts';
import { storedContent } from '../skills/content.ts';
import { isReadable } from '../view.ts';
import { bandsOf, method, minimaOf } from './minhash.ts';
import { shinglesOf, wordsIn } from './shingles.ts';

/** Words from which a text is compared: shorter ones are alike by chance. */
const fewest = 20;
/** Versions of a skill, from the newest on. */
const mostVersions = 20;
/** Versions of one band that are looked at, the oldest first: a text that thousands copied costs no more than another. */
const mostOfBand = 50;

export interface Text {
  words: readonly string[];
  shingles: ReadonlySet<number>;
}

/** Undefined where it is too short to be compared. */
export async function textOfVersion(db: Db, versionId: number): Promise<Text | undefined> {
  const words = wordsIn((await storedContent(db, versionId)).skillMd);
  return words.length < fewest ? undefined : { words, shingles: shinglesOf(words) };
}

export interface Fingerprint {
  version_id: number;
  skill_id: number;
  minima: number[];
}

/** Of versions of this skill that lack one. Of a text that is too short it is empty, and in no band. */
export async function missingFingerprints(db: Db, skillId: number): Promise<Fingerprint[]> {
  const versions = await db
    .selectFrom('versions')
    .select('versions.id')
    .where('skill_id', '=', skillId)
    .where('withdrawn_at', 'is', null)
    .where(isReadable('versions'))
    .orderBy('number', 'desc')
    .limit(mostVersions)
    .execute();
  const known = await fingerprintsOf(
    db,
    versions.map(({ id }) => id),
  );
  const missing = versions.filter(({ id }) => !known.some(({ version_id }) => version_id === id));
  const made: Fingerprint[] = [];
  for (const { id } of missing) {
    const text = await textOfVersion(db, id);
    made.push({ version_id: id, skill_id: skillId, minima: text ? minimaOf(text.shingles) : [] });
  }
  return made;
}

/** Leaves out what was withdrawn meanwhile. */
export async function storeFingerprints(db: Db, made: readonly Fingerprint[]): Promise<void> {
  for (const { version_id, skill_id, minima } of made) {
    const standing = db
      .selectFrom('versions')
      .select('id')
      .where('id', '=', version_id)
      .where('withdrawn_at', 'is', null);
    if (!(await standing.executeTakeFirst())) continue;
    await forgetFingerprint(db, version_id);
    await db
      .insertInto('fingerprints')
      .values({ version_id, skill_id, method, minima: JSON.stringify(minima) })
      .execute();
    if (minima.length > 0)
      await db
        .insertInto('fingerprint_bands')
        .values(bandsOf(minima).map((band) => ({ band, version_id })))
        .execute();
  }
}

/** Those made as they are made now. */
export async function fingerprintsOf(db: Db, versionIds: readonly number[]): Promise<Fingerprint[]> {
  if (versionIds.length === 0) return [];
  const rows = await db
    .selectFrom('fingerprints')
    .selectAll()
    .where('version_id', 'in', versionIds)
    .where('method', '=', method)
    .execute();
  return rows.map(({ version_id, skill_id, minima }) => ({ version_id, skill_id, minima: JSON.parse(minima) }));
}

/** A version that goes takes its fingerprint along, and what was said of its text. */
export async function forgetVersionText(db: Db, version: Pick<VersionRow, 'id'>): Promise<void> {
  await forgetFingerprint(db, version.id);
  await db.deleteFrom('skill_likes').where('version_id', '=', version.id).where('kind', '<>', 'related').execute();
}

async function forgetFingerprint(db: Db, versionId: number): Promise<void> {
  const known = db.selectFrom('fingerprints').select('minima').where('version_id', '=', versionId);
  const row = await known.executeTakeFirst();
  if (!row) return;
  const minima: number[] = JSON.parse(row.minima);
  if (minima.length > 0)
    await db
      .deleteFrom('fingerprint_bands')
      .where('band', 'in', bandsOf(minima))
      .where('version_id', '=', versionId)
      .execute();
  await db.deleteFrom('fingerprints').where('version_id', '=', versionId).execute();
}

/** The oldest versions, of whatever skill, that have a band in common with this. */
export async function versionsLikeIt(db: Db, minima: readonly number[]): Promise<number[]> {
  if (minima.length === 0) return [];
  const found = bandsOf(minima).map(
    (band) => sql`select version_id from (select version_id from fingerprint_bands where band = ${band}
      order by version_id limit ${sql.lit(mostOfBand)}) as oldest`,
  );
  const { rows } = await sql<{ version_id: number }>`${sql.join(found, sql` union `)} order by version_id`.execute(db);
  return rows.map(({ version_id }) => version_id);
}
