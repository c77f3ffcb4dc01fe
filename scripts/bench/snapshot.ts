/**
 * The snapshot of a catalog: all of its public rows, and the files of some skills, since those of a hundred thousand take
 * hours and no request sees more than one of them.
 */

import assert from 'node:assert/strict';
import { renderHtml } from '../../mirror/site/built.ts';
import { type Address, fileOf } from '../../mirror/snapshot/address/address.ts';
import { addressesFor, standingAddresses } from '../../mirror/snapshot/address/affected.ts';
import { footprintsOf } from '../../mirror/snapshot/address/footprints.ts';
import { fingerprintsOf } from '../../mirror/snapshot/build/fingerprint.ts';
import { readingOf } from '../../mirror/snapshot/build/parts.ts';
import { refresh } from '../../mirror/snapshot/build/refresh.ts';
import { createProgress, readProgress, writeProgress } from '../../mirror/snapshot/catalog/progress.ts';
import { openFolderSink } from '../../mirror/snapshot/files/folder.ts';
import { createManifest, recordEntries } from '../../mirror/snapshot/files/manifest.ts';
import { snapshotPaths } from '../../mirror/snapshot/paths.ts';
import type { PageReading } from '../../origin/read/pages/page.ts';
import type { Db, Engine } from '../../origin/store/engine/engine.ts';
import { openSqlite } from '../../origin/store/engine/sqlite.ts';
import { newestChange } from '../../origin/store/events/changes.ts';
import { positionOf } from '../../origin/store/events/lineage.ts';
import { type CatalogPlace, openDataDir } from './catalog/place.ts';
import { fillCatalog } from './catalog/projected.ts';
import { drawsFrom, pick } from './catalog/random.ts';
import { now, site } from './reading.ts';

/** Skills whose files are there, in a catalog that has more. */
const withFiles = 300;
const day = 24 * 60 * 60;

export interface SnapshotPlace {
  root: string;
  /** Those that have files, as `author/slug`. */
  skills: string[];
}

/** Makes what is missing of it. No program may have it open. */
export async function prepareSnapshot({ dataDir }: CatalogPlace, say: (line: string) => void): Promise<SnapshotPlace> {
  const { root, staging, catalogFile } = snapshotPaths(dataDir);
  const store = await openDataDir(dataDir);
  const sink = await openFolderSink(root, staging);
  const catalog = await openSqlite(catalogFile, { partial: true });
  await catalog.write(async (db) => {
    await createProgress(db);
    await createManifest(db);
  });
  const known = await readProgress(catalog.db);
  if (!known || known.seq !== (await newestChange(store.db))) {
    const started = performance.now();
    say('projecting the catalog …');
    await fillCatalog(dataDir, catalog);
    say(`the catalog has its rows, ${((performance.now() - started) / 1000).toFixed(0)} s`);
  }
  const addresses = [...standingAddresses, ...(await someAddresses(catalog.db))];
  const reading = readingOfCatalog(catalog, store);
  const { entries } = await refresh(reading, { sink, tagBits: 33, alarm: assert.fail }, catalog.db, addresses);
  const made = await fingerprintsOf(site, 33);
  const position = await store.read((db) => positionOf(db, now()));
  await catalog.write(async (db) => {
    await recordEntries(db, entries);
    await writeProgress(db, { ...position, made, day: Math.floor(now() / day), full: 0 });
  });
  await catalog.close();
  await store.close();
  const skills = addresses
    .filter(({ id }) => id === 'getSkill')
    .map(({ values }) => `${values['author']}/${values['slug']}`);
  return { root, skills };
}

/** What a builder reads a piece from. */
export const readingOfCatalog = (catalog: Engine, store: Engine): PageReading =>
  readingOf({ catalog, site, now, html: renderHtml }, store);

/** Every address of some skills, the same ones each time. */
export async function someAddresses(catalog: Db, count = withFiles): Promise<Address[]> {
  const draw = drawsFrom(5);
  const ids = await catalog.selectFrom('skills').select('id').orderBy('id').execute();
  const chosen = new Set(Array.from({ length: count }, () => pick(draw, ids).id));
  const skills = [...chosen].map((entityId) => ({ kind: 'skill' as const, entityId }));
  const addresses = (await footprintsOf(catalog, skills)).flatMap((footprint) =>
    footprint ? addressesFor(footprint) : [],
  );
  return [...new Map(addresses.map((address) => [fileOf(address), address])).values()];
}
