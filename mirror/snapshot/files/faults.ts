/** What is wrong with a file of the snapshot, in any byte of it and of its encoded forms. */
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Encoding, encodings, isEncodable } from '../../../origin/contract/encodings.ts';
import type { Answer } from '../../../origin/read/answer.ts';
import { encode } from '../../../origin/read/encode.ts';
import { mtimeOf } from '../../../origin/read/etag.ts';
import { encodedFile } from './encodedFile.ts';
import { secondsOf } from './fileStats.ts';

export interface WrongFile {
  /** Below the snapshot's root. */
  path: string;
  /** The file that this one is, or is an encoded form of. */
  file: string;
  /** What is wrong with it: `is missing`, for example. */
  what: string;
}

/** Empty where the file and its forms are exactly what this answer makes them. */
export async function faultsOf(root: string, file: string, { type, body }: Answer): Promise<WrongFile[]> {
  const mtime = mtimeOf(body);
  const faults = [{ path: file, file, what: await faultOf(join(root, file), body, mtime) }];
  for (const encoding of encodings) {
    const form = encodedFile(file, encoding);
    faults.push({ path: form, file, what: await formFault(join(root, form), encoding, { type, body, mtime }) });
  }
  return faults.filter((fault): fault is WrongFile => fault.what !== undefined);
}

async function formFault(
  path: string,
  encoding: Encoding,
  { type, body, mtime }: Pick<Answer, 'type' | 'body'> & { mtime: number },
): Promise<string | undefined> {
  if (isEncodable(type, body.byteLength)) return faultOf(path, await encode(body, encoding), mtime);
  return (await statsOf(path)) && 'belongs to nothing';
}

/** Its tag is in its time and size: with another time, clients would be told that nothing changed, or everything. */
async function faultOf(path: string, bytes: Uint8Array, mtime: number): Promise<string | undefined> {
  const stats = await statsOf(path);
  if (!stats) return 'is missing';
  if (!stats.isFile()) return 'is not a file';
  if (secondsOf(stats) !== mtime) return 'is stale, or has another time than its content';
  if (stats.size !== bytes.byteLength || !(await readFile(path)).equals(bytes))
    return 'is damaged: it holds other bytes';
  return (stats.mode & 0o444) === 0o444 ? undefined : 'can’t be read by every user, as a web server in front needs';
}

const statsOf = (path: string) =>
  stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined;
    throw error;
  });
