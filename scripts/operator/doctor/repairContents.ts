/** Puts back the bytes of lost files, where their hash says that they are the ones: from the mirror’s archives, or a backup. */
import { fileOf } from '../../../mirror/snapshot/address/address.ts';
import { openServed } from '../../../mirror/snapshot/served.ts';
import { unpackArchive } from '../../../origin/bundle/archive/archive.ts';
import { sha256 } from '../../../origin/bundle/manifest.ts';
import { isDamage } from '../../../origin/store/engine/faults.ts';
import { openSqlite } from '../../../origin/store/engine/sqlite.ts';
import { writeBlobs } from '../../../origin/store/skills/blobs.ts';
import { checkStore, type LostFile, nameOfLost } from '../../../origin/store/skills/check.ts';
import type { OperatorContext } from '../operatorContext.ts';
import type { Repairs } from './check.ts';

/** Where the bytes of lost files may be. */
export interface Source {
  name: string;
  find(file: LostFile): Promise<Uint8Array | undefined>;
  close?(): Promise<void>;
}

export function snapshotSource({ settings }: OperatorContext): Source {
  const { files, close } = openServed(settings);
  return {
    name: 'the mirror’s files',
    find: async ({ author, slug, version, path }) => {
      const found = await files.read(fileOf({ id: 'versionArchive', values: { author, slug, hash: version } }));
      const bundle = found && (await unpackArchive(found.body).catch(() => undefined));
      return bundle?.find((one) => one.path === path)?.bytes;
    },
    close,
  };
}

export async function openBackup(file: string): Promise<Source> {
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

export async function repairContents({ engine }: OperatorContext, sources: Source[], repairs: Repairs): Promise<void> {
  const lost = await engine
    .read((db) => checkStore(db, () => undefined, { contents: engine.contents, isThorough: true }))
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
