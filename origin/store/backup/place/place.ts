/**
 * Where a copy is kept, by names such as `chains/00000001/base`: objects of a folder (`folder.ts`) or a bucket (`bucket.ts`), to
 * which one program writes at a time.
 */
import type { Objects } from '../../objects/objects.ts';
import type { Holder } from './holder.ts';

export interface Place extends Objects {
  /** For people. */
  readonly address: string;
  /** Keeps others from writing there until it is released. Rejects while another does, and for a folder that is gone unless `isNew`. */
  claim(holder: Holder, isNew: boolean): Promise<Claim>;
}

export interface Claim {
  /** Ends, with the reason, once another program writes there: then nothing more is put or deleted. */
  readonly lost: AbortSignal;
  release(): Promise<void>;
}

/** Without this object a place is none of ours, or no longer there: a disk that is not mounted leaves an empty folder. */
export const marker = 'registry.json';
