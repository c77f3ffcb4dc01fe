/** The 512-byte header block of a tar entry (POSIX.1-2017, pax, section "ustar Interchange Format"). */
import { bundleInvalid } from './allowance.ts';

export const blockSize = 512;

const typeFlags = {
  '\0': 'file',
  '0': 'file',
  '1': 'hard link',
  '2': 'symbolic link',
  '3': 'character device',
  '4': 'block device',
  '5': 'directory',
  '6': 'named pipe',
  x: 'pax',
  g: 'global pax',
  L: 'long path',
  K: 'long link',
} as const;

type EntryType = (typeof typeFlags)[keyof typeof typeFlags];

interface TarHeader {
  type: EntryType | 'special file';
  path: string;
  /** Bytes of data that follow the header, before padding. */
  size: number;
}

/** The header in a block. Throws `bundle_invalid` when the checksum or the size doesn't read. */
export function readHeader(block: Uint8Array): TarHeader {
  const flag = String.fromCharCode(block[156] ?? 0);
  const name = text(block, 0, 100);
  // GNU tar keeps times where ustar has the prefix; its magic ends in a space instead of a zero byte.
  const prefix = ascii(block, 257, 6) === 'ustar\0' ? text(block, 345, 155) : '';
  const path = prefix === '' ? name : `${prefix}/${name}`;

  if (octal(block, 148, 8) !== checksum(block)) throw bundleInvalid('The tar archive is damaged: a checksum is wrong.');
  if (octal(block, 100, 8) === undefined || !otherNumbers.every(([start, length]) => isNumber(block, start, length)))
    throw bundleInvalid('The tar archive is damaged: a number of a header is none.', path);
  const size = octal(block, 124, 12);
  if (size === undefined) throw bundleInvalid('The tar archive is damaged: a size is not a number.', path);
  return { type: isTypeFlag(flag) ? typeFlags[flag] : 'special file', path, size };
}

/** Whether the path goes into the name and prefix fields of a header; if not, a pax header must carry it. */
export const fitsHeader = (path: string): boolean => split(path) !== undefined;

/** A header block with mode 0644, no time and no owner. A path that does not fit is cut. */
export function writeHeader(type: 'file' | 'pax', path: string, size: number): Uint8Array {
  const { name, prefix } = split(path) ?? { name: path.slice(0, 100), prefix: '' };
  const block = new Uint8Array(blockSize);
  const put = (offset: number, value: string) => block.set(new TextEncoder().encode(value), offset);
  put(0, name);
  put(100, '0000644\0' + '0000000\0' + '0000000\0'); // mode, uid, gid
  put(124, `${size.toString(8).padStart(11, '0')}\0`);
  put(136, '00000000000\0'); // mtime
  put(156, type === 'pax' ? 'x' : '0');
  put(257, 'ustar\0' + '00');
  put(329, '0000000\0' + '0000000\0'); // device numbers
  put(345, prefix);
  put(148, `${checksum(block).toString(8).padStart(6, '0')}\0 `);
  return block;
}

/** The path as ustar keeps it: up to 100 bytes of name and, before a slash, up to 155 of prefix. */
function split(path: string): { name: string; prefix: string } | undefined {
  if (path.length <= 100) return { name: path, prefix: '' };
  const slash = path.indexOf('/', path.length - 101);
  return slash === -1 ? undefined : { name: path.slice(slash + 1), prefix: path.slice(0, slash) };
}

/** The sum of all bytes, with the checksum field itself read as spaces. */
function checksum(block: Uint8Array): number {
  let sum = 0;
  block.forEach((byte, index) => {
    sum += index >= 148 && index < 156 ? 0x20 : byte;
  });
  return sum;
}

const isTypeFlag = (flag: string): flag is keyof typeof typeFlags => Object.hasOwn(typeFlags, flag);

const ascii = (block: Uint8Array, start: number, length: number): string =>
  String.fromCharCode(...block.subarray(start, start + length));

/** Bytes that aren't UTF-8 become U+FFFD, which no path rule lets through. */
const text = (block: Uint8Array, start: number, length: number): string =>
  new TextDecoder().decode(block.subarray(start, start + length)).split('\0', 1)[0] ?? '';

/** Owner, group and time. They are not kept, nor is the mode, but where one is malformed readers differ in what follows. */
const otherNumbers = [
  [108, 8],
  [116, 8],
  [136, 12],
] as const;

/** In octal; or as large numbers and times before 1970 are written, by all their bits after 0x80, or 0xff below zero. */
function isNumber(block: Uint8Array, start: number, length: number): boolean {
  const [sign = 0, ...digits] = block.subarray(start, start + length);
  if (sign !== 0x80 && sign !== 0xff) return octal(block, start, length) !== undefined;
  // More than 40 bits no owner and no time has, and readers differ in what they make of them.
  const filler = sign === 0xff ? 0xff : 0;
  return digits.slice(0, -5).every((digit) => digit === filler);
}

/** Undefined when it isn't one: also for the base-256 form, which only sizes of 8 GiB and more need. */
function octal(block: Uint8Array, start: number, length: number): number | undefined {
  const digits = /^ *([0-7]*)[ \0]*$/.exec(ascii(block, start, length))?.[1];
  if (digits === undefined) return undefined;
  return digits === '' ? 0 : Number.parseInt(digits, 8);
}
