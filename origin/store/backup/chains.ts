/**
 * What stands in a copy. A chain is a base, the whole database at one moment in pieces that are named by their content, and
 * the frames of the write-ahead log since, in segments that follow each other: `chains/00000002/0000000001-0000000004` holds
 * four that were joined. A chain is there once its base is; bases share their pieces.
 */

import type { Sum, WalPosition } from './log/wal.ts';
import type { Place } from './place/place.ts';
import { contentName, Damaged, type Key, seal, unseal } from './place/sealed.ts';

/** Pages of a database that make a piece. */
export const piecePages = 64;

export interface Base {
  chain: number;
  /** Milliseconds, Unix time. */
  at: number;
  pageSize: number;
  pages: number;
  position: WalPosition;
  isBigEndian: boolean;
  pieces: string[];
  /** The last segment of the chain before, which therefore has to be there as long as that chain is. */
  previous?: { chain: number; last: number };
}

/** Frames of one log, from one position to another. */
export interface Part {
  salts: string;
  from: number;
  to: number;
  before: Sum;
  after: Sum;
  /** Each transaction that ends here: its frame, the pages of the database, and when it was seen. */
  commits: [frame: number, pages: number, at: number][];
}

interface Segment {
  parts: Part[];
  /** Those of each part, one after the other. */
  frames: Buffer;
}

/** First and last segment that an object holds. */
export interface Span {
  first: number;
  last: number;
}

const numbered = (number: number, digits: number): string => String(number).padStart(digits, '0');

export const chainFolder = (chain: number): string => `chains/${numbered(chain, 8)}/`;
export const baseName = (chain: number): string => `${chainFolder(chain)}base`;
export const spanName = (chain: number, { first, last }: Span): string =>
  `${chainFolder(chain)}${numbered(first, 10)}-${numbered(last, 10)}`;
export const pieceName = (piece: string): string => `pieces/${piece.slice(0, 2)}/${piece}`;

/** The chains that are there, oldest first. */
export async function chainsIn(place: Place): Promise<number[]> {
  const names = await Array.fromAsync(place.list('chains/'));
  return names.flatMap((name) => Number(/^chains\/(\d{8})\/base$/.exec(name)?.[1]) || []);
}

/** Each object of a chain with segments, by the first of them, the longest of those first. */
export async function spansOf(place: Place, chain: number): Promise<Span[]> {
  const names = await Array.fromAsync(place.list(chainFolder(chain)));
  const spans = names.flatMap((name) => {
    const [, first, last] = /\/(\d{10})-(\d{10})$/.exec(name) ?? [];
    return first && last ? [{ first: Number(first), last: Number(last) }] : [];
  });
  return spans.sort((a, b) => a.first - b.first || b.last - a.last);
}

/** Reads and writes objects of a place with a key. */
export interface Store {
  place: Place;
  key: Key;
}

/** Rejects with `Damaged` where it is missing, or not what was written. */
export async function readObject({ place, key }: Store, name: string): Promise<Buffer> {
  const bytes = await place.get(name);
  if (!bytes) throw new Damaged(name, 'is missing');
  return unseal(key, name, bytes);
}

export async function writeObject({ place, key }: Store, name: string, bytes: Uint8Array): Promise<void> {
  await place.put(name, await seal(key, name, bytes));
}

export async function readBase(store: Store, chain: number): Promise<Base> {
  return JSON.parse((await readObject(store, baseName(chain))).toString());
}

export async function readPiece(store: Store, piece: string): Promise<Buffer> {
  const bytes = await readObject(store, pieceName(piece));
  if (contentName(store.key, bytes) !== piece) throw new Damaged(pieceName(piece), 'is damaged');
  return bytes;
}

/** Lengths and commits as JSON, after their length; then the frames. */
export function packSegment({ parts, frames }: Segment): Buffer {
  const head = Buffer.from(JSON.stringify(parts));
  const length = Buffer.alloc(4);
  length.writeUInt32BE(head.length);
  return Buffer.concat([length, head, frames]);
}

export async function readSegment(store: Store, chain: number, span: Span): Promise<Segment> {
  const bytes = await readObject(store, spanName(chain, span));
  const end = 4 + bytes.readUInt32BE(0);
  return { parts: JSON.parse(bytes.toString('utf8', 4, end)), frames: bytes.subarray(end) };
}
