/** Who writes to a place, told so that the next one knows whether it still can. */
import { createHash, randomUUID } from 'node:crypto';
import { readFile, readlink, stat } from 'node:fs/promises';

export interface Holder {
  /** Of this program’s run alone. */
  run: string;
  /** The machine since it was started; undefined where that can’t be told, and so for the others. */
  kernel?: string;
  /** Its number, where numbers are given from, and when it began. */
  process?: string;
  /** The data folder, which the kernel keeps for one program that copies it. */
  folder?: string;
}

const run = randomUUID();

/** This program, which has the lock on the copying of that data folder. */
export async function holderOf(dataDir: string): Promise<Holder> {
  const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => undefined);
  const space = await numbers();
  const began = await beganAt(process.pid);
  if (boot === undefined || space === undefined || began === undefined) return { run };
  const { dev, ino } = await stat(dataDir);
  // What is kept in a bucket tells nothing about the machine.
  const hashed = (text: string) => createHash('sha256').update(`${boot}${text}`).digest('hex').slice(0, 32);
  return {
    run,
    kernel: hashed('kernel'),
    process: `${hashed(space)}:${process.pid}:${began}`,
    folder: hashed(`${dev}:${ino}`),
  };
}

/** Whether that one can’t write any more, which is known of the same machine alone. */
export async function isGone(other: Holder, self: Holder): Promise<boolean> {
  // Its own, of before: of another folder, one process may copy two.
  if (other.run === self.run && other.folder === self.folder) return true;
  if (other.kernel === undefined || other.kernel !== self.kernel) return false;
  // The lock on it is ours now.
  if (other.folder === self.folder) return true;
  const [[space, number, began] = [], [own] = []] = [other.process?.split(':'), self.process?.split(':')];
  if (space !== own || !/^\d{1,9}$/.test(number ?? '')) return false;
  const now = await beganAt(Number(number));
  return now === undefined ? !isRunning(Number(number)) : now !== began;
}

/** Also of another user’s, whose folder may be hidden. */
function isRunning(number: number): boolean {
  try {
    process.kill(number, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

const numbers = (): Promise<string | undefined> => readlink('/proc/self/ns/pid').catch(() => undefined);

/** In ticks since the machine was started; undefined where no process has that number. */
async function beganAt(number: number): Promise<string | undefined> {
  const text = await readFile(`/proc/${number}/stat`, 'utf8').catch(() => undefined);
  // The program’s name may have spaces and brackets in it.
  return text?.slice(text.lastIndexOf(')') + 2).split(' ')[19];
}
