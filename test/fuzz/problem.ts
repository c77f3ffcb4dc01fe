/** Tries an input on a target, and makes the input of a problem as short as it can. */
import { writeSync } from 'node:fs';
import type { Target } from './target.ts';

/** Milliseconds of computing that an input may take, however long it is, and for each of its bytes. */
const allowed = (length: number): number => 200 + length * 0.05;
/** Bytes that the process may grow by. */
const mostMemory = 128 * 2 ** 20;

export interface Tried {
  taken: boolean;
  /** What does not hold: a sentence that is the same for inputs with the same cause. */
  problem?: string;
  /** Milliseconds of computing; 0 where that was too little to look at. */
  took: number;
}

/** What it tries stands in the file `current` before it is tried: its length as four bytes, four more, the input. */
export function tryOn({ check, referee, patience = 0 }: Target, current: number) {
  let count = 0;
  const read = async (input: Uint8Array): Promise<Tried> => {
    const head = Buffer.alloc(8);
    head.writeUInt32LE(input.length);
    // Another number each time, so that the file is seen to change.
    count += 1;
    head.writeUInt32LE(count % 2 ** 32, 4);
    writeSync(current, head, 0, 8, 0);
    writeSync(current, input, 0, input.length, 8);
    const held = process.memoryUsage.rss();
    const before = process.threadCpuUsage();
    const began = performance.now();
    let taken = false;
    try {
      const answer = check(input);
      taken = typeof answer === 'boolean' ? answer : await answer;
    } catch (error) {
      return { taken, problem: sentenceOf(error), took: 0 };
    }
    if (performance.now() - began < 20) return { taken, took: 0 };
    const { user, system } = process.threadCpuUsage(before);
    const took = (user + system) / 1000;
    if (process.memoryUsage.rss() - held > mostMemory) return { taken, problem: 'takes too much memory', took };
    return took > patience + allowed(input.length) ? { taken, problem: 'takes too long', took } : { taken, took };
  };
  /** The problem that another program has with it. */
  const judge = async (input: Uint8Array): Promise<string | undefined> => {
    try {
      await referee?.(input);
    } catch (error) {
      return sentenceOf(error);
    }
    return undefined;
  };
  return { read, judge };
}

/** Without what differs from input to input, and with the place in our code. */
function sentenceOf(error: unknown): string {
  const { message, stack = '' } = error instanceof Error ? error : new Error(String(error));
  const place = /\((?:file:\/\/)?[^)]*\/((?:origin|scripts|mirror|test\/fuzz)\/[^)]*?):\d+\)/.exec(stack)?.[1];
  const said = message.split('\n', 1)[0]?.replace(/[^ -~]|["'“][^"'”]*["'”]|\d+/g, '…');
  return `${said?.slice(0, 90)} (${place})`;
}

/** Halves, quarters … are left out as long as `holds`, which is asked for 15 seconds at the most. */
export async function shortened(
  input: Uint8Array,
  holds: (shorter: Uint8Array) => Promise<boolean>,
): Promise<Uint8Array> {
  const until = Date.now() + 15_000;
  let short = input;
  for (let size = Math.ceil(short.length / 2), isLate = false; size >= 1 && !isLate; size = Math.floor(size / 2)) {
    for (let at = 0; at < short.length && !isLate; isLate = Date.now() > until) {
      const shorter = Buffer.concat([short.subarray(0, at), short.subarray(at + size)]);
      if (await holds(shorter)) short = shorter;
      else at += size;
    }
  }
  return short;
}
