/** The snapshot: follows the store's changes into the catalog and the files made from it. */
import { newestChange } from '../../../origin/store/events/changes.ts';
import { secondsOfDay } from '../../../origin/store/schema/indexing.ts';
import { fileOf } from '../address/address.ts';
import { dailyAddresses } from '../address/affected.ts';
import { createProgress, readProgress } from '../catalog/progress.ts';
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
  await catalog.write(createProgress);
  const today = () => Math.floor(now() / secondsOfDay);
  const full: Snapshot['full'] = (tell) => buildAll(parts, { day: today(), full: 2 }, tell);

  const step: Snapshot['step'] = async (tell) => {
    const progress = await readProgress(catalog.db);
    if (!progress || progress.full || progress.fingerprint !== fingerprint)
      return buildAll(parts, { day: today(), full: progress?.full || 1 }, tell);
    const unfinished = await journal.read();
    const due = [...unfinished, ...(progress.day === today() ? [] : dailyAddresses.map(fileOf))];
    if (due.length === 0 && (await newestChange(store.db)) === progress.seq) return undefined;
    return takeIn(parts, { ...progress, day: today() }, { due });
  };
  return { step, full };
}
