/** The bytes of every stored file, once a content: in the database of what names them, or in an object (../contents). */
import type { ExpressionBuilder } from 'kysely';
import { LRUCache } from 'lru-cache';
import { sha256 } from '../../bundle/manifest.ts';
import { type Content, clock } from '../contents/contents.ts';
import type { Db, Engine } from '../engine/engine.ts';
import { DamagedContent, isDamage, MissingContent } from '../engine/faults.ts';
import type { Tables } from '../schema/tables.ts';

/** Where contents are read. Without `contents`, in the database alone, where each SKILL.md is. */
export type Stored = Pick<Engine, 'db' | 'contents'>;

/** Bytes that go into one statement, which the driver copies: a large bundle would otherwise be in memory twice. */
const atOnce = 2 ** 20;

/** Stores what is not there yet; what is there and damaged is replaced, since `bytes` are what the hash names. */
export async function writeBlobs(db: Db, contents: readonly Content[]): Promise<void> {
  await (await writeMostBlobs(db, contents))();
}

/** The same but for the last of its statements, which is left to the caller: what follows it need not wait for its answer. */
export async function writeMostBlobs(db: Db, contents: readonly Content[]): Promise<() => Promise<unknown>> {
  // A statement may not change a row twice; and by one order no two writes wait for each other.
  const each = [...new Map(contents.map((content) => [content.hash, content])).values()];
  const parts = partsOf(each.sort((a, b) => (a.hash < b.hash ? -1 : 1)));
  for (const part of parts.slice(0, -1)) await writePart(db, part);
  return async () => writePart(db, parts.at(-1) ?? []);
}

async function writePart(db: Db, part: Content[]): Promise<void> {
  if (part.length === 0) return;
  await db
    .insertInto('blobs')
    .values(part)
    .onConflict((conflict) =>
      conflict
        .column('hash')
        .doUpdateSet((row) => ({ bytes: row.ref('excluded.bytes') }))
        .whereRef('blobs.bytes', '<>', 'excluded.bytes'),
    )
    .execute();
}

function partsOf(contents: readonly Content[]): Content[][] {
  const parts: Content[][] = [];
  let size = Number.POSITIVE_INFINITY;
  for (const { hash, bytes } of contents) {
    size += bytes.byteLength;
    if (size > atOnce) {
      parts.push([]);
      size = bytes.byteLength;
    }
    parts.at(-1)?.push({ hash, bytes });
  }
  return parts;
}

/** The bytes with this hash, read against it. Errors: `DamagedContent`, which is a broken store and no caller's error; `ContentsAway`. */
export async function readBlob(stored: Stored, hash: string): Promise<Uint8Array> {
  return verified((await bytesOf(stored, [hash])).get(hash), hash);
}

/**
 * A reader of contents. What is asked of it at the same time it reads at once, and it keeps some of what it read for who
 * asks again.
 */
export function blobReader(stored: Stored): (hash: string) => Promise<Uint8Array> {
  const kept = new LRUCache<string, Uint8Array>({
    maxSize: keptBytes,
    sizeCalculation: ({ byteLength }) => byteLength + 1,
  });
  let waiting: { hashes: Set<string>; read: Promise<Map<string, Uint8Array | 'damaged'>> } | undefined;
  const readWaiting = async (hashes: ReadonlySet<string>) => {
    await Promise.resolve();
    waiting = undefined;
    const read = await bytesOf(stored, [...hashes]);
    const found = new Map(
      read.entries().map(([hash, bytes]) => [hash, isOf(hash, bytes) ? bytes : 'damaged'] as const),
    );
    for (const [hash, bytes] of found) if (bytes !== 'damaged') kept.set(hash, bytes);
    return found;
  };
  const wait = () => {
    const hashes = new Set<string>();
    return { hashes, read: readWaiting(hashes) };
  };
  return async (hash) => {
    const known = kept.get(hash);
    if (known) return known;
    waiting ??= wait();
    const { hashes, read } = waiting;
    hashes.add(hash);
    return sound((await read).get(hash), hash);
  };
}

/** What is there of each, in the database first; undefined where a page is damaged. Once more where it may have been moved meanwhile. */
async function bytesOf(
  { db, contents }: Stored,
  hashes: readonly string[],
): Promise<Map<string, Uint8Array | undefined>> {
  const found = new Map<string, Uint8Array | undefined>();
  for (let looks = 0; looks < 2; looks += 1) {
    const inDatabase = hashes.filter((hash) => !found.has(hash));
    if (inDatabase.length === 0) return found;
    for (const { hash, bytes } of await rowsOf(db, inDatabase)) found.set(hash, bytes);
    const others = inDatabase.filter((hash) => !found.has(hash));
    if (!contents || others.length === 0) return found;
    const rows = await db.selectFrom('contents').select(['hash', 'object']).where('hash', 'in', others).execute();
    const read = rows.map(async ({ hash, object }) => {
      const bytes = await contents.get(object);
      if (bytes) found.set(hash, bytes);
    });
    await Promise.all(read);
  }
  return found;
}

/** Where a page is damaged, what stands on others all the same; of what stands on it the name alone. */
async function rowsOf(db: Db, hashes: readonly string[]): Promise<{ hash: string; bytes?: Uint8Array }[]> {
  try {
    return await db.selectFrom('blobs').selectAll().where('hash', 'in', hashes).execute();
  } catch (error) {
    if (!isDamage(error)) throw error;
    const [hash] = hashes;
    if (hash !== undefined && hashes.length === 1) return [{ hash }];
    const rows: { hash: string; bytes?: Uint8Array }[] = [];
    for (const hash of hashes) rows.push(...(await rowsOf(db, [hash])));
    return rows;
  }
}

/** Bytes that a reader keeps: of a bundle or two. */
const keptBytes = 32 * 1024 * 1024;

const isOf = (hash: string, bytes: Uint8Array | undefined): bytes is Uint8Array =>
  bytes !== undefined && sha256(bytes) === hash;

/** `bytes` where they are what the hash says. Errors: `MissingContent` where there are none, `DamagedContent`. */
export function verified(bytes: Uint8Array | undefined, hash: string): Uint8Array {
  return sound(bytes && (isOf(hash, bytes) ? bytes : 'damaged'), hash);
}

function sound(found: Uint8Array | 'damaged' | undefined, hash: string): Uint8Array {
  if (found === 'damaged') throw new DamagedContent(`The store’s content ${hash} is damaged.`);
  if (!found) throw new MissingContent(`The store’s content ${hash} is missing.`);
  return found;
}

/** Deletes those of `hashes` that no version names any more; objects go later, since a backup may name them (../contents/sweep.ts). */
export async function dropUnusedBlobs(db: Db, hashes: readonly string[]): Promise<void> {
  if (hashes.length === 0) return;
  const isUnused = (q: ExpressionBuilder<Tables, 'blobs' | 'contents'>) =>
    q.and([
      q('hash', 'in', hashes),
      q('hash', 'not in', q.selectFrom('version_files').select('hash').where('hash', 'in', hashes)),
    ]);
  await db.deleteFrom('blobs').where(isUnused).execute();
  const dropped = await db.deleteFrom('contents').where(isUnused).returning('object').execute();
  await dropObjects(
    db,
    dropped.map(({ object }) => object),
  );
}

/** Objects that no row names from now on. */
export async function dropObjects(db: Db, objects: readonly string[]): Promise<void> {
  if (objects.length === 0) return;
  await db
    .insertInto('dropped_objects')
    .values(objects.map((object) => ({ object, dropped_at: clock() })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
