/** Archives as other tools make them. */
import { gzipSync } from 'node:zlib';
import { strToU8, zipSync } from 'fflate';
import { packTar } from 'modern-tar';

export const tarGzOf = async (files: Record<string, string>): Promise<Uint8Array<ArrayBuffer>> =>
  gzipSync(
    await packTar(
      Object.entries(files).map(([name, body]) => ({
        header: { name, size: Buffer.byteLength(body), type: 'file' },
        body,
      })),
    ),
  );

export const zipOf = (files: Record<string, string>): Uint8Array<ArrayBuffer> =>
  zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])));
