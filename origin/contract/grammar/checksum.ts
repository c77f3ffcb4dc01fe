/** The checksum that bearer tokens end in (CONTRACT.md, Writes); GitHub and npm end theirs in the same one. */
export const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

export const checksumLength = 6;

/** CRC-32 in base62 digits, most significant first. */
export function checksumOf(text: string): string {
  let rest = crc32(new TextEncoder().encode(text));
  let digits = '';
  for (let place = 0; place < checksumLength; place += 1) {
    digits = base62[rest % base62.length] + digits;
    rest = Math.floor(rest / base62.length);
  }
  return digits;
}

/** CRC-32 of ISO-HDLC (RFC 1952, section 8), a bit at a time: what it is for is forty bytes long. */
function crc32(bytes: Uint8Array): number {
  let crc = ~0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xed_b8_83_20 : 0);
  }
  return ~crc >>> 0;
}

/** Tells a typing error, or what only looks like a token, from a real one without asking anybody. */
export const endsInChecksum = (text: string): boolean =>
  checksumOf(text.slice(0, -checksumLength)) === text.slice(-checksumLength);
