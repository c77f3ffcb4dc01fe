/** What is looked at may be changing: until a step's end rows are new and files are old, and nothing is wrong. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Problem } from './check.ts';

/** How often what differs is looked at again, and milliseconds before each but the first. */
const tries = 6;
const pause = 500;

/** How many are named where nobody can tell. */
const shown = 3;

interface Look<Fault> {
  /** Another whenever something changed; undefined while something is being changed. */
  standing(): Promise<string | undefined>;
  found: readonly Fault[];
  /** What is still found of that. */
  again(found: readonly Fault[]): Promise<readonly Fault[]>;
  problemOf(fault: Fault): Problem;
  nameOf(fault: Fault): string;
  /** What to do where it never rests. */
  remedy: string;
}

/**
 * What is found of what differed, where nothing was changed while it was looked at. Where that never was so, one problem that
 * names what differed each time: it may be damaged, or about to be replaced.
 */
export async function problemsAtRest<Fault>(look: Look<Fault>): Promise<Problem[]> {
  const { standing, found, again, problemOf, nameOf, remedy } = look;
  let still = found;
  for (let time = 0; time < tries && still.length > 0; time += 1) {
    if (time > 0) await wait(pause);
    const before = await standing();
    still = await again(still);
    if (before !== undefined && before === (await standing())) return still.map(problemOf);
  }
  const names = [...new Set(still.map(nameOf))];
  if (names.length === 0) return [];
  const more = names.length > shown ? ` and ${names.length - shown} more` : '';
  const what = `${names.slice(0, shown).join(', ')}${more} differed each time, but could not be compared: something was always being changed`;
  return [{ what, remedy }];
}
