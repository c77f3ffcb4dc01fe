/** The snapshot that the settings name, opened for building. */
import { randomUUID } from 'node:crypto';
import type { Site } from '../../origin/read/reading.ts';
import type { Tell } from '../../origin/store/engine/connections/presence.ts';
import type { Engine } from '../../origin/store/engine/engine.ts';
import { isDamage } from '../../origin/store/engine/faults.ts';
import { holdIn } from '../../origin/store/log/hold.ts';
import { type KeyPlace, openSigner } from '../../origin/store/log/signer.ts';
import type { Witness } from '../../origin/store/log/witnesses.ts';
import { tagBitsOf } from '../../origin/store/tagBits.ts';
import { cliFiles, loadAssets, renderHtml } from '../site/built.ts';
import { fingerprintsOf } from './build/fingerprint.ts';
import { openLists } from './build/lists.ts';
import type { SnapshotParts } from './build/parts.ts';
import { openSnapshot, type Snapshot } from './build/snapshot.ts';
import type { BuilderLock } from './builderLock.ts';
import { openBuilding } from './building.ts';
import { isSound, setAside } from './catalog/damaged.ts';
import { catalogOf } from './catalog/place.ts';
import type { Cache } from './catalog/purges.ts';
import { makerOfBuilders } from './pieces/builders.ts';
import { type Crew, makerOfThreads, usualCrew } from './pieces/threads.ts';
import { work } from './pieces/worker.ts';
import type { SnapshotPlace } from './served.ts';

export interface Builder extends Snapshot {
  /** Undefined while it is being put in place of a damaged one. */
  catalog(): Engine | undefined;
  close(): Promise<void>;
}

interface Options {
  alarm: SnapshotParts['alarm'];
  tell?: Tell;
  /** What has copies of what is served. */
  caches?: readonly Cache[];
  crew?: Crew;
  /** Milliseconds from one making of lists to the next, while much is published; with 0 a step makes them with all else. */
  listsEvery?: number;
}

const now = () => Math.floor(Date.now() / 1000);

/** Milliseconds for which a catalog that was read whole counts as sound: a damaged store fails every step. */
const soundFor = 600_000;

/**
 * Opens the snapshot for building, by who holds its lock; closing it releases that, as does a failure to open it. A damaged
 * catalog is built again, loudly; one in a database is its operator's.
 */
export async function openBuilder(
  settings: SnapshotPlace & { log?: KeyPlace['log'] & { witnesses?: readonly Witness[] }; site: Site },
  store: Engine,
  lock: BuilderLock,
  { alarm, tell = () => undefined, caches = [], crew = usualCrew(), listsEvery = 1000 }: Options,
): Promise<Builder> {
  const ending = new AbortController();
  const { site } = settings;
  const place = catalogOf(settings);
  const signer = await openSigner(settings);
  const open = async () => {
    const tagBits = await tagBitsOf(settings);
    const fingerprints = await fingerprintsOf(site, tagBits);
    const party = { name: randomUUID(), madeWith: JSON.stringify(fingerprints) };
    const rendering = { store, tagBits, site, html: renderHtml, cliFiles, alarm, now };
    const meanwhile: Parameters<typeof openBuilding>[1]['meanwhile'] = ({ catalog, sink }, signal) =>
      work({ ...rendering, catalog, sink, seen: lock.beat }, party, signal);
    const building = await openBuilding(settings, { tell, meanwhile }, ending.signal);
    const threads = makerOfThreads({ ...placeOf(settings), tagBits }, crew);
    try {
      const assets = await loadAssets();
      const snapshot = await openSnapshot({
        ...rendering,
        catalog: building.catalog,
        journal: building.journal,
        sink: building.sink,
        looking: { isThorough: () => false, seen: lock.beat },
        assets,
        lists: openLists(listsEvery),
        makerFor: async (entities, stale, here, workshop) => {
          const local = await threads(entities, stale, here, workshop);
          return settings.catalogUrl ? makerOfBuilders(local, party, stale, workshop) : local;
        },
        fingerprints,
        signer,
        hold: holdIn(settings.dataDir),
        ...(settings.log?.witnesses && { witnesses: settings.log.witnesses }),
        caches,
      });
      return { building, snapshot };
    } catch (error) {
      await building.close();
      throw error;
    }
  };
  let foundSound = Number.NEGATIVE_INFINITY;
  /** It may be the store that is damaged: that can't be made again. */
  const damagedCatalog = async (error: unknown): Promise<string | undefined> => {
    if (typeof place !== 'string' || !isDamage(error) || performance.now() - foundSound < soundFor) return undefined;
    if (!(await isSound(place))) return place;
    foundSound = performance.now();
    return undefined;
  };
  let opened: Awaited<ReturnType<typeof open>> | undefined;
  const close = async () => {
    const before = opened;
    opened = undefined;
    await before?.building.close();
  };
  /** Does `work`; where it fails because the catalog is damaged, with a new one. */
  const withCatalog = async <T>(work: (snapshot: Snapshot) => Promise<T>): Promise<T> => {
    try {
      // Another builder has the catalog by now, and what this one remembers of it may be wrong.
      if (opened?.building.isLost()) await close();
      opened ??= await open();
      return await work(opened.snapshot);
    } catch (error) {
      const damaged = await damagedCatalog(error);
      if (damaged === undefined) throw error;
      const what = (error as Error).message;
      alarm('the catalog of the snapshot is damaged; it is set aside, and built again', { what });
      await close();
      await setAside(damaged);
      opened = await open();
      return work(opened.snapshot);
    }
  };
  const end = async () => {
    ending.abort();
    try {
      await close();
    } finally {
      await lock.release();
    }
  };
  await withCatalog(async () => undefined).catch(async (error) => {
    await end();
    throw error;
  });
  return {
    step: async (onProgress) => {
      lock.beat();
      return withCatalog(({ step }) => step(onProgress));
    },
    catalog: () => opened?.building.catalog,
    full: (onProgress) => withCatalog(({ full }) => full(onProgress)),
    scrub: () =>
      withCatalog(async ({ scrub }) => {
        const scrubbed = await scrub();
        if (scrubbed) await opened?.building.sweep();
        return scrubbed;
      }),
    rest: (milliseconds) => withCatalog(({ rest }) => rest(milliseconds)),
    close: end,
  };
}

/** What threads are told, which may be no more than what is copied to them. */
const placeOf = ({
  dataDir,
  databaseUrl,
  database,
  catalogUrl,
  objectStore,
  s3,
  site,
}: SnapshotPlace & { site: Site }) => ({
  ...{ dataDir, databaseUrl, database, catalogUrl, objectStore, s3, site },
});
