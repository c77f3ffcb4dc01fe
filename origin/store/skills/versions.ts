/** The writing side of versions: they come and go, and the skill's row follows the newest that may be read. */
import { type SelectQueryBuilder, sql } from 'kysely';
import { skillFile } from '../../bundle/paths.ts';
import type { Capabilities } from '../../scan/capabilities/capabilities.ts';
import type { Upload } from '../contents/contents.ts';
import { isInside, storeUploads } from '../contents/uploads.ts';
import type { Db } from '../engine/engine.ts';
import { together } from '../engine/together.ts';
import { type Act, changedFields } from '../events/event.ts';
import { record } from '../events/record.ts';
import { approveByItself } from '../library/libraryChanges.ts';
import { forgetVersionText } from '../likeness/fingerprints.ts';
import type { SkillRow, Tables, VersionFileRow, VersionRow } from '../schema/tables.ts';
import { dropUnusedBlobs, writeMostBlobs } from './blobs.ts';
import { capabilitiesIn, textOf, type VersionContent } from './content.ts';
import { asLatest, refreshSkill } from './latest.ts';
import { actionFor, type Call, takeAsScanner } from './scans/scannerActions.ts';
import { type NewScan, refuseSecrets, refuseSecretsOf, statusUnder, storeReport } from './scans/scans.ts';
import { asChosen, changeEvents, type SkillChange } from './skillChanges.ts';

export interface NewVersion {
  id: number;
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
  /** Those of its files that are objects by now; others but its SKILL.md are known to be. Unset, all go into the database. */
  uploads?: readonly Upload[] | undefined;
  scan: NewScan;
  authorship: Authorship;
  publishedBy: number;
  /** What advisories call for against it. */
  advised: readonly Call[];
}

/** What a skill is before a version is added to it. */
export type BeforeVersion = Pick<
  SkillRow,
  keyof SkillChange | 'id' | 'owner_id' | 'slug' | 'version_count' | 'is_mirror' | 'mirror_license'
>;

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
  skill: BeforeVersion,
  version: NewVersion,
  now: number,
  change: SkillChange = {},
): Promise<VersionRow> {
  const changed = { ...skill, ...change };
  if (change.visibility === 'public') await refuseSecretsOf(db, skill.id);
  if (changed.visibility === 'public') refuseSecrets(version.scan.findings);
  const number = skill.version_count + 1;
  const { id, label, hash, bundleDigest: digest, publishedBy: by } = version;
  const { signer, ...authorship } = version.authorship;
  const ofScan = actionFor(version.scan);
  const calls = [...(ofScan ? [ofScan] : []), ...version.advised];
  const isReadable = calls.length === 0;
  const { files, uploads } = version;
  const storeLast = await writeMostBlobs(db, uploads ? files.filter(isInside) : files);
  const inserted = {
    ...{ id, skill_id: skill.id, number, label, hash },
    ...{ name: version.name, description: version.description, license: version.license },
    ...{ triggers: JSON.stringify(version.triggers), tags: JSON.stringify(version.tags) },
    ...{ token_count: version.tokenCount, bundle_digest: digest },
    ...authorship,
    scan_status: statusUnder(
      version.scan.status,
      calls.map(({ action }) => action),
    ),
    ...{ published_by: by, published_at: now, withdrawn_at: null },
  };
  // Each follows from what is known before: none waits for the answer to another.
  const [row] = await together([
    db.insertInto('versions').values(inserted).returningAll().executeTakeFirstOrThrow(),
    storeLast(),
    uploads && storeUploads(db, uploads),
    db
      .insertInto('version_files')
      .values(version.files.map(({ path, size, hash }) => ({ version_id: id, path, size, hash })))
      .execute(),
    storeReport(db, id, version.scan, now),
    db
      .updateTable('skills')
      .set({
        ...asChosen(change),
        version_count: number,
        updated_at: now,
        ...(isReadable && asLatest(changed, inserted, contentOf(version))),
      })
      .where('id', '=', skill.id)
      .execute(),
    ...changeEvents(changed, changedFields(skill, change)).map((event) => record(db, event, { by, now })),
    record(
      db,
      {
        kind: 'version.published',
        ...{ skill: skill.id, version: id, hash, owner: skill.owner_id, number, label, digest, signer },
      },
      { by, now },
    ),
    isReadable && number > 1 && approveByItself(db, inserted, now),
  ]);
  for (const call of calls) await takeAsScanner(db, row, call, now);
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

/** A version that stands, with what it does. */
export interface Before {
  id: number;
  hash: string;
  corpusVersion: number;
  capabilities: Capabilities | undefined;
}

/** What the next version of a skill has to be told from. */
export interface Near {
  /** The one that stands with this content, in whatever state. */
  same: VersionRow | undefined;
  /** Whether one ever had this label. */
  isTaken: boolean;
  /** The newest before it that stands, in whatever state. */
  before: Before | undefined;
}

export async function versionsNear(
  db: Db,
  skillId: number,
  { hash, label, number }: Pick<VersionRow, 'hash' | 'label' | 'number'>,
): Promise<Near> {
  const all = db
    .selectFrom('versions')
    .selectAll('versions')
    .select([sql<number | null>`cast(null as bigint)`.as('corpus_version'), sql<string>`''`.as('capabilities')])
    .where('skill_id', '=', skillId);
  const before = db
    .selectFrom('versions')
    .innerJoin('scans', 'scans.version_id', 'versions.id')
    .selectAll('versions')
    .select([sql<number | null>`corpus_version`.as('corpus_version'), 'capabilities'])
    .$call(newestBefore(skillId, number));
  // Each by its own index: any two conditions in one would look through all versions of the skill.
  const rows = await all
    .where('hash', '=', hash)
    .where('withdrawn_at', 'is', null)
    .unionAll(all.where('label', '=', label))
    .unionAll(db.selectFrom(before.as('before')).selectAll())
    .execute();
  const scanned = rows.find((row) => row.corpus_version !== null);
  return {
    same: rows.find((row) => row.hash === hash && row.withdrawn_at === null),
    isTaken: rows.some((row) => row.label === label),
    before: scanned && asBefore({ ...scanned, corpusVersion: scanned.corpus_version ?? 0 }),
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

/** The newest version before this number that stands, in whatever state; undefined where none does. */
export async function versionBefore(db: Db, skillId: number, number: number): Promise<Before | undefined> {
  const before = await db
    .selectFrom('versions')
    .innerJoin('scans', 'scans.version_id', 'versions.id')
    .select(['id', 'hash', 'corpus_version as corpusVersion', 'capabilities'])
    .$call(newestBefore(skillId, number))
    .executeTakeFirst();
  return before && asBefore(before);
}

const newestBefore =
  (skillId: number, number: number) =>
  <R>(
    versions: SelectQueryBuilder<Tables, 'versions' | 'scans', R>,
  ): SelectQueryBuilder<Tables, 'versions' | 'scans', R> =>
    versions
      .where('skill_id', '=', skillId)
      .where('number', '<', number)
      .where('withdrawn_at', 'is', null)
      .orderBy('number', 'desc')
      .limit(1);

const asBefore = ({
  id,
  hash,
  corpusVersion,
  capabilities,
}: Omit<Before, 'capabilities'> & { capabilities: string }) => ({
  ...{ id, hash, corpusVersion },
  capabilities: capabilitiesIn(capabilities),
});

/** The version that ever took this label, withdrawn ones included. */
export const versionByLabel = (db: Db, skillId: number, label: string): Promise<VersionRow | undefined> =>
  db.selectFrom('versions').selectAll().where('skill_id', '=', skillId).where('label', '=', label).executeTakeFirst();

/** A version's files, in manifest order. */
export const filesOf = (db: Db, versionId: number): Promise<VersionFileRow[]> =>
  db.selectFrom('version_files').selectAll().where('version_id', '=', versionId).orderBy('path').execute();
