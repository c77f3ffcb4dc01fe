/** The hashes of the log as rows: a level's numbers count its hashes, and each whole 256 of a level are one of the next. */
import { sql } from 'kysely';
import { rootOfTile } from '../../log/subtree.ts';
import { tileWidth } from '../../log/tile.ts';
import type { ReadTile } from '../../log/tree.ts';
import { rootOf } from '../../log/tree.ts';
import type { Db } from '../engine/engine.ts';
import { together } from '../engine/together.ts';

/** How many entries there are, of the table of entries. */
export const sizeOfLog = sql<number>`coalesce(max(number) + 1, 0)`.as('size');

export async function logSize(db: Db): Promise<number> {
  const { size } = await db.selectFrom('log_entries').select(sizeOfLog).executeTakeFirstOrThrow();
  return Number(size);
}

/** Reads tiles of a log out of the rows. Errors: where a hash is missing, which only damage can do. */
export const tilesIn =
  (db: Db): ReadTile =>
  async ({ level, index, width }) => {
    const first = index * tileWidth;
    const rows = await db
      .selectFrom('log_hashes')
      .select('hash')
      .where('level', '=', Number(level))
      .where('number', '>=', first)
      .where('number', '<', first + width)
      .orderBy('number')
      .execute();
    if (rows.length !== width) throw new Error(`The log lacks hashes of level ${level} from ${first}.`);
    return Buffer.concat(rows.map(({ hash }) => hash));
  };

/** The root of the log as it was with so many entries. */
export const rootAt = (db: Db, size: number): Promise<Buffer> => rootOf(size, tilesIn(db));

const rowsAtOnce = 1000;

/** Adds the hashes of new entries from `first` on, and of each level above what is whole by then. */
export async function addHashes(db: Db, first: number, leaves: readonly Buffer[]): Promise<void> {
  let added = [...leaves];
  let from = first;
  for (let level = 0; added.length > 0; level += 1) {
    const rows = added.map((hash, nth) => ({ level, number: from + nth, hash }));
    const starts = Array.from({ length: Math.ceil(rows.length / rowsAtOnce) }, (_, nth) => nth * rowsAtOnce);
    await together(
      starts.map((start) =>
        db
          .insertInto('log_hashes')
          .values(rows.slice(start, start + rowsAtOnce))
          .execute(),
      ),
    );
    const firstWhole = Math.floor(from / tileWidth);
    const end = Math.floor((from + added.length) / tileWidth);
    if (firstWhole === end) return;
    const read = tilesIn(db);
    // Of the first tile some hashes were there before.
    const before =
      from % tileWidth === 0 ? Buffer.alloc(0) : await read({ level, index: firstWhole, width: from % tileWidth });
    const hashes = [
      ...Array.from({ length: before.length / 32 }, (_, nth) => before.subarray(nth * 32, nth * 32 + 32)),
      ...added,
    ];
    added = Array.from({ length: end - firstWhole }, (_, nth) =>
      rootOfTile(Buffer.concat(hashes.slice(nth * tileWidth, (nth + 1) * tileWidth))),
    );
    from = firstWhole;
  }
}
