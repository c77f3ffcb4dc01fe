/** What a copy holds, and whether all of it can be read. */
import { chainsIn, readBase, readObject, readPiece, type Store } from '../chains.ts';
import { logKeysIn } from '../logKeys.ts';
import { Damaged } from '../place/sealed.ts';
import { partsOf } from './parts.ts';

export interface Inspected {
  /** Milliseconds; undefined where there is no chain. */
  from: number | undefined;
  until: number | undefined;
  chains: number;
  pieces: number;
  segments: number;
  transactions: number;
  /** Of the transparency log. */
  keys: number;
  /** A sentence each. */
  problems: string[];
}

/** Reads every object. What a copy that goes on removes meanwhile, since it is too old, is no problem. */
export async function inspect(store: Store): Promise<Inspected> {
  const found: Inspected = {
    ...{ from: undefined, until: undefined, chains: 0, pieces: 0, segments: 0, transactions: 0, keys: 0 },
    problems: [],
  };
  for await (const name of logKeysIn(store)) {
    found.keys += 1;
    await readObject(store, name).catch((error: unknown) => {
      if (!(error instanceof Damaged)) throw error;
      found.problems.push(error.message);
    });
  }
  const known = new Set<string>();
  const chains = await chainsIn(store.place);
  for (const chain of chains) {
    const problems: string[] = [];
    const note = (error: unknown) => {
      if (!(error instanceof Damaged)) throw error;
      problems.push(error.message);
    };
    try {
      const base = await readBase(store, chain);
      found.chains += 1;
      found.from ??= base.at;
      found.until = base.at;
      for (const piece of base.pieces) {
        if (known.has(piece)) continue;
        known.add(piece);
        await readPiece(store, piece).catch(note);
      }
      for await (const { part } of partsOf(store, base)) {
        found.segments += 1;
        found.transactions += part.commits.length;
        found.until = part.commits.at(-1)?.[2] ?? found.until;
      }
    } catch (error) {
      note(error);
    }
    if (problems.length > 0 && (await chainsIn(store.place)).includes(chain)) found.problems.push(...problems);
  }
  return { ...found, pieces: known.size };
}
