/** A file as rules read it: its text, and where they differ the form in which an agent takes it. */

import type { ScannedFile } from '../detector.ts';
import { endsInZip, isEncryptedZip } from '../helpers/archives.ts';
import { familyOf, promisedBy } from '../helpers/contents.ts';
import type { Unread } from '../programs/effect.ts';
import { decodeFile } from './encoding.ts';
import { normalForm } from './normalForm.ts';
import { stringsIn } from './strings.ts';

interface Content {
  path: string;
  bytes: Uint8Array;
  hash: string;
}

export function readText({ path, bytes, hash }: Content): ScannedFile {
  const { text, encoding, odd } = decodeFile(bytes);
  if (encoding === 'utf-8') return { path, text, isText: true, hash };
  if (encoding === 'binary') return { path, text, isText: false, hash };
  return { path, text, isText: true, hash, bytes: Buffer.from(bytes).toString('latin1'), odd: odd ?? [0] };
}

/** With the same lines; undefined where rules would read the same again. Of a binary file, the strings in it. */
export function normalOf(file: ScannedFile): ScannedFile | undefined {
  const { path, text, isText, hash } = file;
  if (!isText && unreadReason(file) && familyOf(file) === promisedBy(path)) return undefined;
  const form = normalForm(path, isText ? text : stringsIn(text));
  return form === text ? undefined : { path, text: form, isText: true, hash };
}

/** Why rules see nothing of what a binary file says; undefined of a text. */
export function unreadReason(file: ScannedFile): Unread['reason'] | undefined {
  if (file.isText) return undefined;
  const family = familyOf(file);
  if (family === 'archive' || endsInZip(file.text)) return isEncryptedZip(file.text) ? 'encrypted' : 'archive';
  if (family === 'office' || family === 'pdf') return 'archive';
  return family ? 'picture' : 'binary';
}
