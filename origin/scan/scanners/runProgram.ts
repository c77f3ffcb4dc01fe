/** One run of a scanner's program: without a shell, in bounded time and output, and with nothing of ours in its environment. */
import { spawn } from 'node:child_process';
import { constants, setPriority } from 'node:os';

interface Run {
  command: readonly string[];
  /** What stands before the command (confine.ts). */
  before: readonly string[];
  /** Where it is started, and where it may leave things. */
  folder: string;
  home: string;
  seconds: number;
  /** Ends it; what it was aborted with is thrown. */
  signal: AbortSignal;
}

export type Ended = { status: 'ok'; output: Buffer } | { status: 'failed'; why: string } | { status: 'timed_out' };

/** Bytes that a scanner may print. */
const maxOutput = 2 * 1024 * 1024;

export async function runProgram({ command, before, folder, home, seconds, signal }: Run): Promise<Ended> {
  signal.throwIfAborted();
  const [program = '', ...words] = [...before, ...command];
  const child = spawn(program, words, {
    cwd: folder,
    env: { PATH: process.env['PATH'], LANG: 'C.UTF-8', HOME: home, TMPDIR: home },
    // A process group of its own, so that what it starts ends with it.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let ended: Ended | undefined;
  const end = (how: Ended) => {
    ended ??= how;
    killGroup(child.pid);
  };
  const stop = () => end({ status: 'failed', why: 'the origin was stopped' });
  const timer = setTimeout(() => end({ status: 'timed_out' }), seconds * 1000);
  signal.addEventListener('abort', stop);
  const printed: Buffer[] = [];
  let size = 0;
  child.stdout.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size > maxOutput) end({ status: 'failed', why: `it printed more than ${maxOutput} bytes` });
    else printed.push(chunk);
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-500);
  });
  try {
    const by = await new Promise<NodeJS.Signals | null>((resolve, reject) => {
      child.on('error', reject);
      child.on('spawn', () => lowerPriority(child.pid));
      child.on('exit', (_, by) => {
        // What holds its output open and goes on would keep us waiting.
        killGroup(child.pid);
        setTimeout(() => resolve(by), grace).unref();
      });
      child.on('close', (_, by) => resolve(by));
    });
    signal.throwIfAborted();
    if (ended) return ended;
    if (by) return { status: 'failed', why: `it was ended by ${by}: ${said}` };
    return size > 0
      ? { status: 'ok', output: Buffer.concat(printed) }
      : { status: 'failed', why: `it printed nothing: ${said}` };
  } catch (error) {
    signal.throwIfAborted();
    return { status: 'failed', why: `it can’t be started: ${(error as NodeJS.ErrnoException).code}` };
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
    for (const stream of [child.stdout, child.stderr]) stream.destroy();
  }
}

/** Milliseconds from a program's end until what it printed is taken as all. */
const grace = 5000;

function killGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // Nothing of it is left.
  }
}

function lowerPriority(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_LOW);
  } catch {
    // It ended already.
  }
}
