/** A follower that ends at some change of its files. */
import type { Sink } from '../../../mirror/snapshot/files/sink.ts';

/** A sink that fails for good once it was asked to change something so often, as if its process had ended there. */
export function endingAfter(): { through(sink: Sink): Sink; endAfter(changes: number): void; changes(): number } {
  let [left, count] = [Number.POSITIVE_INFINITY, 0];
  const pass = <T>(change: () => Promise<T>): Promise<T> => {
    if (left <= 0) return Promise.reject(Object.assign(new Error('ended'), { code: 'EIO' }));
    left -= 1;
    count += 1;
    return change();
  };
  return {
    through: (sink) => ({
      ...sink,
      write: (...given) => pass(() => sink.write(...given)),
      remove: (path) => pass(() => sink.remove(path)),
      sync: () => pass(sink.sync),
    }),
    endAfter: (changes) => {
      [left, count] = [changes, 0];
    },
    changes: () => count,
  };
}
