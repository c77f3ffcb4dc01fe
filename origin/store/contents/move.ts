/** Moves contents out of the database into objects, or back, a piece at a time, while others publish and read. */
import { sha256 } from '../../bundle/manifest.ts';
import { skillFile } from '../../bundle/paths.ts';
import type { Db, Engine } from '../engine/engine.ts';
import { dropObjects, writeBlobs } from '../skills/blobs.ts';
import type { Content, Contents, Upload } from './contents.ts';

export interface Moved {
  moved: number;
  bytes: number;
  /** Hashes of what is damaged or missing where it is: left as it is. */
  left: string[];
}

interface Moving {
  engine: Engine;
  contents: Contents;
  onProgress(done: number): void;
}

/** Contents, and bytes, of a piece: one commit. */
const [atOnce, bytesAtOnce] = [100, 8 * 1024 * 1024];

/**
 * Each is put, read again and held against its hash before one commit names its object and takes its bytes away: whatever
 * ends it leaves every content in one of both places, and objects that the sweeper takes. Two at once get in each other's
 * way no more than that. A SKILL.md stays.
 */
export const moveToObjects = ({ engine, contents, onProgress }: Moving): Promise<Moved> =>
  inPieces(onProgress, {
    next: async (after) => {
      const rows = await engine.db
        .selectFrom('blobs')
        .select(['hash', (e) => e.fn<number>('length', ['bytes']).as('size')])
        .where('hash', '>', after)
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('version_files')
                .select('path')
                .whereRef('version_files.hash', '=', 'blobs.hash')
                .where('path', '=', skillFile),
            ),
          ),
        )
        .orderBy('hash')
        .limit(atOnce)
        .execute();
      return rows.slice(0, fitting(rows));
    },
    move: async (hashes) => {
      const rows = await engine.db.selectFrom('blobs').selectAll().where('hash', 'in', hashes).execute();
      const uploads = await contents.put(rows.filter(({ hash, bytes }) => sha256(bytes) === hash));
      const sound = await arrived(contents, uploads);
      await engine.write((db) => nameInstead(db, sound));
      return rows.map(({ hash }) => ({ hash, isMoved: sound.some((upload) => upload.hash === hash) }));
    },
  });

/** What another write made a SKILL.md meanwhile, or dropped, stays as it is. What was there before of an object is replaced. */
async function nameInstead(db: Db, uploads: readonly Upload[]): Promise<void> {
  if (uploads.length === 0) return;
  const hashes = uploads.map(({ hash }) => hash);
  const taken = await db
    .deleteFrom('blobs')
    .where('hash', 'in', hashes)
    .where('hash', 'in', (q) => q.selectFrom('version_files').select('hash').where('hash', 'in', hashes))
    .where('hash', 'not in', (q) =>
      q.selectFrom('version_files').select('hash').where('hash', 'in', hashes).where('path', '=', skillFile),
    )
    .returning('hash')
    .execute();
  const named = uploads.filter(({ hash }) => taken.some((row) => row.hash === hash));
  if (named.length === 0) return;
  const replaced = await db
    .deleteFrom('contents')
    .where(
      'hash',
      'in',
      named.map(({ hash }) => hash),
    )
    .returning('object')
    .execute();
  await dropObjects(
    db,
    replaced.map(({ object }) => object),
  );
  await db.insertInto('contents').values(named).execute();
}

async function arrived(contents: Contents, uploads: readonly Upload[]): Promise<Upload[]> {
  const sound: Upload[] = [];
  for (const upload of uploads) {
    const bytes = await contents.get(upload.object, true);
    if (bytes && sha256(bytes) === upload.hash) sound.push(upload);
  }
  return sound;
}

/** The same back. Its objects stay for as long as a backup may name them. */
export const moveToDatabase = ({ engine, contents, onProgress }: Moving): Promise<Moved> =>
  inPieces(onProgress, {
    next: async (after) => {
      const rows = await engine.db
        .selectFrom('contents')
        .select(['hash', 'size'])
        .where('hash', '>', after)
        .orderBy('hash')
        .limit(atOnce)
        .execute();
      return rows.slice(0, fitting(rows));
    },
    move: async (hashes) => {
      const rows = await engine.db.selectFrom('contents').selectAll().where('hash', 'in', hashes).execute();
      const read: Content[] = [];
      for (const { hash, object } of rows) {
        const bytes = await contents.get(object, true);
        if (bytes && sha256(bytes) === hash) read.push({ hash, bytes });
      }
      await engine.write(async (db) => {
        // Only what a version still names: another write may have dropped some.
        const taken = await db
          .deleteFrom('contents')
          .where('hash', 'in', read.length > 0 ? read.map(({ hash }) => hash) : [''])
          .returning(['hash', 'object'])
          .execute();
        await writeBlobs(
          db,
          read.filter(({ hash }) => taken.some((row) => row.hash === hash)),
        );
        await dropObjects(
          db,
          taken.map(({ object }) => object),
        );
      });
      return rows.map(({ hash }) => ({ hash, isMoved: read.some((content) => content.hash === hash) }));
    },
  });

interface Sized {
  hash: string;
  size: number;
}

/** How many of the first fit into a piece: one at least. */
function fitting(rows: readonly Sized[]): number {
  let bytes = 0;
  const end = rows.findIndex(({ size }) => {
    bytes += size;
    return bytes > bytesAtOnce;
  });
  return end < 0 ? rows.length : Math.max(1, end);
}

interface Way {
  /** Those that come next by their hashes. */
  next(after: string): Promise<Sized[]>;
  move(hashes: readonly string[]): Promise<{ hash: string; isMoved: boolean }[]>;
}

/** Until none comes after the last: what is published meanwhile with a lower hash is for the next run. */
async function inPieces(onProgress: Moving['onProgress'], { next, move }: Way): Promise<Moved> {
  const moved: Moved = { moved: 0, bytes: 0, left: [] };
  for (let after = ''; ; ) {
    const piece = await next(after);
    const last = piece.at(-1);
    if (!last) return moved;
    const sizes = new Map(piece.map(({ hash, size }) => [hash, size]));
    for (const { hash, isMoved } of await move([...sizes.keys()]))
      if (isMoved) {
        moved.moved += 1;
        moved.bytes += sizes.get(hash) ?? 0;
      } else moved.left.push(hash);
    onProgress(moved.moved);
    after = last.hash;
  }
}
