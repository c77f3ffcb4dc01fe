/** The whole database at one moment, in pieces: those that are there already are not written again. */
import { fstatSync, openSync, read, statSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { type Base, pieceName, piecePages, readPiece, type Store, writeObject } from '../chains.ts';
import type { Still } from '../log/follower.ts';
import { contentName, Damaged } from '../place/sealed.ts';

const readAt = promisify(read);

/** Never closed: with any descriptor of a file goes every lock that this process has on it (POSIX), and SQLite’s with them. */
const descriptors = new Map<number, number>();

function descriptorOf(file: string): number {
  const { ino } = statSync(file);
  const known = descriptors.get(ino);
  // The number of a file that was removed may be another’s by now.
  if (known !== undefined && fstatSync(known).nlink > 0) return known;
  const descriptor = openSync(file, 'r');
  descriptors.set(ino, descriptor);
  return descriptor;
}

/** Milliseconds of rest after each piece that was written, since others want the disk and the processor too. */
const rest = 2;

export type Draft = Pick<Base, 'at' | 'pageSize' | 'pages' | 'position' | 'pieces'>;

export interface Work {
  file: string;
  /** The file does not change meanwhile. */
  still: Still;
  store: Store;
  /** Pieces that are there. They are read again where `isThorough`, and written again where they are damaged. */
  known: ReadonlySet<string>;
  isThorough: boolean;
  signal: AbortSignal;
  /** Hears of damage. */
  tell(what: string): void;
}

export async function copyPieces({ file, still, store, known, isThorough, signal, tell }: Work): Promise<Draft> {
  const descriptor = descriptorOf(file);
  const head = (await readAt(descriptor, Buffer.alloc(100), 0, 100, 0)).buffer;
  const pageSize = head.readUInt16BE(16) === 1 ? 65_536 : head.readUInt16BE(16);
  const pieces: string[] = [];
  const there = new Set(known);
  let bytes = 0;
  for (;;) {
    signal.throwIfAborted();
    const size = pageSize * piecePages;
    const { bytesRead, buffer } = await readAt(descriptor, Buffer.allocUnsafe(size), 0, size, bytes);
    if (bytesRead === 0) break;
    bytes += bytesRead;
    const content = buffer.subarray(0, bytesRead);
    const name = contentName(store.key, content);
    pieces.push(name);
    if (there.has(name) && !(isThorough && (await isDamaged(store, name, tell)))) continue;
    await writeObject(store, pieceName(name), content);
    there.add(name);
    await wait(rest);
  }
  return { at: still.at, position: still.position, pageSize, pages: bytes / pageSize, pieces };
}

async function isDamaged(store: Store, piece: string, tell: Work['tell']): Promise<boolean> {
  try {
    await readPiece(store, piece);
    return false;
  } catch (error) {
    if (!(error instanceof Damaged)) throw error;
    tell(`${error.message} It is written again.`);
    return true;
  }
}
