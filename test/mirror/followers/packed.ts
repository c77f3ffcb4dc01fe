/** Files of packs, as who lies has them. */
import { createHash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import type { Pack } from '../../../mirror/followers/pack/pack.ts';
import type { PackedFile } from '../../../mirror/followers/pack/shapes.ts';
import { etagOfFile } from '../../../origin/contract/headers/cache.ts';
import { secondsOf } from '../../../origin/read/etag.ts';

export const isFile = (item: object): item is PackedFile => 'file' in item;

/** The first whose path ends so. */
export function fileOf({ items }: Pack, ending: string): PackedFile {
  const found = items.filter(isFile).find(({ file }) => file.endsWith(ending));
  if (!found) throw new Error(`no file ${ending}`);
  return found;
}

/** A file with hashes that fit. */
export function madeFile(file: string, body: Uint8Array, kind = 'asset'): PackedFile {
  const sha256 = createHash('sha256').update(body).digest('hex');
  const etag = etagOfFile(secondsOf(sha256, 33), body.byteLength);
  return { ...{ file, kind, etag, sha256, size: body.byteLength }, forms: {}, as: 'plain', body };
}

/** What a file says, before any coding. */
export const textIn = ({ as, body }: PackedFile): string =>
  Buffer.from(as === 'gzip' ? gunzipSync(body) : body).toString();

/** Gives a file other bytes, with hashes that fit. */
export const replace = (file: PackedFile, body: Uint8Array): void =>
  void Object.assign(file, madeFile(file.file, body, file.kind));
