/** The base that the next chain is to begin with: copied from the database’s file, which stands still, while the log goes on. */
import type { Still } from '../log/follower.ts';
import { copyPieces, type Draft, type Work } from './base.ts';

export interface NextBase {
  still: Still;
  /** Once all of its pieces are in the place. */
  draft?: Draft;
  failure?: unknown;
}

/** At once, and copied from then on. `failed` is called once it can’t be. */
export function copyNextBase(work: Omit<Work, 'known'>, failed: () => void): NextBase {
  const base: NextBase = { still: work.still };
  const copy = async () => {
    const pieces = work.store.place.list('pieces/');
    const known = new Set(await Array.fromAsync(pieces, (name) => name.slice(name.lastIndexOf('/') + 1)));
    base.draft = await copyPieces({ ...work, known });
  };
  copy().catch((error: unknown) => {
    base.failure = error;
    failed();
  });
  return base;
}
