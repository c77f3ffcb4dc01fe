/** The rest of a loop between two turns. */
import { setTimeout as wait } from 'node:timers/promises';

/** Lets a loop rest until somebody wants it, or some time went by. */
export class Wake {
  #now: (() => void) | undefined;
  #isWanted = false;

  want(): void {
    this.#isWanted = true;
    this.#now?.();
  }

  async next(milliseconds: number, signal: AbortSignal): Promise<void> {
    if (!this.#isWanted) {
      const wanted = new Promise<void>((resolve) => {
        this.#now = resolve;
      });
      const rested = new AbortController();
      const both = AbortSignal.any([signal, rested.signal]);
      await Promise.race([wanted, wait(milliseconds, undefined, { signal: both }).catch(() => undefined)]);
      rested.abort();
    }
    this.#isWanted = false;
  }
}
