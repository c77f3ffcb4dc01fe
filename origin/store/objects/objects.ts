/**
 * Bytes by name, in a folder (`folder.ts`) or in a bucket (`s3/objects.ts`). What is put is whole and lasts, or is not there; who
 * asks afterwards gets it. Names are parts between slashes, such as `chains/00000001/base`; none begins with another and a slash.
 */

export interface Objects {
  /** Replaces what has that name, if anything does: never half of either. */
  put(name: string, bytes: Uint8Array): Promise<void>;
  /** Undefined where there is none; rejects where it can’t be said. */
  get(name: string): Promise<Buffer | undefined>;
  /** Names that begin so, in the order of their bytes. What comes or goes meanwhile is in it or not. */
  list(prefix: string): AsyncIterable<string>;
  /** Also what is not there. */
  delete(name: string): Promise<void>;
}

/** Bytes: no object is larger, so that it can be held in memory. */
export const largestObject = 256 * 1024 * 1024;

/** Files of names that are not whole yet: no object is called so. */
export const draftEnd = '.draft';

const nameForm = /^[\w.~@+=,-]{1,200}(?:\/[\w.~@+=,-]{1,200})*$/;

/** What a name may be on every file system and every server: no more than 700 characters. */
export const isName = (name: string): boolean =>
  name.length <= 700 && nameForm.test(name) && !/(?:^|\/)\.{1,2}(?:\/|$)/.test(name) && !name.endsWith(draftEnd);

/** Throws where it is no name: what a program says, never what a person does. */
export function checkName(name: string): void {
  if (!isName(name)) throw new TypeError(`${JSON.stringify(name)} is no name of an object`);
}
