/**
 * PNG read strictly and written plainly (Portable Network Graphics, third edition). What is read has one form: 8 bits a
 * sample, RGB or RGBA, not interlaced, and no chunk but the header, the data and the end.
 */
import { crc32, deflateSync, inflateSync } from 'node:zlib';

export interface Image {
  width: number;
  height: number;
  bitDepth: number;
  colorType: number;
  /** Each row behind the number of its filter. */
  rows: Buffer;
  /** Colours as RGB, where `colorType` is `palette`. */
  colors?: Buffer;
}

export const palette = 3;
/** Samples of a pixel, by colour type. */
const samplesOf: Readonly<Record<number, number>> = { 2: 3, 6: 4 };

const signature = Buffer.from('89504e470d0a1a0a', 'hex');

/** A square PNG of `side` pixels out of somebody's bytes; as text, what is wrong with them. Takes memory for that square alone. */
export function readPng(bytes: Uint8Array, side: number): Image | string {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (!file.subarray(0, 8).equals(signature)) return 'this is none';
  const chunks = chunksOf(file);
  if (typeof chunks === 'string') return chunks;
  const [header, ...rest] = chunks;
  const end = rest.pop();
  if (header?.type !== 'IHDR' || header.data.length !== 13) return 'it has no header';
  if (end?.type !== 'IEND' || end.data.length > 0) return 'it has no end';
  const other = rest.find(({ type }) => type !== 'IDAT');
  if (other) return `it has a chunk ${JSON.stringify(other.type)}`;
  const [width, height] = [header.data.readUInt32BE(0), header.data.readUInt32BE(4)];
  if (width !== side || height !== side) return `it has ${width} × ${height}`;
  const [bitDepth = 0, colorType = 0, ...methods] = header.data.subarray(8);
  const samples = samplesOf[colorType];
  if (bitDepth !== 8 || !samples || methods.some((method) => method !== 0)) return 'it is not plain 8-bit RGB or RGBA';
  const rows = inflated(Buffer.concat(rest.map(({ data }) => data)), height, 1 + width * samples);
  return typeof rows === 'string' ? rows : { width, height, bitDepth, colorType, rows };
}

/** `level`: how well it is packed; at 0 its bytes are the same with any version of the library that packs. */
export function writePng({ width, height, bitDepth, colorType, rows, colors }: Image, level = 9): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([bitDepth, colorType], 8);
  const data = deflateSync(rows, { level });
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    ...(colors ? [chunk('PLTE', colors)] : []),
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

interface Chunk {
  type: string;
  data: Buffer;
}

/** All of a file is chunks, each with a sum that is right. */
function chunksOf(file: Buffer): Chunk[] | string {
  const chunks: Chunk[] = [];
  for (let at = signature.length; at < file.length; ) {
    if (at + 12 > file.length) return 'it is cut short';
    const end = at + 8 + file.readUInt32BE(at);
    if (end + 4 > file.length) return 'it is cut short';
    if (crc32(file.subarray(at + 4, end)) !== file.readUInt32BE(end)) return 'it is damaged';
    chunks.push({ type: file.toString('latin1', at + 4, at + 8), data: file.subarray(at + 8, end) });
    at = end + 4;
  }
  return chunks;
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** Exactly `height` rows of `stride` bytes, and nothing behind them. */
function inflated(data: Buffer, height: number, stride: number): Buffer | string {
  try {
    const { buffer, engine } = inflateSync(data, { maxOutputLength: height * stride, info: true }) as unknown as {
      buffer: Buffer;
      engine: { bytesWritten: number };
    };
    if (buffer.length !== height * stride || engine.bytesWritten !== data.length) return 'its data has another size';
    const filters = Array.from({ length: height }, (_, row) => buffer[row * stride] ?? 0);
    return filters.every((filter) => filter <= 4) ? buffer : 'its data is damaged';
  } catch {
    return 'its data is damaged, or larger than it says';
  }
}
