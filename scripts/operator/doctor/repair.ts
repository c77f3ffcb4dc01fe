/**
 * `doctor --repair`: makes again what can be derived, from where it can be proven, and says of each thing what became of
 * it. Bytes of files are put back only where their hash says that they are the ones.
 */
import { sql } from 'kysely';
import { contentIn } from '../../../mirror/fallback/contents.ts';
import { fileOf } from '../../../mirror/snapshot/address/address.ts';
import { takeBuilderLock } from '../../../mirror/snapshot/builderLock.ts';
import { openFolder } from '../../../mirror/snapshot/files/folder.ts';
import { snapshotPaths } from '../../../mirror/snapshot/open.ts';
import { sha256 } from '../../../origin/bundle/manifest.ts';
import { isDamage } from '../../../origin/store/engine/faults.ts';
import { sqliteFile } from '../../../origin/store/engine/open.ts';
import { openSqlite } from '../../../origin/store/engine/sqlite.ts';
import { writeBlobs } from '../../../origin/store/skills/blobs.ts';
import { checkStore, type LostFile, nameOfLost } from '../../../origin/store/skills/check.ts';
import { beforeFile, copyDurably } from '../backup.ts';
import type { OperatorContext } from '../operatorContext.ts';
import { snapshot } from '../snapshot.ts';
import { lookAtSnapshot } from './snapshot.ts';
import { sqliteDamage } from './sqliteDamage.ts';

export interface Repairs {
  /** A sentence each. */
  done: string[];
  failed: string[];
}

/** `from`: backups that contents may be in. Rejects where one of them can’t be read, before anything changes. */
export async function repair(context: OperatorContext, from: readonly string[]): Promise<Repairs> {
  const backups = await Promise.all(from.map(openBackup));
  const repairs: Repairs = { done: [], failed: [] };
  try {
    if (!context.settings.databaseUrl) await repairIndexes(context, repairs);
    await repairContents(context, [snapshotSource(context), ...backups], repairs);
    await repairSnapshot(context, repairs);
    return repairs;
  } finally {
    for (const { close } of backups) await close?.();
  }
}

/** Where the bytes of lost files may be. */
interface Source {
  name: string;
  find(file: LostFile): Promise<Uint8Array | undefined>;
  close?(): Promise<void>;
}

function snapshotSource({ settings }: OperatorContext): Source {
  const files = openFolder(snapshotPaths(settings.dataDir).root);
  return {
    name: 'the mirror’s files',
    find: async ({ author, slug, version, path }) => {
      const file = fileOf({ id: 'getSkillVersionFile', values: { author, slug, hash: version, path } });
      const found = await files.read(file);
      return found && contentIn(found.body);
    },
  };
}

async function openBackup(file: string): Promise<Source> {
  const engine = await openSqlite(file, { readOnly: true });
  const bytesOf = (hash: string) =>
    engine.db.selectFrom('blobs').select('bytes').where('hash', '=', hash).executeTakeFirst();
  try {
    await bytesOf('');
  } catch (error) {
    await engine.close();
    throw new Error(`${file} is not a backup: ${(error as Error).message}`);
  }
  return {
    name: file,
    find: async ({ hash }) =>
      (
        await bytesOf(hash).catch((error) => {
          if (isDamage(error)) return undefined;
          throw error;
        })
      )?.bytes,
    close: engine.close,
  };
}

async function repairContents({ engine }: OperatorContext, sources: Source[], repairs: Repairs): Promise<void> {
  const lost = await engine
    .read((db) => checkStore(db, () => undefined))
    .then((report) => report.lost)
    .catch((error) => {
      if (!isDamage(error)) throw error;
      repairs.failed.push('Contents were not repaired: versions can’t be read.');
      return [];
    });
  for (const [hash, files] of Map.groupBy(lost, (file) => file.hash)) {
    const found = await firstOf(sources, hash, files);
    const failed = found ? await putBack(engine.write, hash, found.bytes) : 'no copy was found that has its hash';
    for (const file of files)
      if (found && !failed) repairs.done.push(`${nameOfLost(file)} was restored from ${found.name}.`);
      else repairs.failed.push(`${nameOfLost(file)} was not restored: ${failed}.`);
  }
}

async function firstOf(sources: Source[], hash: string, files: LostFile[]) {
  for (const { name, find } of sources)
    for (const file of files) {
      const bytes = await find(file);
      if (bytes && sha256(bytes) === hash) return { name, bytes };
    }
  return undefined;
}

/** Why it could not be. */
async function putBack(
  write: OperatorContext['engine']['write'],
  hash: string,
  bytes: Uint8Array,
): Promise<string | undefined> {
  try {
    await write((db) => writeBlobs(db, [{ hash, bytes }]));
    return undefined;
  } catch (error) {
    if (!isDamage(error)) throw error;
    return (error as Error).message;
  }
}

/**
 * Indexes alone, each from its table. Which of the two was damaged nobody can tell where both can be read, so the store as it
 * was is kept, and rows that they differed in are named.
 */
async function repairIndexes(context: OperatorContext, repairs: Repairs): Promise<void> {
  const { engine, settings } = context;
  const damage = await sqliteDamage(engine.db);
  const byIndex = Map.groupBy(
    damage.filter(({ isDerived }) => isDerived),
    ({ isDerived }) => String(isDerived),
  );
  if (byIndex.size === 0) return;
  const lock = await takeBuilderLock(snapshotPaths(settings.dataDir).builderLock);
  if (!lock) {
    repairs.failed.push(`Indexes were not repaired (${[...byIndex.keys()].join(', ')}): stop the registry first.`);
    return;
  }
  try {
    const kept = await remakeIndexes(context, [...byIndex.keys()]);
    for (const [index, found] of byIndex)
      repairs.done.push(
        `The index ${index} was made again from its table; the store as it was is in ${kept}. ` +
          `Compare the table with a backup: ${found.map(({ what }) => what).join('; ')}.`,
      );
  } catch (error) {
    if (!isDamage(error) && (error as { code?: string }).code !== 'SQLITE_CONSTRAINT') throw error;
    repairs.failed.push(`Indexes were not repaired (${[...byIndex.keys()].join(', ')}): ${(error as Error).message}.`);
  } finally {
    await lock.release();
  }
}

/** In one transaction, so that nothing changes in the store while it is copied with its newest writes. Returns the copy. */
async function remakeIndexes({ engine, settings }: OperatorContext, indexes: string[]): Promise<string> {
  const store = sqliteFile(settings.dataDir);
  const kept = beforeFile(settings.dataDir);
  await engine.write(async (db) => {
    for (const suffix of ['', '-wal']) await copyDurably(store + suffix, kept + suffix);
    for (const index of indexes) await sql`reindex ${sql.id(index)}`.execute(db);
  });
  return kept;
}

/** By a full build: here, or where the running registry builds, by that. */
async function repairSnapshot(context: OperatorContext, repairs: Repairs): Promise<void> {
  const problems = await lookAtSnapshot(context).then(
    (looked) => looked.problems.map(({ what }) => what),
    (error: Error) => [error.message],
  );
  if (problems.length === 0) return;
  const named = `${problems.slice(0, 5).join('; ')}${problems.length > 5 ? `; and ${problems.length - 5} more` : ''}`;
  try {
    const { text } = await snapshot(context, { full: true });
    repairs.done.push(`The mirror was built again (${named}). ${text}`);
  } catch (error) {
    repairs.failed.push(`The mirror was not built again (${named}): ${(error as Error).message}`);
  }
}
