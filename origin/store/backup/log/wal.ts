/**
 * SQLite’s write-ahead log as a file (https://sqlite.org/fileformat2.html#the_write_ahead_log): a header, and a frame for each
 * page that a transaction changed, with a checksum over all before it. So one frame’s checksum proves the whole way there.
 */
import { type FileHandle, open } from 'node:fs/promises';

const [headerLength, frameHeaderLength] = [32, 24];

export type Sum = readonly [number, number];

export const isSum = (a: Sum, b: Sum): boolean => a[0] === b[0] && a[1] === b[1];

export interface WalHeader {
  pageSize: number;
  /** Eight bytes as hexadecimal digits; others each time that the log begins again. */
  salts: string;
  isBigEndian: boolean;
  sum: Sum;
}

/** After so many frames of the log with these salts. */
export interface WalPosition {
  salts: string;
  frame: number;
  sum: Sum;
}

/** The last frame of a transaction, and how many pages the database has after it. */
interface WalCommit {
  frame: number;
  pages: number;
}

interface Scanned {
  commits: WalCommit[];
  /** After the last of them. */
  frame: number;
  sum: Sum;
}

interface Wal {
  /** Undefined before the first transaction. */
  header(): Promise<WalHeader | undefined>;
  /** The transactions that are whole after a position. */
  scan(header: WalHeader, from: { frame: number; sum: Sum }): Promise<Scanned>;
  /** Frames as they are, from the one after `from`. */
  frames(header: WalHeader, from: number, to: number): Promise<Buffer>;
  close(): Promise<void>;
}

export const frameLength = ({ pageSize }: { pageSize: number }): number => frameHeaderLength + pageSize;

/** The log of the database `file`, which somebody has open. */
export async function openWal(file: string): Promise<Wal> {
  const handle = await open(`${file}-wal`);
  const offset = (header: WalHeader, frame: number) => headerLength + frame * frameLength(header);
  return {
    header: async () => readHeader(await read(handle, 0, headerLength)),
    scan: async (header, { frame, sum }) => {
      const found: Scanned = { commits: [], frame, sum };
      let at = { frame, sum };
      for (let ahead = 2; ; ahead = Math.min(64, ahead * 4)) {
        const bytes = await read(handle, offset(header, at.frame), ahead * frameLength(header));
        const walked = walk(header, at, bytes);
        if (walked.commits.length > 0) {
          found.commits.push(...walked.commits);
          Object.assign(found, walked.committed);
        }
        if (walked.frame - at.frame < ahead) return found;
        at = { frame: walked.frame, sum: walked.sum };
      }
    },
    frames: (header, from, to) => read(handle, offset(header, from), (to - from) * frameLength(header)),
    close: () => handle.close(),
  };
}

/** The log that begins after the one with `salts`, and no other. */
export const isNext = (salts: string, next: string): boolean =>
  (Number.parseInt(salts.slice(0, 8), 16) + 1) % 2 ** 32 === Number.parseInt(next.slice(0, 8), 16);

interface Walked extends Scanned {
  committed: { frame: number; sum: Sum };
}

/** Goes over frames for as long as they are of this log, and whole. */
export function walk(header: WalHeader, from: { frame: number; sum: Sum }, bytes: Buffer): Walked {
  const length = frameLength(header);
  const commits: WalCommit[] = [];
  let { frame, sum } = from;
  let committed = { frame, sum };
  for (let at = 0; at + length <= bytes.length; at += length) {
    const one = bytes.subarray(at, at + length);
    if (one.toString('hex', 8, 16) !== header.salts) break;
    const next = checksum(header, checksum(header, sum, one.subarray(0, 8)), one.subarray(frameHeaderLength));
    if (next[0] !== one.readUInt32BE(16) || next[1] !== one.readUInt32BE(20)) break;
    frame += 1;
    sum = next;
    const pages = one.readUInt32BE(4);
    if (pages === 0) continue;
    committed = { frame, sum };
    commits.push({ frame, pages });
  }
  return { commits, frame, sum, committed };
}

/** Number and content of each page in frames that were walked. */
export function* pagesIn(header: { pageSize: number }, bytes: Buffer): Generator<{ page: number; content: Buffer }> {
  const length = frameLength(header);
  for (let at = 0; at + length <= bytes.length; at += length)
    yield { page: bytes.readUInt32BE(at), content: bytes.subarray(at + frameHeaderLength, at + length) };
}

function readHeader(bytes: Buffer): WalHeader | undefined {
  if (bytes.length < headerLength) return undefined;
  const kind = bytes.readUInt32BE(0);
  if (kind !== 0x377f0682 && kind !== 0x377f0683) return undefined;
  const header: WalHeader = {
    pageSize: bytes.readUInt32BE(8),
    salts: bytes.toString('hex', 16, 24),
    isBigEndian: kind === 0x377f0683,
    sum: [0, 0],
  };
  const sum = checksum(header, header.sum, bytes.subarray(0, 24));
  if (sum[0] !== bytes.readUInt32BE(24) || sum[1] !== bytes.readUInt32BE(28)) return undefined;
  return { ...header, sum };
}

/** Eight bytes at a time, as SQLite does. */
function checksum({ isBigEndian }: WalHeader, [first, second]: Sum, bytes: Buffer): Sum {
  const words = wordsOf(bytes, isBigEndian);
  let [a, b] = [first | 0, second | 0];
  for (let at = 0; at < words.length; at += 2) {
    a = (a + (words[at] as number) + b) | 0;
    b = (b + (words[at + 1] as number) + a) | 0;
  }
  return [a >>> 0, b >>> 0];
}

/** This machine’s order is the one that it wrote its log in, nearly always. */
function wordsOf(bytes: Buffer, isBigEndian: boolean): Int32Array {
  const isAsHere = isBigEndian === (new Uint8Array(Uint32Array.of(1).buffer)[0] === 0);
  const own = isAsHere && bytes.byteOffset % 4 === 0 ? bytes : Buffer.from(new Uint8Array(bytes).buffer);
  if (!isAsHere) own.swap32();
  return new Int32Array(own.buffer, own.byteOffset, own.length / 4);
}

/** Less where the file ends before. */
async function read(handle: FileHandle, position: number, length: number): Promise<Buffer> {
  const bytes = Buffer.from(new ArrayBuffer(length));
  const { bytesRead } = await handle.read(bytes, 0, length, position);
  return bytes.subarray(0, bytesRead);
}
