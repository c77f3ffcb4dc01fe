/** Which branches of the code an execution went through, as the counters say that instrument.ts puts into it. */

const most = 1 << 16;
/** How often each branch was taken since `reset`, modulo 256. */
const counters = new Uint8Array(most);
/** Four of them at a time: most are 0. */
const words = new Uint32Array(counters.buffer);
let branches = 0;

/** The place of a new branch; undefined where there is no more room, which then does not count. */
export const newBranch = (): number | undefined => (branches === most ? undefined : branches++);

/** Texts and numbers that the code compares with, or looks for. */
export const literals = new Set<string>();

/** Operands of the latest comparisons that failed. */
export const compared: [string | number, string | number][] = [];
const kept = 64;
let place = 0;

function compare(a: unknown, b: unknown): boolean {
  const isText = typeof a === 'string' && typeof b === 'string' && a.length < 64;
  if (a !== b && (isText || (typeof a === 'number' && typeof b === 'number'))) {
    compared[place] = [a, b];
    place = (place + 1) % kept;
  }
  return a === b;
}

/** What instrumented code calls. */
export const globals = { __branch: counters, __compare: compare };

export const reset = (): void => void counters.fill(0, 0, branches);

/** Counts fall into eight classes, a bit each, so that twice or a hundred times through a loop is something new. */
const classOf = Uint8Array.from({ length: 256 }, (_, count) => (count === 0 ? 0 : 1 << Math.min(7, Math.log2(count))));
const seen = new Uint8Array(most);

/** Whether this execution did what none before it did; from then on it is known. */
export function isNew(): boolean {
  let fresh = false;
  for (let at = 0; at < branches; at += 1) {
    if (at % 4 === 0 && words[at / 4] === 0) {
      at += 3;
      continue;
    }
    const bit = classOf[counters[at] as number] as number;
    if ((bit & ~(seen[at] as number)) === 0) continue;
    seen[at] = (seen[at] as number) | bit;
    fresh = true;
  }
  return fresh;
}

/** Branches that were taken, of all that were loaded. */
export const coverage = () => ({ covered: seen.subarray(0, branches).filter((bits) => bits > 0).length, branches });
