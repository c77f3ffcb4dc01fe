/** What a pass over a registry's files is given, and what comes of it. */
import { fileOf } from '../../../mirror/snapshot/address/address.ts';
import type { Reader } from '../registry/log/proved.ts';
import type { Copy, MirrorFolder } from './folder.ts';

export interface Passing {
  folder: MirrorFolder;
  reader: Reader;
  signal: AbortSignal;
  /** Whether all there is is compared, and each version held against the log again. */
  isFull: boolean;
  tell(sentence: string): void;
  /** Hears how many files came until now. */
  came(files: number): void;
}

export interface Passed {
  copy: Copy;
  /** Files that are new or others than before, and those that went. */
  written: number;
  removed: number;
  /** Files that the registry has lost the bytes of. */
  lost: string[];
}

/** Where the checkpoint is that the other files are as of. */
export const checkpointFile = fileOf({ id: 'logCheckpoint', values: {} });
