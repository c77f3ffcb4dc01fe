/** Computing time of processes, as Linux counts it; undefined where it is another system. */
import { existsSync, readFileSync } from 'node:fs';

/** proc_pid_stat(5) counts in ticks, and Linux shows a hundred of them a second whatever it is built with. */
const millisecondsPerTick = 10;

/** Milliseconds of a process and all below it, those that ended included. */
export function computingBelow(pid: number): number | undefined {
  const own = ticksOf(pid);
  if (!own) return undefined;
  const children = read(`/proc/${pid}/task/${pid}/children`)?.split(' ').filter(Boolean).map(Number) ?? [];
  return children.reduce(
    (sum, child) => sum + (computingBelow(child) ?? 0),
    (own.alive + own.ended) * millisecondsPerTick,
  );
}

/** Milliseconds of all children of this process that have ended, with what was below them. */
export function computingOfEnded(): number | undefined {
  const own = ticksOf(process.pid);
  return own && own.ended * millisecondsPerTick;
}

function ticksOf(pid: number): { alive: number; ended: number } | undefined {
  // Fields 14 to 17: after the name in parentheses, which may hold anything.
  const fields = read(`/proc/${pid}/stat`)
    ?.replace(/^.*\) /s, '')
    .split(' ')
    .map(Number);
  const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields?.slice(11, 15) ?? [];
  return fields && { alive: user + system, ended: endedUser + endedSystem };
}

const read = (file: string): string | undefined => {
  try {
    return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
  } catch {
    // It ended meanwhile.
    return undefined;
  }
};
