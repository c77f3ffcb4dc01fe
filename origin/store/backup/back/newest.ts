/** How far a copy is, and how far the store is: to be compared by who runs neither. */
import { type Base, chainsIn, readBase, readSegment, type Store, spansOf } from '../chains.ts';
import { openWal, type WalPosition } from '../log/wal.ts';

export interface Newest {
  base: Base;
  /** When its newest transaction was seen, in milliseconds. */
  at: number;
  position: WalPosition;
}

/** Reads little of it. Undefined where there is no chain. */
export async function newestOf(store: Store): Promise<Newest | undefined> {
  const chain = (await chainsIn(store.place)).at(-1);
  if (chain === undefined) return undefined;
  const base = await readBase(store, chain);
  const span = (await spansOf(store.place, chain)).at(-1);
  const part = span && (await readSegment(store, chain, span)).parts.at(-1);
  if (!part) return { base, at: base.at, position: base.position };
  const position = { salts: part.salts, frame: part.to, sum: part.after };
  return { base, at: part.commits.at(-1)?.[2] ?? base.at, position };
}

/** Where the log of a store is that somebody has open. Undefined where it is empty, as after the last program has closed it. */
export async function positionIn(file: string): Promise<WalPosition | undefined> {
  const wal = await openWal(file).catch(() => undefined);
  try {
    const header = await wal?.header();
    if (!wal || !header) return undefined;
    const { frame, sum } = await wal.scan(header, { frame: 0, sum: header.sum });
    return { salts: header.salts, frame, sum };
  } finally {
    await wal?.close();
  }
}
