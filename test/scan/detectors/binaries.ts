/** Files of many formats, as short as they may be and harmless: the starts of programs hold no program. */
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { decodeText } from '../../../origin/bundle/decode.ts';
import type { Detector, ScannedFile } from '../../../origin/scan/detector.ts';
import { tarEnd, tarEntry } from '../../bundle/samples.ts';
import { zipOf } from '../../bundle/zipSamples.ts';
import { inspect } from './inspect.ts';

/** The messages of a detector on a file of these bytes, which come to it as the scanner hands them over. */
export function messagesOn(detector: Detector, path: string, bytes: Uint8Array): string[] {
  const isText = decodeText(bytes).encoding === 'utf-8';
  const text: ScannedFile['text'] = Buffer.from(bytes).toString(isText ? 'utf8' : 'latin1');
  return inspect(detector, text, { path, isText }).map(({ message }) => message);
}

export const latin1 = (text: string): Buffer => Buffer.from(text, 'latin1');

/** What follows a head: bytes that are no text and mean nothing. */
const rest = Buffer.alloc(200, '\xca\x11\xfe\x02', 'latin1');
const headed = (head: string): Buffer => Buffer.concat([latin1(head), rest]);

const windowsProgram = (): Buffer => {
  const bytes = Buffer.concat([
    latin1('MZ\x90\0'),
    Buffer.alloc(60),
    Buffer.alloc(64, 0x90),
    latin1('PE\0\0\x64\x86'),
    rest,
  ]);
  bytes.writeUInt32LE(128, 0x3c);
  return bytes;
};

export const programs: Record<string, Buffer> = {
  'a Linux program': headed(`\x7fELF\x02\x01\x01${'\0'.repeat(9)}\x02\0\x3e\0`),
  'a Linux library for a machine of the other byte order': headed(`\x7fELF\x01\x02\x01${'\0'.repeat(9)}\0\x03\0\x14`),
  'a Linux program with a careless head': headed(`\x7fELF${'\0'.repeat(12)}\x02\0\x03\0`),
  'a Linux program of ASCII alone': latin1(`\x7fELF\x02\x01\x01${'\0'.repeat(9)}\x02\0\x3e\0${'A'.repeat(100)}`),
  'a Windows program': windowsProgram(),
  'a macOS program': headed('\xcf\xfa\xed\xfe\x0c\0\0\x01\0\0\0\0\x02\0\0\0'),
  'a macOS program of the other byte order': headed('\xfe\xed\xfa\xce\0\0\0\x12\0\0\0\0\0\0\0\x02'),
  'a macOS program for two machines': headed('\xca\xfe\xba\xbe\0\0\0\x02\x01\0\0\x07'),
  'a Java class': headed('\xca\xfe\xba\xbe\0\0\0\x41\0\x1d'),
  'a WebAssembly module': latin1('\0asm\x01\0\0\0'),
  'a WebAssembly component': headed('\0asm\x0d\0\x01\0'),
  'a Windows shortcut': headed('\x4c\0\0\0\x01\x14\x02\0\0\0\0\0\xc0\0\0\0\0\0\0\x46'),
  'compiled Python 3.13': headed(`\xf3\x0d\x0d\x0a${'\0'.repeat(12)}\xe3`),
  'compiled Python 3.6': headed(`\x33\x0d\x0d\x0a${'\0'.repeat(8)}\xe3`),
  'compiled Python 2.7': headed('\x03\xf3\x0d\x0a\0\0\0\0c'),
  'a compiled AppleScript': headed('FasdUAS 1.101.10\x0e'),
  'compiled Android code': headed('dex\n035\0'),
  'compiled Lua': headed('\x1bLua\x54\0'),
};

export const images: Record<string, Buffer> = {
  png: Buffer.concat([
    latin1('\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR'),
    deflateSync(rest),
    latin1('\0\0\0\0IEND\xae\x42\x60\x82'),
  ]),
  jpg: headed('\xff\xd8\xff\xe0\0\x10JFIF\0'),
  gif: headed('GIF89a\x01\0\x01\0'),
  webp: headed('RIFF\xc8\0\0\0WEBPVP8 '),
  bmp: headed('BM\xc8\0\0\0\0\0\0\0\x36\0\0\0\x28\0\0\0'),
  ico: headed('\0\0\x01\0\x01\0\x20\x20'),
  tiff: headed('II*\0\x08\0\0\0'),
  avif: headed('\0\0\0\x20ftypavif'),
};

export const fonts: Record<string, Buffer> = {
  ttf: headed('\0\x01\0\0\0\x0f'),
  otf: headed('OTTO\0\x0b'),
  woff: headed('wOFF\0\x01'),
  woff2: headed('wOF2\0\x01'),
};

export const recordings: Record<string, Buffer> = {
  mp3: headed('ID3\x04\0\0'),
  wav: headed('RIFF\xc8\0\0\0WAVEfmt '),
  ogg: headed('OggS\0\x02'),
  mp4: headed('\0\0\0\x20ftypisom'),
  webm: headed('\x1a\x45\xdf\xa3'),
};

export const pdf = latin1('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n');

const entry = (name: string, text: string, method = 8) => ({ name, data: Buffer.from(text), method });
export const zip = Buffer.from(zipOf([entry('run.sh', 'echo hello, and some more to deflate, more, more\n')]));
export const plainZip = Buffer.from(zipOf([entry('a.txt', 'hello', 0)]));
export const word = Buffer.from(zipOf([entry('[Content_Types].xml', '<Types/>'), entry('word/document.xml', '<w/>')]));
export const openDocument = Buffer.from(zipOf([entry('mimetype', 'application/epub+zip', 0), entry('a.xml', '<a/>')]));

export const archives: Record<string, Buffer> = {
  zip,
  gz: gzipSync('hello'),
  tar: Buffer.concat([tarEntry('0', 'a.txt', Buffer.from('hello')), tarEnd]),
  bz2: headed('BZh91AY&SY'),
  xz: headed('\xfd7zXZ\0\0\x04'),
  zst: headed('\x28\xb5\x2f\xfd\x24'),
  '7z': headed('7z\xbc\xaf\x27\x1c\0\x04'),
  rar: headed('Rar!\x1a\x07\x01\0'),
  deb: headed('!<arch>\ndebian-binary'),
  rpm: headed('\xed\xab\xee\xdb\x03\0'),
  pkg: headed('xar!\0\x1c\0\x01'),
  cab: headed('MSCF\0\0\0\0'),
  lz4: headed('\x04\x22\x4d\x18\x64\x40'),
};

/** Bytes that no format starts with, as those of an encrypted file. */
export const noise = Buffer.concat([latin1('\x93\x04\xf1\x81'), brotliCompressSync(rest), rest]);
