/**
 * A share of a core for programs and all that they have started and will start, by a control group (Linux, as root): cgroups(7), version 1
 * or 2. So a machine with few cores measures what several would do, each on a core of its own, beside a database with room.
 */
import { existsSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { childrenOf } from './processes.ts';

/** In microseconds. A short one, since it stands still for what is left of each. */
const period = 10_000;

const [first, second] = ['/sys/fs/cgroup/cpu', '/sys/fs/cgroup'];

/** `share`: of one core, from 0.1. Disposed of once the programs have ended. */
export function limit(name: string, pids: readonly number[], share: number): AsyncDisposable {
  const quota = Math.round(share * period);
  if (!(quota >= period / 10)) throw new Error('A share is 0.1 of a core or more.');
  const isFirst = existsSync(join(first, 'cpu.cfs_quota_us'));
  const folder = join(isFirst ? first : second, `registry-${process.pid}-${name}`);
  const write = (file: string, text: string | number) => writeFileSync(file, `${text}\n`);
  if (!isFirst) write(join(second, 'cgroup.subtree_control'), '+cpu');
  mkdirSync(folder);
  if (isFirst) {
    write(join(folder, 'cpu.cfs_period_us'), period);
    write(join(folder, 'cpu.cfs_quota_us'), quota);
  } else write(join(folder, 'cpu.max'), `${quota} ${period}`);
  const add = (pid: number) => {
    write(join(folder, 'cgroup.procs'), pid);
    // What it starts from now on is in the group.
    for (const child of childrenOf(pid)) add(child);
  };
  for (const pid of pids) add(pid);
  return {
    [Symbol.asyncDispose]: async () => {
      for (let left = 50; ; left -= 1)
        try {
          return rmdirSync(folder);
        } catch (error) {
          // What ended a moment ago is still in it.
          if (left === 0) throw error;
          await wait(100);
        }
    },
  };
}
