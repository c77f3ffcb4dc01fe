/** How long a process has computed: unlike a clock, that tells the same whatever else the machine does. */
import { readFileSync } from 'node:fs';

/** Milliseconds of all its threads since it started; undefined where the system does not say, as only Linux does (proc(5)). */
export function computedBy(pid: number): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The name of the program, in brackets, may hold spaces and brackets.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[userTime]) + Number(fields[systemTime])) * tick;
  } catch {
    return undefined;
  }
}

/** Of the fields after the name. */
const userTime = 11;
const systemTime = 12;
/** Milliseconds: what Linux calls USER_HZ is 100 on every architecture that Node runs on. */
const tick = 10;
