/** The thread behind comparer.ts. */
import { type Comparison, type Contents, comparisonOf } from './comparison.ts';

export type Compared =
  | { done: Comparison; size: number }
  /** A fault of ours, with its stack. */
  | { failed: string };

/** What the pool of comparer.ts calls. */
export default function answer(contents: Contents): Compared {
  try {
    const done = comparisonOf(contents);
    return { done, size: JSON.stringify(done).length };
  } catch (error) {
    return { failed: (error as Error).stack ?? String(error) };
  }
}
