/**
 * How much computing a comparison may take, counted and not timed: the same bundles come to the same end on every machine,
 * however busy it is, so mirror and origin give the same answer.
 */
export interface Work {
  /** Takes so many steps of what is left; takes none, and is false, where that is not enough. */
  spend(steps: number): boolean;
  left(): number;
}

export function workOf(steps: number): Work {
  let left = steps;
  return {
    spend: (taken) => {
      if (taken > left) return false;
      left -= taken;
      return true;
    },
    left: () => left,
  };
}

/**
 * What things take, in steps. One is the comparison of two lines, about 0.15 µs; the others were measured on the
 * most expensive text that we could write.
 */
export const steps = {
  comparison: 1,
  /** Of text that is split into its lines and put together again. */
  lines: (text: string) => 3 * lineCount(text),
  /** Of text that is read. */
  bytes: (count: number) => count >> 4,
} as const;

function lineCount(text: string): number {
  let count = 1;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}
