/** THE seam to caches in front of the mirror: how one of them is told to drop answers by their tags. */

export interface Purge {
  /** Tags in a call at most. */
  most: number;
  /** Milliseconds between two calls, so that a burst becomes a few of them. Takedowns don't wait for it. */
  pause: number;
  /** Milliseconds after which a tag is purged again, once each, for what was being fetched meanwhile. */
  again: readonly number[];
  /** It keeps nothing for longer than everyone may: what merely changes heals by itself. */
  takedownsOnly?: true;
  /** Resolves once the cache acknowledged. Errors: `PurgeFailed`. */
  send(tags: readonly string[], signal: AbortSignal): Promise<void>;
}

/** The message says why and holds no secret. */
export class PurgeFailed extends Error {
  /** Milliseconds that the cache wants to be left alone for. */
  readonly wait: number | undefined;
  constructor(message: string, wait?: number) {
    super(message);
    this.wait = wait;
  }
}
