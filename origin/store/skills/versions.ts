/** The writing side of skills: versions come and go, and the skill's row follows its newest clean one. */
import type { Category, Visibility } from '../../contract/fields.ts';
import type { Db } from '../engine/engine.ts';
import { noteChange, noteLibrary } from '../events/changes.ts';
import { settleEvents } from '../events/events.ts';
import { approveByItself } from '../library/libraryChanges.ts';
import type { SkillRow, VersionFileRow, VersionRow } from '../schema/tables.ts';
import { indexedText } from '../search/text.ts';
import { isShown } from '../view.ts';
import { dropUnusedBlobs, writeBlobs } from './blobs.ts';
import { announceLatest, refreshSkill } from './latest.ts';
import { type NewScan, refuseSecrets, refuseSecretsOf, storeScan } from './scans.ts';
import { shardOf } from './sitemap.ts';

export interface NewVersion {
  label: string;
  hash: string;
  name: string;
  description: string;
  triggers: string[];
  tokenCount: number;
  /** `sha256:…` of the archive that its bundle is served as. */
  bundleDigest: string;
  files: readonly { path: string; size: number; hash: string; bytes: Uint8Array }[];
  scan: NewScan;
  authorship: Authorship;
  publishedBy: number;
}

/** What is known of who wrote a version. `verified` may only ever come out of a verification. */
export type Authorship = Pick<VersionRow, 'signature_status' | 'statement' | 'signature' | 'key_id'>;

/** The skill's row whether anyone may see it or not: for its owners' writes. */
export const skillBySlug = (db: Db, ownerId: number, slug: string): Promise<SkillRow | undefined> =>
  db.selectFrom('skills').selectAll().where('owner_id', '=', ownerId).where('slug', '=', slug).executeTakeFirst();

/** A skill without versions yet; `author` is its owner's handle. */
export async function createSkill(
  db: Db,
  skill: { ownerId: number; author: string; slug: string; category: Category; visibility: Visibility },
  now: number,
): Promise<SkillRow> {
  await noteLibrary(db, skill.ownerId);
  return db
    .insertInto('skills')
    .values({
      owner_id: skill.ownerId,
      owner_shown: (await isShown(db, skill.ownerId)) ? 1 : 0,
      slug: skill.slug,
      name: skill.slug,
      description: '',
      category: skill.category,
      visibility: skill.visibility,
      latest_version_id: null,
      version_count: 0,
      deprecated: 0,
      deprecation_message: '',
      moderation_status: 'none',
      install_count: 0,
      is_mirror: 0,
      mirror_source_url: '',
      mirror_license: '',
      shard: shardOf(`${skill.author}/${skill.slug}`),
      created_at: now,
      updated_at: now,
      ...indexedText([skill.slug], ''),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Adds the next version with its files and scan. `label` and `hash` must be new to the skill. Errors: `secret_found`. */
export async function addVersion(db: Db, skill: SkillRow, version: NewVersion, now: number): Promise<VersionRow> {
  if (skill.visibility === 'public') refuseSecrets(version.scan.findings);
  const number = skill.version_count + 1;
  const row = await db
    .insertInto('versions')
    .values({
      skill_id: skill.id,
      number,
      label: version.label,
      hash: version.hash,
      name: version.name,
      description: version.description,
      triggers: JSON.stringify(version.triggers),
      token_count: version.tokenCount,
      bundle_digest: version.bundleDigest,
      ...version.authorship,
      scan_status: version.scan.status,
      published_by: version.publishedBy,
      published_at: now,
      withdrawn_at: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await writeBlobs(db, version.files);
  await db
    .insertInto('version_files')
    .values(version.files.map(({ path, size, hash }) => ({ version_id: row.id, path, size, hash })))
    .execute();
  await db.updateTable('skills').set({ version_count: number }).where('id', '=', skill.id).execute();
  await storeScan(db, row, version.scan, now);
  const refreshed = await refreshSkill(db, skill.id, now);
  if (refreshed.latest_version_id === row.id) await approveByItself(db, skill.id, row.id);
  await announceLatest(db, refreshed, now);
  return row;
}

/** Takes a version's content away for good; its row stays as a tombstone, so its number is never given again. */
export async function withdrawVersion(db: Db, version: VersionRow, now: number): Promise<void> {
  const files = await filesOf(db, version.id);
  await db.updateTable('versions').set({ withdrawn_at: now }).where('id', '=', version.id).execute();
  await db.deleteFrom('version_files').where('version_id', '=', version.id).execute();
  await dropUnusedBlobs(
    db,
    files.map((file) => file.hash),
  );
  await settleEvents(db, { skill_id: version.skill_id, version_id: version.id });
  await refreshSkill(db, version.skill_id, now);
}

export type SkillChange = Partial<Pick<SkillRow, 'visibility' | 'category' | 'deprecated' | 'deprecation_message'>>;

/** Resolves to the row as it is then. Errors: `secret_found` where a skill that holds one would become public. */
export async function changeSkill(db: Db, skillId: number, change: SkillChange, now: number): Promise<SkillRow> {
  if (change.visibility === 'public') await refuseSecretsOf(db, skillId);
  const skill = await db
    .updateTable('skills')
    .set({ ...change, updated_at: now })
    .where('id', '=', skillId)
    .returningAll()
    .executeTakeFirstOrThrow();
  await noteChange(db, 'skill', skillId);
  if (change.visibility) {
    await settleEvents(db, { skill_id: skillId });
    // The public log leaves out what is against private skills.
    await noteChange(db, 'moderation', 0);
  }
  return skill;
}

/** The version of a skill that stands with this content, quarantined or not. */
export const standingVersion = (db: Db, skillId: number, hash: string): Promise<VersionRow | undefined> =>
  db
    .selectFrom('versions')
    .selectAll()
    .where('skill_id', '=', skillId)
    .where('hash', '=', hash)
    .where('withdrawn_at', 'is', null)
    .executeTakeFirst();

/** The `sha256:…` of the newest version before this number that stands, quarantined or not; empty where none does. */
export async function hashBefore(db: Db, skillId: number, number: number): Promise<string> {
  const before = await db
    .selectFrom('versions')
    .select('hash')
    .where('skill_id', '=', skillId)
    .where('number', '<', number)
    .where('withdrawn_at', 'is', null)
    .orderBy('number', 'desc')
    .executeTakeFirst();
  return before?.hash ?? '';
}

/** The version that ever took this label, withdrawn ones included. */
export const versionByLabel = (db: Db, skillId: number, label: string): Promise<VersionRow | undefined> =>
  db.selectFrom('versions').selectAll().where('skill_id', '=', skillId).where('label', '=', label).executeTakeFirst();

/** A version's files, in manifest order. */
export const filesOf = (db: Db, versionId: number): Promise<VersionFileRow[]> =>
  db.selectFrom('version_files').selectAll().where('version_id', '=', versionId).orderBy('path').execute();
