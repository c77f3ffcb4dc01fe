/** Archives and compressed files, by the numbers their formats start with. */
// biome-ignore-all lint/suspicious/noControlCharactersInRegex: binary formats are told by them
import { little } from './bytes.ts';

interface Format {
  name: string;
  fits(bytes: string): boolean;
}

const startsWith =
  (magic: string) =>
  (bytes: string): boolean =>
    bytes.startsWith(magic);

const formats: readonly Format[] = [
  { name: 'a zip archive', fits: isZip },
  { name: 'a gzip archive', fits: (bytes) => /^\x1f\x8b\x08[\0-\x1f]/.test(bytes) },
  { name: 'a tar archive', fits: (bytes) => bytes.startsWith('ustar', 257) && /^[\0 ]/.test(bytes.slice(262, 263)) },
  { name: 'a bzip2 archive', fits: (bytes) => /^BZh[1-9](?:1AY&SY|\x17rE8P\x90)/.test(bytes) },
  { name: 'an xz archive', fits: startsWith('\xfd7zXZ\0') },
  { name: 'a zstd archive', fits: (bytes) => bytes.startsWith('\x28\xb5\x2f\xfd') && bytes.length > 8 },
  { name: 'a 7z archive', fits: startsWith('7z\xbc\xaf\x27\x1c') },
  { name: 'a RAR archive', fits: (bytes) => /^Rar!\x1a\x07[\0\x01]/.test(bytes) },
  { name: 'an lz4 archive', fits: (bytes) => /^\x04\x22\x4d\x18[\x40-\x7f]/.test(bytes) },
  { name: 'an ar archive or Debian package', fits: startsWith('!<arch>\n') },
  { name: 'an RPM package', fits: startsWith('\xed\xab\xee\xdb') },
  { name: 'a macOS installer package', fits: startsWith('xar!\0\x1c') },
  { name: 'a Windows cabinet', fits: startsWith('MSCF\0\0\0\0') },
  { name: 'a disk image', fits: (bytes) => bytes.startsWith('CD001', 0x8001) },
  { name: 'a disk image', fits: (bytes) => bytes.startsWith('koly', bytes.length - 512) && bytes.length > 512 },
];

/** What kind of archive the bytes are, in words that follow “is”. */
export const archiveKind = (bytes: string): string | undefined => formats.find(({ fits }) => fits(bytes))?.name;

/** A first entry, the end of an archive without entries, or the start of one in parts. */
export function isZip(bytes: string): boolean {
  return /^PK(?:\x03\x04|\x05\x06\0\0|\x07\x08PK\x03\x04)/.test(bytes);
}

/** Whether the first file of a zip archive is encrypted. */
export const isEncryptedZip = (bytes: string): boolean =>
  bytes.startsWith('PK\x03\x04') && little(bytes, 6, 2) % 2 === 1;

const endLength = 22;
const maxComment = 65_535;

/**
 * Whether the bytes end in a zip archive, whatever they start with: its end record lies within reach of the end and
 * a directory of entries before it, where the record says.
 */
export function endsInZip(bytes: string): boolean {
  const least = Math.max(0, bytes.length - endLength - maxComment);
  for (let at = bytes.lastIndexOf('PK\x05\x06'); at >= least; at = bytes.lastIndexOf('PK\x05\x06', at - 1)) {
    const directory = at - little(bytes, at + 12, 4);
    const reachesEnd = at + endLength + little(bytes, at + 20, 2) <= bytes.length;
    if (reachesEnd && directory >= 0 && bytes.startsWith('PK\x01\x02', directory)) return true;
    if (at === 0) return false;
  }
  return false;
}
