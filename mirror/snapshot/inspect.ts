/** Looks at a snapshot without touching it: which files differ from what the catalog says they should be. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { PageReading } from '../../origin/read/pages/page.ts';
import { everyAddress } from './build.ts';
import { refresh, removeFiles } from './refresh.ts';
import { directoryHolds, type Sink } from './sink.ts';

export interface Inspection {
  files: number;
  /** Files that are missing, stale, or there without a reason. */
  wrong: string[];
}

/** Makes every file's bytes anew and compares. `tell` hears how many were looked at. */
export async function inspectSnapshot(
  reading: PageReading,
  root: string,
  tell: (done: number, total: number) => void,
): Promise<Inspection> {
  const addresses = await everyAddress(reading.view.db);
  const wrong: string[] = [];
  const looking: Pick<Sink, 'holds' | 'put' | 'remove'> = {
    holds: (file, answer) => directoryHolds(root, file, answer),
    put: async (file) => void wrong.push(file),
    remove: async (file) => existsSync(join(root, file)) && wrong.push(file) > 0,
  };
  const { written, unchanged, gone } = await refresh(reading, looking, addresses, (done) =>
    tell(done, addresses.length),
  );
  await removeFiles(looking, gone);
  return { files: written + unchanged, wrong };
}
