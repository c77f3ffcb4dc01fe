/** What the parts of `doctor` have in common. */

import { reasonOf } from '../../../origin/http/server/failedStart.ts';
import { isDamage } from '../../../origin/store/engine/faults.ts';

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

/** What `doctor --repair` did, and what it could not do. */
export interface Repairs {
  /** A sentence each. */
  done: string[];
  failed: string[];
}

export const restoreIt = 'Restore a backup: npm run operator -- restore <file>.';

export const repairIt = 'Run: npm run operator -- doctor --repair, with --from <backup> if there is one.';

export const startIt = 'Start the registry: npm start (or, while it is stopped: npm run operator -- snapshot).';

/** What can't be looked at is not well. */
export async function attempt(name: string, remedy: string, work: () => Promise<Omit<Check, 'name'>>): Promise<Check> {
  try {
    return { name, ...(await work()) };
  } catch (error) {
    const what = `could not be checked: ${reasonOf(error)}`;
    return { name, looked: 'nothing', problems: [{ what, remedy: isDamage(error) ? repairIt : remedy }] };
  }
}

export const counted = (count: number, noun: string): string =>
  `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;
