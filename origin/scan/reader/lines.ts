/** Who waits, in a line for each one they wait for, and whose turn it is. */

export interface Lines<K, T> {
  add(of: K, waiter: T): void;
  /** The first of the line whose turn it is, among those that `may` go on; it stays in it. */
  first(may: (of: K) => boolean): { of: K; waiter: T } | undefined;
  /** Takes one out, if it is still there. */
  remove(of: K, waiter: T): void;
  /** What is left of a line goes behind all others: its turn was had. */
  toEnd(of: K): void;
  /**
   * Who makes room for one more in this line, where no more may wait: the last of the longest. Undefined where that line
   * would then be no longer than this one.
   */
  givingWayTo(of: K): T | undefined;
  /** How many wait. */
  length(): number;
  lengthOf(of: K): number;
}

export function openLines<K, T>(): Lines<K, T> {
  /** In the order of their turns. */
  const lines = new Map<K, T[]>();
  let all = 0;
  return {
    add: (of, waiter) => {
      const line = lines.get(of) ?? [];
      line.push(waiter);
      lines.set(of, line);
      all += 1;
    },
    first: (may) => {
      for (const [of, [waiter]] of lines) if (waiter !== undefined && may(of)) return { of, waiter };
      return undefined;
    },
    remove: (of, waiter) => {
      const line = lines.get(of);
      const place = line?.indexOf(waiter) ?? -1;
      if (!line || place < 0) return;
      line.splice(place, 1);
      all -= 1;
      if (line.length === 0) lines.delete(of);
    },
    toEnd: (of) => {
      const line = lines.get(of);
      if (line && lines.delete(of)) lines.set(of, line);
    },
    givingWayTo: (of) => {
      const longest = lines.values().reduce<T[]>((longer, line) => (line.length > longer.length ? line : longer), []);
      return longest.length > (lines.get(of)?.length ?? 0) + 1 ? longest.at(-1) : undefined;
    },
    length: () => all,
    lengthOf: (of) => lines.get(of)?.length ?? 0,
  };
}
