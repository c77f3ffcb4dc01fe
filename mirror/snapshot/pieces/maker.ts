/** Makes a piece of a full build: all of it that concerns files. What is in the catalog is for the builder to write. */
import type { Db } from '../../../origin/store/engine/engine.ts';
import { addressesIn, type Piece } from '../address/everyAddress.ts';
import { concernedBy } from '../address/kinds.ts';
import { type Made, type Maker, readingOf, type Workshop } from '../build/parts.ts';
import { refresh } from '../build/refresh.ts';
import { removeContent } from '../files/content.ts';
import { entriesOf } from '../files/manifest.ts';

/** In this process, one at a time. `stale` is what was made in another way before. */
export const makerHere = (workshop: Workshop, stale: readonly string[]): Maker => ({
  width: 1,
  make: (piece, isThorough) => makePiece(workshop, stale, piece, isThorough),
  end: async () => undefined,
});

async function makePiece(
  { seen, ...workshop }: Workshop,
  stale: readonly string[],
  piece: Piece,
  isThorough: boolean,
): Promise<Made> {
  const { store, catalog, sink } = workshop;
  const isConcerned = concernedBy(stale);
  const addresses = (await addressesIn(catalog.db, piece)).filter(({ id }) => isConcerned(id));
  const place = { ...workshop, looking: { isThorough: () => isThorough, seen } };
  const make = (db: Db) =>
    store.read((storeDb) =>
      refresh(readingOf({ ...workshop, catalog: { ...catalog, db } }, { ...store, db: storeDb }), place, db, addresses),
    );
  // Of an entity there is much to look up, and all of it is short; lists of the whole registry are few, and may take long.
  const made = await (piece.kind === 'standing' ? make(catalog.db) : catalog.pipelined(make));
  const gone = await knownAmong(catalog.db, made.gone);
  let removed = 0;
  for (const file of gone) if (await removeContent(sink, file)) removed += 1;
  await sink.sync();
  return { ...made, gone, removed, entities: piece.ids.length };
}

async function knownAmong(manifest: Db, files: readonly string[]): Promise<string[]> {
  const known = await entriesOf(manifest, files);
  return files.filter((file) => known.has(file));
}
