/** Makes a database of a copy, as it was at a time or a position, and refuses what is not whole. */
import { type FileHandle, open } from 'node:fs/promises';
import { type Base, baseName, chainsIn, readBase, readPiece, type Store } from '../chains.ts';
import { frameLength, isSum, pagesIn, type Sum, type WalPosition } from '../log/wal.ts';
import { Damaged } from '../place/sealed.ts';
import { partsOf } from './parts.ts';

/** How far to go: to the last transaction seen until then, in milliseconds; to one position; or to the end. */
export type Until = { time: number } | { position: WalPosition } | undefined;

export interface Replayed {
  chain: number;
  /** When the newest transaction of it was seen, in milliseconds. */
  at: number;
  position: WalPosition;
  /** What kept it from going further: all before the first of these is there, and nothing after it. */
  damage: Damaged[];
}

/**
 * Writes the database to `file`, which may be there. Where the copy is damaged, it goes to the last whole transaction before
 * that. Rejects where there is none, with `Damaged` if damage is why, and where it can’t go to a position.
 */
export async function replay(store: Store, file: string, until: Until): Promise<Replayed> {
  const damage: Damaged[] = [];
  for await (const base of basesFor(store, until, damage)) {
    try {
      const replayed = await replayChain(store, base, file, until);
      return { ...replayed, damage: [...damage, ...replayed.damage] };
    } catch (error) {
      if (!(error instanceof Damaged) || isExact(until)) throw error;
      damage.push(error);
    }
  }
  throw damage[0];
}

const isExact = (until: Until): boolean => until !== undefined && 'position' in until;

/** Those that it can begin with, the best first: the newest that is before the time. One that can’t be read is damage. */
async function* basesFor(store: Store, until: Until, damage: Damaged[]): AsyncGenerator<Base> {
  const chains = await chainsIn(store.place);
  if (chains.length === 0) throw new Error(`${store.place.address} has no backup yet.`);
  let oldest = Number.POSITIVE_INFINITY;
  let isThere = false;
  for (const chain of chains.toReversed()) {
    const base = await readBase(store, chain).catch((error: unknown) => {
      if (!(error instanceof Damaged) || isExact(until)) throw error;
      damage.push(error);
    });
    if (!base) continue;
    oldest = Math.min(oldest, base.at);
    if (until && 'time' in until && base.at > until.time) continue;
    isThere = true;
    yield base;
  }
  if (!isThere && damage.length === 0)
    throw new Error(`The oldest point in time in ${store.place.address} is ${timeOf(oldest)}.`);
}

async function replayChain(store: Store, base: Base, file: string, until: Until): Promise<Replayed> {
  const handle = await open(file, 'w', 0o600);
  try {
    let at = 0;
    for (const piece of base.pieces) {
      const bytes = await readPiece(store, piece);
      await writeAll(handle, bytes, at);
      at += bytes.length;
    }
    if (at !== base.pages * base.pageSize) throw new Damaged(baseName(base.chain), 'names pieces of another length');
    const { pages, ...replayed } = await apply(store, base, handle, until);
    await handle.truncate(pages * base.pageSize);
    await handle.sync();
    return { chain: base.chain, ...replayed };
  } finally {
    await handle.close();
  }
}

export const timeOf = (at: number): string => new Date(at).toISOString();

interface State extends Omit<Replayed, 'chain'> {
  pages: number;
}

/** Writes the pages of each transaction until then; those of one alone that ends. */
async function apply(store: Store, base: Base, handle: FileHandle, until: Until): Promise<State> {
  const state: State = { at: base.at, position: base.position, pages: base.pages, damage: [] };
  const isThere = () => until && 'position' in until && isSame(state.position, until.position);
  if (isThere()) return state;
  const length = frameLength(base);
  /** Of a transaction that does not end in its part. */
  let begun = new Map<number, Buffer>();
  try {
    for await (const { part, frames } of partsOf(store, base)) {
      let from = part.from;
      for (const [frame, pages, at] of part.commits) {
        if (until && 'time' in until && at > until.time) return state;
        const bytes = frames.subarray((from - part.from) * length, (frame - part.from) * length);
        for (const { page, content } of pagesIn(base, bytes)) begun.set(page, content);
        for (const [page, content] of begun) await writeAll(handle, content, (page - 1) * base.pageSize);
        begun = new Map();
        const last = frames.subarray((frame - part.from - 1) * length);
        const sum: Sum = [last.readUInt32BE(16), last.readUInt32BE(20)];
        Object.assign(state, { at, pages, position: { salts: part.salts, frame, sum } });
        from = frame;
        if (isThere()) return state;
      }
      for (const { page, content } of pagesIn(base, frames.subarray((from - part.from) * length)))
        begun.set(page, content);
    }
  } catch (error) {
    if (!(error instanceof Damaged) || isExact(until)) throw error;
    state.damage.push(error);
    return state;
  }
  if (isExact(until)) throw new NotYet();
  return state;
}

/** The copy does not hold that position; a copy that goes on will. */
export class NotYet extends Error {
  constructor() {
    super('The backup does not have the newest writes yet.');
  }
}

const isSame = (a: WalPosition, b: WalPosition): boolean =>
  a.salts === b.salts && a.frame === b.frame && isSum(a.sum, b.sum);

async function writeAll(handle: FileHandle, bytes: Buffer, at: number): Promise<void> {
  const { bytesWritten } = await handle.write(bytes, 0, bytes.length, at);
  if (bytesWritten < bytes.length) throw Object.assign(new Error('The disk is full.'), { code: 'ENOSPC' });
}
