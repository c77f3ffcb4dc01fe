/** Keeps a program from the network, and takes all that it started along when it ends: Linux namespaces, by `unshare`. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Scanner } from './scanners.ts';

const execute = promisify(execFile);

/** For a user of the machine, and for root where users may have no namespaces. */
const ways = [['unshare', '--user', '--map-current-user'], ['unshare']];
const processes = ['--pid', '--fork', '--kill-child'];

/** Bytes that a scanner may write into one file. */
const maxFile = 256 * 1024 * 1024;

/** What stands before a command to run it so; undefined where it can't be, which is asked once a process. */
export async function confinement({
  network,
  memory,
  seconds,
}: Pick<Scanner, 'network' | 'memory' | 'seconds'>): Promise<string[] | undefined> {
  const limits = [
    'prlimit',
    '--core=0',
    `--fsize=${maxFile}`,
    ...(memory ? [`--as=${memory * 1024 * 1024}`] : []),
    '--',
  ];
  const limit = (await works(limits)) ? limits : memory ? undefined : [];
  const own = await firstThatWorks(
    ways.map((way) => [...way, ...processes, ...(network === 'none' ? ['--net'] : []), '--']),
  );
  if (!limit || (network === 'none' && !own)) return undefined;
  // Should this process be killed, what it started still ends.
  const last = ['timeout', '--signal=KILL', String(seconds + 10)];
  return [...((await works(last)) ? last : []), ...(own ?? []), ...limit];
}

async function firstThatWorks(commands: string[][]): Promise<string[] | undefined> {
  for (const command of commands) if (await works(command)) return command;
  return undefined;
}

const known = new Map<string, Promise<boolean>>();

function works(prefix: readonly string[]): Promise<boolean> {
  const key = prefix.join(' ');
  const [program = '', ...rest] = prefix;
  const found =
    known.get(key) ??
    execute(program, [...rest, 'true'], { timeout: 10_000 }).then(
      () => true,
      () => false,
    );
  known.set(key, found);
  return found;
}
