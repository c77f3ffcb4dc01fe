/** Makes what an install puts ready, next to where it goes, and on disk. */
import { symlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import { inParallel } from '../sync/download/parallel.ts';
import type { SyncHome } from '../sync/home.ts';
import { syncFolder } from '../sync/store/durable.ts';
import { filesOfVersion, folderOfVersion, writeFiles } from '../sync/store/versions.ts';
import { readyAt } from './journal.ts';
import type { Put } from './plan.ts';
import type { Project } from './project.ts';

const atOnce = 16;

interface Staging {
  project: Project;
  home: SyncHome;
  /** The folder of each version in the store, by hash. */
  versions: ReadonlyMap<string, string>;
  link: boolean;
}

/** Number `n` is what `puts[n]` wants. Every file is checked as it is copied. */
export async function makeAllReady({ project, home, versions, link }: Staging, puts: readonly Put[]): Promise<void> {
  await inParallel(atOnce, [...puts.entries()], async ([n, { skill }]) => {
    const version = versions.get(skill.hash) as string;
    const ready = readyAt(project, n);
    if (link)
      return symlink(await folderOfVersion(home, version), ready, process.platform === 'win32' ? 'junction' : 'dir');
    await writeFiles(ready, await filesOfVersion(home, version));
  });
  if (puts.length > 0) await syncFolder(dirname(readyAt(project, 0)));
}
