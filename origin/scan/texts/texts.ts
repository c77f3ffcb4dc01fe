/** A file as rules read it: its text, and where they differ the form in which an agent takes it. */

import type { ScannedFile } from '../detector.ts';
import { endsInZip, isEncryptedZip } from '../helpers/files/archives.ts';
import { familyOf, promisedBy } from '../helpers/files/contents.ts';
import type { Unread } from '../programs/effect.ts';
import { decodeFile } from './encoding.ts';
import { normalForm } from './normalForm.ts';
import { pieceLength, piecesOf } from './pieces.ts';
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
  return { path, text, isText: true, hash, bytes: Buffer.from(bytes).toString('latin1'), odd: odd ?? [utf16Mark] };
}

/**
 * The other ways in which a file may be taken, none where rules would read the same again: its normal form; the strings of
 * a binary file, but of a picture or the like that is named as one; the single bytes of what claims to be UTF-16.
 */
export function otherReadings(file: ScannedFile): ScannedFile[] {
  const { path, text, isText, hash, bytes } = file;
  if (!isText && familyOf(file) && familyOf(file) === promisedBy(path)) return [];
  const readings = [isText ? text : stringsIn(text)];
  if (bytes && file.odd?.[0] === utf16Mark && /[ -~]{16}/.test(bytes)) readings.push(stringsIn(bytes));
  return readings
    .map((reading) => ({ path, text: normalForm(path, reading), isText: true, hash }))
    .filter((reading) => !isText || reading.text !== text);
}

/** As rules look at it. Of bytes they look at the start alone. */
export function* inPieces(file: ScannedFile): Generator<ScannedFile & { firstLine: number }> {
  const { odd, isText } = file;
  if (!isText || file.text.length <= pieceLength) yield { ...file, firstLine: 1 };
  else
    for (const { text, firstLine, start } of piecesOf(file.text)) {
      const own = odd
        ?.map((at) => (at === utf16Mark ? at : at - start))
        .filter((at) => at >= utf16Mark && at < text.length);
      yield { ...file, text, firstLine, ...(own && { odd: own }) };
    }
}

/** What stands for the place of odd bytes where all are. */
const utf16Mark = -1;

/** Why rules see nothing of what a binary file says; undefined of a text. */
export function unreadReason(file: ScannedFile): Unread['reason'] | undefined {
  if (file.isText) return undefined;
  const family = familyOf(file);
  if (family === 'archive' || endsInZip(file.text)) return isEncryptedZip(file.text) ? 'encrypted' : 'archive';
  if (family === 'office' || family === 'pdf') return 'archive';
  return family ? 'picture' : 'binary';
}
