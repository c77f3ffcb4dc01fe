/** The chain that is being written: its base once, then each piece of the log as a segment. */

import { type Base, baseName, packSegment, type Store, spanName, writeObject } from '../chains.ts';
import type { Piece } from '../log/follower.ts';
import type { Draft } from './base.ts';
import { joinSegments } from './join.ts';

export interface Chain {
  number: number;
  /** When its base was the newest, in milliseconds. */
  at: number;
  /** The last segment that was written, and joined, or is to stay as it is. */
  last: number;
  joined: number;
}

/** Its number is one that nothing there has, not even what a kill left of a chain without a base. */
async function nextNumber({ place }: Store): Promise<number> {
  const numbers = await Array.fromAsync(place.list('chains/'), (name) => Number(name.split('/')[1]));
  return Math.max(0, ...numbers) + 1;
}

/** Its segments come first: once its base is there, it holds all that the chain before it does. */
export async function beginChain(
  store: Store,
  draft: Draft,
  pieces: readonly Piece[],
  { previous, isBigEndian }: { previous: Chain | undefined; isBigEndian: boolean },
): Promise<Chain> {
  const chain: Chain = { number: await nextNumber(store), at: draft.at, last: 0, joined: 0 };
  for (const piece of pieces) await append(store, chain, piece);
  const base: Base = {
    chain: chain.number,
    ...draft,
    isBigEndian,
    ...(previous && { previous: { chain: previous.number, last: previous.last } }),
  };
  await writeObject(store, baseName(chain.number), Buffer.from(JSON.stringify(base)));
  return chain;
}

export async function append(store: Store, chain: Chain, { part, frames }: Piece): Promise<void> {
  const number = chain.last + 1;
  await writeObject(
    store,
    spanName(chain.number, { first: number, last: number }),
    packSegment({ parts: [part], frames }),
  );
  chain.last = number;
}

/** Those since the last time. What can’t be joined stays in parts. */
export async function joinNew(store: Store, chain: Chain): Promise<void> {
  const from = chain.joined + 1;
  chain.joined = chain.last;
  await joinSegments(store, chain.number, from, chain.last);
}
