/** What a pass over a registry's files is given, and what comes of it. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileOf } from '../../../mirror/snapshot/address/address.ts';
import { faultsOf } from '../../../mirror/snapshot/files/content.ts';
import { openFolder } from '../../../mirror/snapshot/files/folder.ts';
import { Failure } from '../failure.ts';
import type { Reader } from '../registry/log/proved.ts';
import type { Copy, MirrorFolder } from './folder.ts';

export interface Passing {
  /** Where the folder is. */
  root: string;
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

/** The checkpoint that a copy has; undefined where it has none. Errors: `Failure` where it is damaged here. */
export async function noteIn(copy: Copy): Promise<string | undefined> {
  const entry = (await copy.index()).entries.get(checkpointFile);
  if (!entry) return undefined;
  const [fault] = await faultsOf(openFolder(copy.root), entry);
  if (fault) throw new Failure(`${join(copy.root, fault.path)} ${fault.what}. To put it right: --full.`);
  return readFile(join(copy.root, checkpointFile), 'utf8');
}
