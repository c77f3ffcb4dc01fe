/** The snapshot: follows the store's changes into the catalog and the files made from it. */
import { newestChange } from '../../../origin/store/events/changes.ts';
import { secondsOfDay } from '../../../origin/store/schema/indexing.ts';
import { fileOf } from '../address/address.ts';
import { dailyAddresses } from '../address/affected.ts';
import { createProgress, readProgress } from '../catalog/progress.ts';
import { createManifest } from '../files/manifest.ts';
import { buildAll, type Tell } from './full.ts';
import type { Counts, SnapshotParts } from './parts.ts';
import { takeIn } from './takeIn.ts';

export interface Snapshot {
  /** Takes in every change since the last step; undefined where there was none. A full build if one is due. */
  step(tell?: Tell): Promise<Counts | undefined>;
  /** Makes everything, replaces each file that differs in any byte, and removes what belongs to nothing. */
  full(tell?: Tell): Promise<Counts>;
}

/** One builder at a time may have a snapshot open. */
export async function openSnapshot(parts: SnapshotParts): Promise<Snapshot> {
  const { store, catalog, journal, now, fingerprint } = parts;
  await catalog.write(async (db) => {
    await createProgress(db);
    await createManifest(db);
  });
  const today = () => Math.floor(now() / secondsOfDay);
  const full: Snapshot['full'] = (tell) => buildAll(parts, { day: today(), full: 2 }, tell);

  const step: Snapshot['step'] = async (tell) => {
    const progress = await readProgress(catalog.db);
    // One that was cut short left files that the manifest may not know of.
    if (progress?.full) return full(tell);
    if (progress?.fingerprint !== fingerprint) return buildAll(parts, { day: today(), full: 1 }, tell);
    const unfinished = await journal.read();
    const due = progress.day === today() ? [] : dailyAddresses.map(fileOf);
    if (unfinished.length + due.length === 0 && (await newestChange(store.db)) === progress.seq) return undefined;
    return takeIn(parts, { ...progress, day: today() }, { unfinished, due });
  };
  return { step, full };
}
