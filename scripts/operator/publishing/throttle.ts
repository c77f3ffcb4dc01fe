import { setTimeout as wait } from 'node:timers/promises';
import { findBuilder } from '../../../mirror/snapshot/builderLock.ts';
import { findCatalog } from '../../../mirror/snapshot/catalog/place.ts';
import { readProgress } from '../../../mirror/snapshot/catalog/progress.ts';
import { snapshotPaths } from '../../../mirror/snapshot/paths.ts';
import { countAfter } from '../../../origin/store/events/changes.ts';
import type { OperatorContext } from '../operatorContext.ts';

/** How many changes the mirror may lag behind a bulk command: some four publishes of new skills, a fraction of a second. */
const maxLag = 8;
/** A mirror that makes no headway must not stop the command. Milliseconds. */
const maxWait = 5_000;

export interface Throttle {
  /** Waits while a running registry's mirror lags behind; not at all where none runs. */
  keep(): Promise<void>;
  close(): Promise<void>;
}

/** Holds a bulk command to the speed of the mirror, so that what it publishes shows up as it goes. */
export async function openThrottle({ engine, settings }: OperatorContext): Promise<Throttle> {
  const isFollowed = (await findBuilder(snapshotPaths(settings.dataDir).builderLock)) !== undefined;
  const catalog = isFollowed ? await findCatalog(settings) : undefined;
  if (!catalog) return { keep: async () => undefined, close: async () => undefined };
  const behind = async () => countAfter(engine.db, (await readProgress(catalog.db))?.seq ?? 0);
  return {
    keep: async () => {
      const giveUp = performance.now() + maxWait;
      while ((await behind()) > maxLag && performance.now() < giveUp) await wait(10);
    },
    close: () => catalog.close(),
  };
}
