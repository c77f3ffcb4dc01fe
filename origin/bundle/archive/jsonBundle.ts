/** A bundle as JSON: the files of a publish request (CONTRACT.md, Writes). */

import type { BundleFile } from '../bundleFile.ts';
import { bundleInvalid, startAllowance } from './allowance.ts';

export type JsonFile = { path: string; text: string } | { path: string; base64: string };

/**
 * The files with their bytes, in the order given; `checkPaths` judges the paths.
 * @throws ApiError `payload_too_large` with `limit` (and `path`) over a limit; `bundle_invalid` with `path` for
 *   base64 that isn't canonical (RFC 4648 sections 3 and 4) and for text with half a surrogate pair.
 */
export function readJsonFiles(files: readonly JsonFile[]): BundleFile[] {
  const admit = startAllowance();
  return files.map((file) => {
    const { path } = file;
    const bytes = 'text' in file ? encodeText(file.text, path) : decodeBase64(file.base64, path);
    admit(path, bytes.length);
    return { path, bytes };
  });
}

function encodeText(text: string, path: string): Uint8Array {
  // The encoder would write U+FFFD in its place: other bytes than the publisher signed.
  if (!text.isWellFormed()) throw bundleInvalid('The text has half a surrogate pair; send the file as base64.', path);
  return new TextEncoder().encode(text);
}

function decodeBase64(base64: string, path: string): Uint8Array {
  const bytes = Buffer.from(base64, 'base64');
  // Buffer skips what it doesn't know; only canonical base64 comes back the same.
  if (bytes.toString('base64') !== base64) throw bundleInvalid('The base64 is malformed or not canonical.', path);
  return new Uint8Array(bytes);
}
