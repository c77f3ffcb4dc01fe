/** Builders that die on the way. */
import type { SnapshotParts } from '../../mirror/snapshot/build/parts.ts';
import type { Snapshot } from '../../mirror/snapshot/build/snapshot.ts';
import type { Sink } from '../../mirror/snapshot/files/sink.ts';
import type { Db } from '../../origin/store/engine/engine.ts';

/** A builder whose process dies at its nth operation that lasts, before or after that one is done. */
export const dyingAfter =
  (operations: number) =>
  ({ sink, journal, catalog }: Pick<SnapshotParts, 'sink' | 'journal' | 'catalog'>) => {
    let left = operations;
    const dying = async <T>(work: () => Promise<T>): Promise<T> => {
      if (left < 0) throw new Error('crash');
      left -= 1;
      const result = left >= 0 || operations % 2 ? await work() : undefined;
      if (left < 0) throw new Error('crash');
      return result as T;
    };
    return {
      sink: {
        ...sink,
        write: (...written: Parameters<Sink['write']>) => dying(() => sink.write(...written)),
        remove: (path: string) => dying(() => sink.remove(path)),
      },
      journal: {
        ...journal,
        write: (files: readonly string[]) => dying(() => journal.write(files)),
        clear: () => dying(() => journal.clear()),
      },
      catalog: { ...catalog, write: <T>(work: (db: Db) => Promise<T>) => dying(() => catalog.write(work)) },
    };
  };

/** Whether the step came to its end. */
export async function crashing(opening: Promise<Snapshot>): Promise<boolean> {
  try {
    await (await opening).step();
    return true;
  } catch (error) {
    if ((error as Error).message !== 'crash') throw error;
    return false;
  }
}
