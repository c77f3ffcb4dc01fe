/**
 * A snapshot of the layout before this one, set aside in a moment however large it is. From then on the fallback answers what
 * has no file yet, with contents out of the archives that were set aside, and no server in front finds a file that nobody
 * keeps up to date. The full build that follows makes every file, and removes what was set aside at its end.
 */
import { existsSync, mkdirSync, renameSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Engine } from '../../../origin/store/engine/engine.ts';
import { earlierFolder, earlierRecords } from '../address/earlier.ts';
import { createProgress, requestFullBuild } from '../catalog/progress.ts';
import { createManifest, entriesAfter } from './manifest.ts';

/** Before anybody opens the folder for writing. `assets` are paths on the site, which pages load meanwhile. */
export async function takeOver(root: string, catalog: Engine, assets: Iterable<string>): Promise<void> {
  await catalog.write(async (db) => {
    await createProgress(db);
    await createManifest(db);
  });
  const [entry] = await entriesAfter(catalog.db, earlierRecords, 1);
  if (!entry?.path.startsWith(earlierRecords) || existsSync(join(root, earlierFolder))) return;
  await catalog.write(requestFullBuild);
  const draft = `${root}.next`;
  const aside = join(draft, earlierFolder);
  mkdirSync(draft, { recursive: true });
  // A builder that was killed here left it so.
  if (!existsSync(aside)) renameSync(root, aside);
  const kept = ['/_astro', ...[...assets].filter((path) => dirname(path) === '/')];
  for (const path of kept) if (existsSync(join(aside, path))) renameSync(join(aside, path), join(draft, path));
  renameSync(draft, root);
}
