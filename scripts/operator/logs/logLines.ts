/** The lines of a file, compressed or not, however large: only what ends in a line break, since the rest may still be written. */
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { createGunzip } from 'node:zlib';

/** Characters of a line: what is longer is given cut. */
const longest = 64 * 1024;

export async function* logLines(file: string): AsyncGenerator<string> {
  const stream = (await isGzip(file)) ? createReadStream(file).pipe(createGunzip()) : createReadStream(file);
  let rest = '';
  for await (const chunk of stream.setEncoding('utf8')) {
    const lines = `${rest}${chunk}`.split('\n');
    rest = (lines.pop() ?? '').slice(0, longest);
    for (const line of lines) yield line.slice(0, longest);
  }
}

async function isGzip(file: string): Promise<boolean> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(2), 0, 2, 0);
    return bytesRead === 2 && buffer[0] === 0x1f && buffer[1] === 0x8b;
  } finally {
    await handle.close();
  }
}
