/** What a picture says of itself in its first bytes: its type and its size. Nothing is decoded. */
import type { PictureType } from '../contract/subjects/pictures.ts';

export interface Picture {
  type: PictureType;
  /** Pixels that a decoder makes room for. */
  width: number;
  height: number;
}

/** Undefined where it is none of the types, or its size can't be read. */
export function readPicture(bytes: Uint8Array): Picture | undefined {
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (const [type, sizeOf] of Object.entries(sizes) as [PictureType, Reader][]) {
    const [width, height] = sizeOf(data) ?? [0, 0];
    if (width > 0 && height > 0) return { type, width, height };
  }
  return undefined;
}

type Reader = (data: Buffer) => [width: number, height: number] | undefined;

const sizes: Record<PictureType, Reader> = {
  'image/png': sizeOfPng,
  'image/jpeg': sizeOfJpeg,
  'image/gif': sizeOfGif,
  'image/webp': sizeOfWebp,
};

/** Portable Network Graphics, section 5.2: the signature, then the header, always first and of 13 bytes. */
function sizeOfPng(data: Buffer): [number, number] | undefined {
  const start = '89504e470d0a1a0a0000000d49484452';
  if (data.length < 33 || data.toString('hex', 0, 16) !== start) return undefined;
  return [data.readUInt32BE(16), data.readUInt32BE(20)];
}

/** ITU-T T.81, annex B: segments of a marker and a length, until the one that begins the frame. */
function sizeOfJpeg(data: Buffer): [number, number] | undefined {
  if (data.length < 4 || data.readUInt16BE(0) !== 0xffd8) return undefined;
  for (let at = 2; at + 9 <= data.length; ) {
    if (data[at] !== 0xff) return undefined;
    const marker = data[at + 1] ?? 0;
    if (marker === 0xff) at += 1;
    else if (isBaselineOrProgressive(marker)) return [data.readUInt16BE(at + 7), data.readUInt16BE(at + 5)];
    else if (marker < 0xc0 || (marker >= 0xd0 && marker <= 0xda)) return undefined;
    else at += 2 + Math.max(2, data.readUInt16BE(at + 2));
  }
  return undefined;
}

const isBaselineOrProgressive = (marker: number): boolean => marker >= 0xc0 && marker <= 0xc2;

/**
 * GIF89a, sections 18 to 24. Some decoders let a frame that is larger than the screen enlarge it, so each of them has to
 * fit. What is cut short is shown as far as it goes.
 */
function sizeOfGif(data: Buffer): [number, number] | undefined {
  if (data.length < 13 || !/^GIF8[79]a$/.test(data.toString('latin1', 0, 6))) return undefined;
  const [width, height] = [data.readUInt16LE(6), data.readUInt16LE(8)];
  const colorsAt = (flags: number) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);
  for (let at = 13 + colorsAt(data[10] ?? 0); at < data.length; ) {
    const kind = data[at];
    if (kind === 0x3b) break;
    if (kind === 0x21) at = afterBlocks(data, at + 2);
    else if (kind === 0x2c && at + 10 <= data.length) {
      const [left, top, across, down] = [1, 3, 5, 7].map((place) => data.readUInt16LE(at + place));
      if (Number(left) + Number(across) > width || Number(top) + Number(down) > height) return undefined;
      at = afterBlocks(data, at + 11 + colorsAt(data[at + 9] ?? 0));
    } else return undefined;
  }
  return [width, height];
}

/** Blocks of a length and so many bytes, until an empty one. */
function afterBlocks(data: Buffer, start: number): number {
  let at = start;
  while (at < data.length && data[at] !== 0) at += 1 + Number(data[at]);
  return at + 1;
}

/** RFC 9649, section 2: the extended header, or the one of the only frame. */
function sizeOfWebp(data: Buffer): [number, number] | undefined {
  if (data.length < 30 || data.toString('latin1', 0, 4) !== 'RIFF') return undefined;
  const kind = data.toString('latin1', 8, 16);
  if (kind === 'WEBPVP8X') return [1 + data.readUIntLE(24, 3), 1 + data.readUIntLE(27, 3)];
  if (kind === 'WEBPVP8L' && data[20] === 0x2f) {
    const bits = data.readUInt32LE(21);
    return [1 + (bits & 0x3fff), 1 + ((bits >>> 14) & 0x3fff)];
  }
  if (kind === 'WEBPVP8 ' && data.toString('hex', 23, 26) === '9d012a')
    return [data.readUInt16LE(26) & 0x3fff, data.readUInt16LE(28) & 0x3fff];
  return undefined;
}
