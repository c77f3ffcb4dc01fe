/** The snapshot's files in memory: what thousands of them take on a disk is no test's business but the folder's. */

import type { Sink } from '../../mirror/snapshot/files/sink.ts';
import { sha256 } from '../../origin/bundle/manifest.ts';

interface File {
  body: Uint8Array;
  seconds: number;
}

export type MemoryFiles = Map<string, File>;

export const memorySink = (files: MemoryFiles): Sink => ({
  isByManifest: false,
  read: async (path) => {
    const file = files.get(path);
    return file && { body: file.body, stamp: { seconds: file.seconds }, isCurrent: () => files.get(path) === file };
  },
  list: async function* () {
    yield* [...files.keys()];
  },
  faultOf: async (path, expected) => {
    const file = files.get(path);
    if (!file) return 'is missing';
    if (sha256(file.body) !== `sha256:${expected.sha256}`) return 'is damaged: it holds other bytes';
    return file.seconds === expected.seconds ? undefined : 'has another time than its content';
  },
  write: async (path, bytes, { seconds }) => void files.set(path, { body: Uint8Array.from(bytes), seconds }),
  remove: async (path) => files.delete(path),
  sync: async () => undefined,
});
