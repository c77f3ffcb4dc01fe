/**
 * Where a copy is kept, by names such as `chains/00000001/base`: a folder (`folder.ts`), and small enough that a bucket could
 * stand behind. What is put is whole, and on disk, or not there.
 */

export interface Place {
  /** For people. */
  readonly address: string;
  put(name: string, bytes: Uint8Array): Promise<void>;
  /** Undefined where there is none. */
  get(name: string): Promise<Buffer | undefined>;
  /** Names that begin so, in order. */
  list(prefix: string): Promise<string[]>;
  delete(name: string): Promise<void>;
  /** Keeps others from writing there until it is released; undefined while another does. */
  claim(): Promise<(() => Promise<void>) | undefined>;
}

/** Without this object a place is none of ours, or no longer there: a disk that is not mounted leaves an empty folder. */
export const marker = 'registry.json';
