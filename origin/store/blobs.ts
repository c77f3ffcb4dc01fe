/** The bytes of every stored file, once a content, in the same database and transaction as what names them. */
import type { Db } from './engine.ts';

interface Content {
  /** `sha256:…` of `bytes`. */
  hash: string;
  bytes: Uint8Array;
}

/** Stores what is not there yet. */
export async function writeBlobs(db: Db, contents: readonly Content[]): Promise<void> {
  await db
    .insertInto('blobs')
    .values(contents.map(({ hash, bytes }) => ({ hash, bytes })))
    .onConflict((conflict) => conflict.column('hash').doNothing())
    .execute();
}

/** The bytes with this hash. A missing blob is a broken store, not a caller's error. */
export async function readBlob(db: Db, hash: string): Promise<Uint8Array> {
  const row = await db.selectFrom('blobs').select('bytes').where('hash', '=', hash).executeTakeFirst();
  if (!row) throw new Error(`The store has no content ${hash}.`);
  return row.bytes;
}

/** Deletes those of `hashes` that no version names any more. */
export async function dropUnusedBlobs(db: Db, hashes: readonly string[]): Promise<void> {
  if (hashes.length === 0) return;
  await db
    .deleteFrom('blobs')
    .where('hash', 'in', hashes)
    .where('hash', 'not in', (q) => q.selectFrom('version_files').select('hash').where('hash', 'in', hashes))
    .execute();
}
