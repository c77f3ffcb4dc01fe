/** An empty store out of a mirror's catalog: what everyone knew, and what follows from it. */
import { type SqlBool, sql } from 'kysely';
import { versionHash } from '../../bundle/manifest.ts';
import type { Db, Engine } from '../engine/engine.ts';
import { DamagedContent } from '../engine/faults.ts';
import { type Fingerprint, missingFingerprints, storeFingerprints } from '../likeness/fingerprints.ts';
import { filesOf } from '../skills/versions.ts';
import { isReadable } from '../view.ts';
import { placeAdvisories } from './advisories.ts';
import { readRulings } from './overruled.ts';
import { placeActions } from './placeholders.ts';
import { lookAtProofs } from './proven.ts';
import { copyPublicRows, type Shown } from './rows.ts';
import { takeInLog } from './told.ts';
import { bury, countVersions, reserveSkills } from './tombstones.ts';

export interface Rebuilt {
  /** Versions that stay quarantined, without their files: `author:slug`, and their labels. */
  quarantined: string[];
  /** Versions that the scan held: they are withdrawn. */
  held: string[];
  /** Accounts and skills that only an action against them tells of. */
  placeholders: string[];
  /** Versions that were withdrawn before: their labels stay taken. */
  withdrawn: number;
  /** Handles that nobody holds, and that nobody else is given. */
  resting: string[];
}

interface Rebuilding {
  shown: Shown;
  /** Of the registry. */
  addresses: readonly string[];
  /** Unix seconds. */
  now: number;
}

/** All of it but contents, or nothing. `catalog` and the store are databases of SQLite. */
export const rebuildRows = (catalog: Db, store: Engine, { shown, addresses, now }: Rebuilding): Promise<Rebuilt> =>
  store.write(async (db) => {
    await copyPublicRows(catalog, db, shown);
    const placeholders = await placeActions(db, now);
    const told = await takeInLog(db, now);
    await placeAdvisories(db, addresses);
    const [quarantined, held] = [await standing(db, 'quarantined'), await standing(db, 'incomplete')];
    for (const { id } of held) await bury(db, id, now);
    await countVersions(db);
    await reserveSkills(db);
    const names = (all: typeof held) => all.map(({ name }) => name);
    return { placeholders, ...told, quarantined: names(quarantined), held: names(held) };
  });

/** Versions in this state, and what people call them. */
const standing = (db: Db, status: 'quarantined' | 'incomplete' | 'readable') =>
  db
    .selectFrom('versions')
    .innerJoin('skills', 'skills.id', 'versions.skill_id')
    .innerJoin('profiles', 'profiles.id', 'skills.owner_id')
    .select(['versions.id', 'versions.hash', 'versions.skill_id as skill'])
    .select(sql<string>`coalesce(handle, '')`.as('author'))
    .select(sql<string>`handle || ':' || slug || ' ' || label`.as('name'))
    .where('withdrawn_at', 'is', null)
    .where(status === 'readable' ? isReadable('versions') : sql<SqlBool>`versions.scan_status = ${status}`)
    .orderBy('versions.id')
    .execute();

export interface Settled {
  /** Versions whose list of files is not what their hash says: they are withdrawn. */
  broken: string[];
  /** Versions of which the log has no entry: they are withdrawn. */
  unproven: string[];
  /** Versions that are otherwise than their entries say. */
  altered: string[];
  /** Versions that the log says are out of sight: they are withdrawn. */
  overruled: { name: string; says: string }[];
}

/** Once contents are there. What others may be copied from is known by its text again. */
export async function settleContents(store: Engine, now: number): Promise<Settled> {
  const { unproven, altered } = await lookAtProofs(store.db);
  const broken: typeof unproven = [];
  const overruled: { id: number; name: string; says: string }[] = [];
  const ruling = await readRulings(store.db);
  for (const { id, name, ...version } of await standing(store.db, 'readable')) {
    const says = ruling(version);
    if (says) overruled.push({ id, name, says });
    else if (versionHash(await filesOf(store.db, id)) !== version.hash) broken.push({ id, name });
  }
  for (const { id } of [...unproven, ...broken, ...overruled]) await store.write((db) => bury(db, id, now));
  await store.write(unname);
  await fingerprint(store);
  const names = (all: typeof broken) => all.map(({ name }) => name);
  return { broken: names(broken), unproven: names(unproven), altered, overruled };
}

/** Content that no version has any more may be published again, and then has another entry in the log; not so one that lost its text. */
const unname = (db: Db) =>
  sql`update log_entries set name = null where skill_id is not null and not exists (select 1 from versions
    where versions.skill_id = log_entries.skill_id and versions.hash = substr(log_entries.name, instr(log_entries.name, '@') + 1)
    and withdrawn_at is null)`.execute(db);

/** Skills whose fingerprints are stored at a time. */
const atOnce = 100;

async function fingerprint(store: Engine): Promise<void> {
  for (let after = 0; ; ) {
    const skills = await store.db
      .selectFrom('skills')
      .select('id')
      .where('latest_version_id', 'is not', null)
      .where('id', '>', after)
      .orderBy('id')
      .limit(atOnce)
      .execute();
    const made: Fingerprint[] = [];
    for (const { id } of skills) {
      made.push(...((await missingFingerprints(store.db, id).catch(unlessLost)) ?? []));
      after = id;
    }
    if (made.length > 0) await store.write((db) => storeFingerprints(db, made));
    if (skills.length < atOnce) return;
  }
}

/** What is lost is told of as such. */
function unlessLost(error: unknown): undefined {
  if (!(error instanceof DamagedContent)) throw error;
}
