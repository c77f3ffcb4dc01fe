/** The checksum that bearer tokens end in (CONTRACT.md, Writes); GitHub and npm end theirs in the same one. */
import { crc32 } from 'node:zlib';

export const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

export const checksumLength = 6;

/** CRC-32 in base62 digits, most significant first. */
export function checksumOf(text: string): string {
  let rest = crc32(text);
  let digits = '';
  for (let place = 0; place < checksumLength; place += 1) {
    digits = base62[rest % base62.length] + digits;
    rest = Math.floor(rest / base62.length);
  }
  return digits;
}

/** Tells a typing error, or what only looks like a token, from a real one without asking anybody. */
export const endsInChecksum = (text: string): boolean =>
  checksumOf(text.slice(0, -checksumLength)) === text.slice(-checksumLength);
