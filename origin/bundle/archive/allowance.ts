/** How much a bundle may hold, and how its refusals look (CONTRACT.md, Limits). */
import { ApiError } from '../../contract/errors.ts';
import { limits } from '../../contract/fields.ts';

/** Prose of a few kilobytes can repeat itself a lot: below this size the compression ratio proves nothing. */
const ratioFree = 1024 * 1024;

/** Bytes that the files of an upload of `uploaded` bytes may come to. */
export const unpackedLimit = (uploaded: number): number =>
  Math.min(limits.unpacked, Math.max(ratioFree, uploaded * limits.compressionRatio));

/** The refusal of an upload of `uploaded` bytes that unpacks beyond `unpackedLimit`: 413. */
export function unpacksTooLarge(uploaded: number): ApiError {
  if (unpackedLimit(uploaded) === limits.unpacked) {
    return tooLarge(`The bundle unpacks to more than ${mebibytes(limits.unpacked)}.`, limits.unpacked);
  }
  const ratio = limits.compressionRatio;
  return tooLarge(`The archive unpacks to more than ${ratio} times its own size.`, ratio);
}

/**
 * A function to call with each file before its bytes are read or kept. It throws `payload_too_large` at the first
 * file that breaks a limit. `uploaded` is the size of the archive in bytes; leave it out where nothing is compressed.
 */
export function startAllowance(uploaded = Number.POSITIVE_INFINITY): (path: string, size: number) => void {
  let files = 0;
  let unpacked = 0;
  return (path, size) => {
    files += 1;
    unpacked += size;
    if (files > limits.files) throw tooLarge(`The bundle has more than ${limits.files} files.`, limits.files);
    if (size > limits.file) throw tooLarge(`The file is larger than ${mebibytes(limits.file)}.`, limits.file, path);
    if (unpacked > unpackedLimit(uploaded)) throw unpacksTooLarge(uploaded);
  };
}

/** 413 with the limit that was passed, and the path where one file is to blame. */
export const tooLarge = (message: string, limit: number, path?: string): ApiError =>
  new ApiError('payload_too_large', message, { ...(path === undefined ? {} : { path: shown(path) }), limit });

/** 422 with the offending path, where there is one. */
export const bundleInvalid = (message: string, path?: string): ApiError =>
  new ApiError('bundle_invalid', message, path === undefined ? {} : { path: shown(path) });

/** A hostile archive can name a file with megabytes; the answer shows enough to find it. */
const shown = (path: string): string => (path.length > 1024 ? `${path.slice(0, 1024)}…` : path);

const mebibytes = (bytes: number): string => `${bytes / (1024 * 1024)} MiB`;
