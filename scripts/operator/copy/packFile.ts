/** Packs one after the other in a file. */
import { type FileHandle, open } from 'node:fs/promises';
import { lengthAfter } from '../../../mirror/followers/pack/pack.ts';

/** Bytes that the first line of a pack has at most. */
const longestLine = 1000;

/** The bytes of each pack in a file. What is cut short is less than its first line says. Errors: `BrokenPack`. */
export async function* packsIn(file: string): AsyncGenerator<Buffer> {
  for (let at = 0; ; ) {
    // Who takes some of them and leaves the rest leaves nothing open.
    const handle = await open(file);
    const pack = await packAt(handle, at).finally(() => handle.close());
    if (pack.length === 0) return;
    yield pack;
    at += pack.length;
  }
}

async function packAt(handle: FileHandle, at: number): Promise<Buffer> {
  const start = await bytesAt(handle, at, longestLine);
  if (start.length === 0) return start;
  const line = start.subarray(0, start.indexOf('\n') + 1);
  return bytesAt(handle, at, line.length + lengthAfter(line.toString()));
}

async function bytesAt(handle: FileHandle, at: number, size: number): Promise<Buffer> {
  const bytes = Buffer.alloc(size);
  let length = 0;
  for (let read = -1; read !== 0; length += read)
    ({ bytesRead: read } = await handle.read(bytes, length, size - length, at + length));
  return bytes.subarray(0, length);
}
