/** Pictures as bytes: small ones of each type, and ways to break them. */
import { crc32, deflateSync } from 'node:zlib';
import type { TestRegistry } from '../registry.ts';

export const signature = Buffer.from('89504e470d0a1a0a', 'hex');

export function chunk(type: string, data: Uint8Array, sum?: number): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.byteLength);
  check.writeUInt32BE(sum ?? crc32(body));
  return Buffer.concat([length, body, check]);
}

/** A PNG's header: bit depth, colour type, compression, filter, interlace. */
export function header(width: number, height: number, rest: readonly number[] = [8, 6, 0, 0, 0]): Buffer {
  const size = Buffer.alloc(8);
  size.writeUInt32BE(width, 0);
  size.writeUInt32BE(height, 4);
  return chunk('IHDR', Buffer.concat([size, Buffer.from(rest)]));
}

/** RGBA, every pixel by its place and a shade. */
export const pixels = (width: number, height: number, shade = 0): Buffer => {
  const rows = Buffer.alloc(height * (1 + 4 * width));
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < 4 * width; x += 1)
      rows[y * (1 + 4 * width) + 1 + x] = x % 4 === 3 ? 255 : (x * 7 + y * 3 + shade) % 256;
  return rows;
};

export const end = chunk('IEND', Buffer.alloc(0));

export const png = (width: number, height = width, shade = 0): Buffer =>
  Buffer.concat([signature, header(width, height), chunk('IDAT', deflateSync(pixels(width, height, shade))), end]);

/** A GIF of one frame, somewhere on its screen; its colours are black. */
export function gif(width: number, height: number, [left, top, across, down] = [0, 0, width, height]): Buffer {
  const numbers = (...values: number[]) => Buffer.from(Uint16Array.from(values).buffer);
  return Buffer.concat([
    Buffer.from('GIF89a'),
    numbers(width, height),
    Buffer.from([0x80, 0, 0, 0, 0, 0, 0, 0, 0, 0x21, 0xfe, 2, 0x68, 0x69, 0, 0x2c]),
    numbers(left ?? 0, top ?? 0, across ?? 0, down ?? 0),
    Buffer.from([0, 2, 2, 0x44, 0x01, 0, 0x3b]),
  ]);
}

/** A JPEG as far as its frame's header, behind a segment of somebody's. */
export function jpeg(width: number, height: number, { marker = 0xc2, comment = 'hi' } = {}): Buffer {
  const said = Buffer.from(comment);
  const frame = Buffer.from([0xff, marker, 0, 17, 8, 0, 0, 0, 0, 3, 1, 0x22, 0, 2, 0x11, 1, 3, 0x11, 1]);
  frame.writeUInt16BE(height, 5);
  frame.writeUInt16BE(width, 7);
  const length = Buffer.alloc(2);
  length.writeUInt16BE(said.length + 2);
  return Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xff, 0xfe]), length, said, frame]);
}

/** A WebP's first bytes, of each of its three kinds. */
export function webp(kind: 'VP8X' | 'VP8L' | 'VP8 ', width: number, height: number): Buffer {
  const data = Buffer.alloc(10);
  if (kind === 'VP8X') {
    data.writeUIntLE(width - 1, 4, 3);
    data.writeUIntLE(height - 1, 7, 3);
  } else if (kind === 'VP8L') {
    data[0] = 0x2f;
    data.writeUInt32LE((width - 1) | ((height - 1) << 14), 1);
  } else {
    data.set([0x9d, 0x01, 0x2a], 3);
    data.writeUInt16LE(width, 6);
    data.writeUInt16LE(height, 8);
  }
  return Buffer.concat([
    Buffer.from('RIFF\x1a\0\0\0WEBP', 'latin1'),
    Buffer.from(kind),
    Buffer.from([10, 0, 0, 0]),
    data,
  ]);
}

/** Sends a profile's picture as one of its holders. */
export const putPicture = async (
  { app, as }: TestRegistry,
  by: string,
  handle: string,
  bytes: Uint8Array,
  type = 'image/png',
): Promise<Response> =>
  app.request(`/api/v1/profiles/${handle}/picture`, {
    method: 'PUT',
    headers: { ...(await as(by)), 'content-type': type },
    body: bytes as BodyInit,
  });
