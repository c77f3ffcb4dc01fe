/**
 * The part of the snapshot that a handle's files are in, so that no folder has more than thousands of entries: of a million
 * handles some 4,000, whatever people call themselves. nginx finds the same one by its `split_clients`, which hashes with
 * MurmurHash2 (https://nginx.org/en/docs/http/ngx_http_split_clients_module.html).
 */

/** 0.4 % of all handles each. */
export const parts: readonly string[] = Array.from({ length: 250 }, (_, index) => String(index).padStart(3, '0'));

/** What of hashes is below the end of each part but the last: nginx counts in hundredths of a percent. */
const ends = parts
  .slice(1)
  .map((_, index) => Math.floor(((index + 1) * (10_000 / parts.length) * 0xffff_ffff) / 10_000));

export function partOf(handle: string): string {
  const hash = murmurHash2(Buffer.from(handle));
  const found = ends.findIndex((end) => hash < end);
  return parts.at(found) as string;
}

const factor = 0x5bd1_e995;
const mixed = (k: number): number => Math.imul(k ^ (k >>> 24), factor);

/** With the seed 0: 32 bits. */
function murmurHash2(bytes: Buffer): number {
  let hash = bytes.length;
  let at = 0;
  for (; bytes.length - at >= 4; at += 4)
    hash = Math.imul(hash, factor) ^ mixed(Math.imul(bytes.readUInt32LE(at), factor));
  if (at < bytes.length) hash = Math.imul(hash ^ bytes.readUIntLE(at, bytes.length - at), factor);
  hash = Math.imul(hash ^ (hash >>> 13), factor);
  return (hash ^ (hash >>> 15)) >>> 0;
}
