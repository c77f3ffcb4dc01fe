/** A copy of a catalog's databases for measures that write, so that the next one finds the catalog as it was. */
import { constants, existsSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { snapshotPaths } from '../../../mirror/snapshot/paths.ts';

export interface WorkingCopy extends AsyncDisposable {
  dataDir: string;
}

/** No program may have the catalog open. */
export async function workingCopy({ dataDir: original }: { dataDir: string }): Promise<WorkingCopy> {
  const dataDir = await mkdtemp(join(tmpdir(), 'bench-copy-'));
  const copied = [
    [join(original, 'registry.sqlite'), join(dataDir, 'registry.sqlite')],
    [snapshotPaths(original).catalogFile, snapshotPaths(dataDir).catalogFile],
  ] as const;
  for (const [from, to] of copied) {
    await mkdir(dirname(to), { recursive: true });
    if (existsSync(from)) await copyFile(from, to, constants.COPYFILE_FICLONE);
  }
  return { dataDir, [Symbol.asyncDispose]: () => rm(dataDir, { recursive: true, force: true }) };
}
