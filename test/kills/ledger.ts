/**
 * What a registry was asked to write, on disk before it is asked; and what it acknowledged, on disk before the next write.
 * A thing is named by words, such as `version ada/sums sha256:…`, and has one value: the last one that was acknowledged,
 * or one that was asked for since.
 */
import { closeSync, fdatasyncSync, openSync, writeSync } from 'node:fs';

export interface Ledger {
  asked(thing: string, value: string): void;
  acknowledged(thing: string, value: string): void;
  /** What is seen, while nothing is under way: false where nobody asked for that, or something else was acknowledged since. */
  found(thing: string, value: string): boolean;
  /** The values that a thing may have. */
  possible(thing: string): ReadonlySet<string>;
  /** The one that it has; undefined where the last write was not answered. */
  known(thing: string): string | undefined;
  /** Every thing whose name begins so, without that beginning. */
  things(beginning: string): string[];
  counts: { asked: number; acknowledged: number };
  close(): void;
}

/** What a thing is that nobody ever wrote, or that was taken away. */
export const nothing = '';

export function openLedger(file: string): Ledger {
  const descriptor = openSync(file, 'a');
  const values = new Map<string, Set<string>>();
  const counts = { asked: 0, acknowledged: 0 };
  const note = (what: string, thing: string, value: string) => {
    writeSync(descriptor, `${JSON.stringify([what, thing, value])}\n`);
    fdatasyncSync(descriptor);
  };
  const possible = (thing: string) => values.get(thing) ?? new Set([nothing]);
  return {
    asked: (thing, value) => {
      counts.asked += 1;
      values.set(thing, new Set([...possible(thing), value]));
      note('asked', thing, value);
    },
    acknowledged: (thing, value) => {
      counts.acknowledged += 1;
      values.set(thing, new Set([value]));
      note('acknowledged', thing, value);
    },
    found: (thing, value) => {
      if (!possible(thing).has(value)) return false;
      values.set(thing, new Set([value]));
      return true;
    },
    possible,
    known: (thing) => {
      const [value, ...others] = possible(thing);
      return others.length > 0 ? undefined : value;
    },
    things: (beginning) =>
      [...values.keys()].filter((thing) => thing.startsWith(beginning)).map((thing) => thing.slice(beginning.length)),
    counts,
    close: () => closeSync(descriptor),
  };
}
