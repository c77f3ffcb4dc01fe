/** The writing side of versions: they come and go, and the skill's row follows the newest that may be read. */
import { skillFile } from '../../bundle/paths.ts';
import type { Capabilities } from '../../scan/capabilities/capabilities.ts';
import type { Db } from '../engine/engine.ts';
import { type Act, changedFields } from '../events/event.ts';
import { record } from '../events/record.ts';
import { approveByItself } from '../library/libraryChanges.ts';
import { forgetVersionText } from '../likeness/fingerprints.ts';
import { advisedAgainst } from '../moderation/advisories.ts';
import type { SkillRow, VersionFileRow, VersionRow } from '../schema/tables.ts';
import { dropUnusedBlobs, writeBlobs } from './blobs.ts';
import { capabilitiesIn, textOf, type VersionContent } from './content.ts';
import { asLatest, refreshSkill } from './latest.ts';
import { actionFor, takeAsScanner } from './scannerActions.ts';
import { type NewScan, refuseSecrets, refuseSecretsOf, statusUnder, storeReport } from './scans.ts';
import { asChosen, changeEvents, type SkillChange } from './skillChanges.ts';

export interface NewVersion {
  label: string;
  hash: string;
  name: string;
  description: string;
  triggers: string[];
  license: string;
  tags: string[];
  tokenCount: number;
  /** `sha256:…` of the archive that its bundle is served as. */
  bundleDigest: string;
  files: readonly { path: string; size: number; hash: string; bytes: Uint8Array }[];
  scan: NewScan;
  authorship: Authorship;
  publishedBy: number;
}

/** What is known of who wrote a version. `verified` may only ever come out of a verification. */
export interface Authorship extends Pick<VersionRow, 'signature_status' | 'statement' | 'signature' | 'key_id'> {
  /** The fingerprint of the key that verified it; empty without. */
  signer: string;
}

/**
 * Adds the next version with its files and scan, and changes what else the publisher says of the skill. `label` and `hash`
 * must be new to it. Errors: `secret_found`.
 */
export async function addVersion(
  db: Db,
  skill: SkillRow,
  version: NewVersion,
  now: number,
  change: SkillChange = {},
): Promise<VersionRow> {
  const changed = { ...skill, ...change };
  if (change.visibility === 'public') await refuseSecretsOf(db, skill.id);
  if (changed.visibility === 'public') refuseSecrets(version.scan.findings);
  const number = skill.version_count + 1;
  const { signer, ...authorship } = version.authorship;
  const ofScan = actionFor(version.scan);
  const hashes = [version.hash, ...version.files.map(({ hash }) => hash)];
  const calls = [...(ofScan ? [ofScan] : []), ...(await advisedAgainst(db, skill, version.label, hashes))];
  const isReadable = calls.length === 0;
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
      license: version.license,
      tags: JSON.stringify(version.tags),
      token_count: version.tokenCount,
      bundle_digest: version.bundleDigest,
      ...authorship,
      scan_status: statusUnder(
        version.scan.status,
        calls.map(({ action }) => action),
      ),
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
  await storeReport(db, row.id, version.scan, now);
  await db
    .updateTable('skills')
    .set({
      ...asChosen(change),
      version_count: number,
      updated_at: now,
      ...(isReadable && asLatest(changed, row, contentOf(version))),
    })
    .where('id', '=', skill.id)
    .execute();
  const { label, hash, bundleDigest: digest, publishedBy: by } = version;
  for (const event of changeEvents(changed, changedFields(skill, change))) await record(db, event, { by, now });
  const said = { skill: skill.id, version: row.id, hash, owner: skill.owner_id, number, label, digest, signer };
  await record(db, { kind: 'version.published', ...said }, { by, now });
  for (const call of calls) await takeAsScanner(db, row, call, now);
  if (isReadable && number > 1) await approveByItself(db, row, now);
  return row;
}

const contentOf = ({ files, scan }: NewVersion): VersionContent => {
  const file = files.find(({ path }) => path === skillFile);
  return { skillMd: file ? textOf(file.bytes) : '', capabilities: scan.capabilities };
};

/** Takes a version's content away for good; its row stays as a tombstone, so its number is never given again. */
export async function withdrawVersion(db: Db, version: VersionRow, act: Act): Promise<void> {
  const files = await filesOf(db, version.id);
  await db.updateTable('versions').set({ withdrawn_at: act.now }).where('id', '=', version.id).execute();
  await db.deleteFrom('version_files').where('version_id', '=', version.id).execute();
  await forgetVersionText(db, version);
  await dropUnusedBlobs(
    db,
    files.map((file) => file.hash),
  );
  const { id, skill_id: skill, hash } = version;
  await refreshSkill(db, skill, act.now);
  await record(db, { kind: 'version.withdrawn', skill, version: id, hash }, act);
}

/** The version of a skill that stands with this content, in whatever state, and whether one ever took this label. */
export async function versionsLike(
  db: Db,
  skillId: number,
  hash: string,
  label: string,
): Promise<{ same: VersionRow | undefined; isTaken: boolean }> {
  const all = db.selectFrom('versions').selectAll().where('skill_id', '=', skillId);
  // Each by its own index: either condition in one would look through all versions of the skill.
  const rows = await all
    .where('hash', '=', hash)
    .where('withdrawn_at', 'is', null)
    .unionAll(all.where('label', '=', label))
    .execute();
  return {
    same: rows.find((row) => row.hash === hash && row.withdrawn_at === null),
    isTaken: rows.some((row) => row.label === label),
  };
}

/** The version of a skill that stands with this content, in whatever state. */
export const standingVersion = (db: Db, skillId: number, hash: string): Promise<VersionRow | undefined> =>
  db
    .selectFrom('versions')
    .selectAll()
    .where('skill_id', '=', skillId)
    .where('hash', '=', hash)
    .where('withdrawn_at', 'is', null)
    .executeTakeFirst();

/** The newest version before this number that stands, in whatever state, with what it does; undefined where none does. */
export async function versionBefore(
  db: Db,
  skillId: number,
  number: number,
): Promise<{ id: number; hash: string; corpusVersion: number; capabilities: Capabilities | undefined } | undefined> {
  const before = await db
    .selectFrom('versions')
    .innerJoin('scans', 'scans.version_id', 'versions.id')
    .select(['id', 'hash', 'corpus_version as corpusVersion', 'capabilities'])
    .where('skill_id', '=', skillId)
    .where('number', '<', number)
    .where('withdrawn_at', 'is', null)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
  return before && { ...before, capabilities: capabilitiesIn(before.capabilities) };
}

/** The version that ever took this label, withdrawn ones included. */
export const versionByLabel = (db: Db, skillId: number, label: string): Promise<VersionRow | undefined> =>
  db.selectFrom('versions').selectAll().where('skill_id', '=', skillId).where('label', '=', label).executeTakeFirst();

/** A version's files, in manifest order. */
export const filesOf = (db: Db, versionId: number): Promise<VersionFileRow[]> =>
  db.selectFrom('version_files').selectAll().where('version_id', '=', versionId).orderBy('path').execute();
