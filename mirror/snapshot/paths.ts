/** Where a data directory keeps its snapshot: `root` is what a web server serves. */
import { join } from 'node:path';
import { mirrorFolder } from '../../origin/store/tagBits.ts';

export function snapshotPaths(dataDir: string) {
  const inMirror = (name: string) => join(mirrorFolder(dataDir), name);
  return {
    root: inMirror('public'),
    staging: inMirror('staging'),
    catalogFile: inMirror('catalog.sqlite'),
    journalFile: inMirror('journal.json'),
    spool: inMirror('spool'),
    builderLock: inMirror('builder.lock'),
  };
}
