/** Makes a piece of a full build: all of it that concerns files. What is in the catalog is for the builder to write. */
import type { Db } from '../../../origin/store/engine/engine.ts';
import { type Address, prebuiltFiles } from '../address/address.ts';
import { addressesIn, afterEntities, beginning, type Piece, type Place } from '../address/everyAddress.ts';
import { kindOf } from '../address/kinds.ts';
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
  const addresses = (await addressesIn(catalog.db, piece)).filter(concernedBy(stale));
  const place = { ...workshop, looking: { isThorough: () => isThorough, seen } };
  const made = await store.read((storeDb) => refresh(readingOf(workshop, storeDb), place, catalog.db, addresses));
  const gone = await knownAmong(catalog.db, made.gone);
  let removed = 0;
  for (const file of gone) if (await removeContent(sink, file)) removed += 1;
  await sink.sync();
  return { ...made, gone, removed, entities: piece.ids.length };
}

/** Everything follows from the catalog, and every file has forms. */
const isAll = (stale: readonly string[]): boolean => stale.includes('catalog') || stale.includes('forms');

const concernedBy =
  (stale: readonly string[]) =>
  ({ id }: Address): boolean =>
    isAll(stale) || stale.includes(kindOf(id));

/** What is made of what was published has places in its name. */
const kindsOfEntities = new Set(
  [...prebuiltFiles].flatMap(([id, { names }]) => (names.length > 0 ? [kindOf(id)] : [])),
);

/** Where pieces begin that there is something to do for: that of a new CLI is not of profiles, skills or kits. */
export const beginningFor = (stale: readonly string[]): Place =>
  isAll(stale) || stale.some((kind) => kindsOfEntities.has(kind as never)) ? beginning : afterEntities;

async function knownAmong(manifest: Db, files: readonly string[]): Promise<string[]> {
  const known = await entriesOf(manifest, files);
  return files.filter((file) => known.has(file));
}
