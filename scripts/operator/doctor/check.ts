/** One thing that `doctor` looks at. */
import { reasonOf } from '../../../origin/http/server/failedStart.ts';

/** What is wrong, and what to do about it: a sentence each. */
export interface Problem {
  what: string;
  remedy: string;
}

export interface Check {
  name: string;
  /** What was looked at, as it was found: `71 skills, 1,341 files`. */
  looked: string;
  problems: Problem[];
}

/** What can't be looked at is not well. */
export async function attempt(name: string, remedy: string, work: () => Promise<Omit<Check, 'name'>>): Promise<Check> {
  try {
    return { name, ...(await work()) };
  } catch (error) {
    const what = `could not be checked: ${reasonOf(error)}`;
    return { name, looked: 'nothing', problems: [{ what, remedy }] };
  }
}

export const counted = (count: number, noun: string): string =>
  `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;
