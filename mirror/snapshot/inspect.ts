/** Looks at a snapshot without touching it: which files differ from what the catalog says they should be. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { PageReading } from '../../origin/read/pages/page.ts';
import { countEntities, everyAddress } from './everyAddress.ts';
import { refresh, removeFiles } from './refresh.ts';
import { directoryHolds, type Sink } from './sink.ts';

export interface Inspection {
  files: number;
  /** Files that are missing, stale, or there without a reason. */
  wrong: string[];
}

/** Makes every file's bytes anew and compares. `tell` hears of how many profiles, skills and kits. */
export async function inspectSnapshot(
  reading: PageReading,
  root: string,
  tell: (done: number, total: number) => void,
): Promise<Inspection> {
  const wrong: string[] = [];
  const looking: Pick<Sink, 'holds' | 'put' | 'remove'> = {
    holds: async (file, answer) => directoryHolds(root, file, answer),
    put: async (file) => void wrong.push(file),
    remove: async (file) => existsSync(join(root, file)) && wrong.push(file) > 0,
  };
  const total = await countEntities(reading.view.db);
  let [files, done] = [0, 0];
  for await (const { entities, addresses } of everyAddress(reading.view.db)) {
    const { written, unchanged, gone } = await refresh(reading, looking, addresses);
    await removeFiles(looking, gone);
    files += written + unchanged;
    done += entities;
    tell(done, total);
  }
  return { files, wrong };
}
