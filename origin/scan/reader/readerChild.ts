/** One child process that reads bundles, started when it is first asked or before that. */
import { type ChildProcess, fork } from 'node:child_process';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { ApiError } from '../../contract/errors.ts';
import { allocator } from './allocator.ts';
import { computedBy } from './computed.ts';
import type { Answered, Request, Sent } from './readerProcess.ts';

interface Bounds {
  /** Units of work for the scan of one bundle. */
  budget: number;
  /**
   * Milliseconds of computing after which something is wrong with us and the process is ended; the work is bounded long
   * before. Computing and not waiting, so that no verdict depends on what else the machine does; where the system does not
   * tell it, they are of the clock.
   */
  patience: number;
}

export interface ReaderChild {
  /** Starts the process, where there is none: what is asked next need not wait for that. */
  start(): void;
  /**
   * One request at a time. Errors: `bundle_invalid` where it takes more computing or memory than it may; `unavailable`
   * where something else keeps the process from computing, or kills it.
   */
  ask(request: Request): Promise<Answered>;
  end(): void;
}

interface Options extends Bounds {
  /** Milliseconds without a request after which the process ends; by default it stays. */
  idle?: number;
  /** As `nice` has it: 19 takes only the computing time that nobody else wants. */
  niceness?: number;
}

export function readerChild({ budget: whole, patience, idle, niceness = 0 }: Options): ReaderChild {
  let child: ChildProcess | undefined;
  let resting: NodeJS.Timeout | undefined;

  const end = () => {
    child?.kill('SIGKILL');
    child = undefined;
  };
  const startedChild = (): ChildProcess => {
    const started = startChild(niceness);
    // One that ends while nothing is asked of it is no bundle's fault.
    started.once('exit', () => {
      if (child === started) child = undefined;
    });
    return started;
  };
  const attempt = async (request: Request, budget: number): Promise<Answered> => {
    child ??= startedChild();
    const answered = await answerOf(child, { request, budget }, patience);
    if (!answered) {
      end();
      return attempt(request, budget);
    }
    if (isLarge(request, answered)) {
      end();
      // Whoever is next need not wait for one to start.
      child = startedChild();
    }
    return answered;
  };
  /** Whoever died may read it the second time; the last time the scan is left out, so that the files are held and not refused. */
  const ask = async (request: Request): Promise<Answered> => {
    for (let budget = whole, deaths = 0; ; ) {
      try {
        return await attempt(request, budget);
      } catch (error) {
        end();
        const isOurs = error === stopped || error === killed;
        if (isOurs && deaths > 0) throw new ApiError('unavailable', 'The registry can’t read bundles right now.');
        if (budget === 0) break;
        if (error === late || deaths > 0) budget = 0;
        deaths += 1;
      }
    }
    throw new ApiError('bundle_invalid', 'Can’t read the bundle: it takes too much time or memory.');
  };
  return {
    start: () => {
      child ??= startedChild();
    },
    ask: async (request) => {
      clearTimeout(resting);
      try {
        return await ask(request);
      } finally {
        if (idle !== undefined) resting = setTimeout(end, idle).unref();
      }
    },
    end,
  };
}

/** It is told nothing of the settings but of the allocator’s, and keeps the program alone alive while something is asked of it. */
function startChild(niceness: number): ChildProcess {
  const child = fork(join(import.meta.dirname, 'readerProcess.ts'), {
    serialization: 'advanced',
    // In MB. A bounded heap begins small: without its initial size it was collected whole every other bundle, which took
    // five times as long as reading them. With twice the room for what lives shortly it takes 20 MB more, and no less time.
    // Optimizing the lexers of the grammars (WebAssembly) takes V8 two gigabytes at once; as first compiled they parse at
    // half the speed. V8 heeds the flag at start alone.
    execArgv: [
      '--liftoff-only',
      '--expose-gc',
      '--max-old-space-size=112',
      '--initial-old-space-size=48',
      '--min-semi-space-size=4',
      '--max-semi-space-size=4',
    ],
    env: {
      ...allocator,
      ...Object.fromEntries(
        Object.entries(process.env).filter(([name]) => /^(NODE_COMPILE_CACHE|MALLOC_\w+)$/.test(name)),
      ),
    },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  // What goes wrong while nothing is asked of it shows with the next request.
  child.on('error', () => undefined);
  child.unref();
  child.channel?.unref();
  if (niceness && child.pid) setPriority(child.pid, niceness);
  return child;
}

/** What is left behind after a bundle of more than a megabyte is given back by ending the process. */
function isLarge(request: Request, answered: Answered): boolean {
  const files = 'done' in answered && 'files' in answered.done ? answered.done.files : [];
  const packed = request.kind === 'read' && 'archive' in request.bundle ? request.bundle.bytes.length : 0;
  return packed + files.reduce((sum, { bytes }) => sum + bytes.length, 0) > 2 ** 20;
}

const late = new Error('The reader does not answer.');
/** What befalls the process from outside says nothing about the bundle. */
const stopped = new Error('The reader is not given time to compute.');
const killed = new Error('The reader was killed.');

/** Milliseconds between two looks. */
const least = 1000;

/** Calls `expire` when the process has computed for `patience` milliseconds more, or between two looks not at all. */
function watch(pid: number | undefined, patience: number, expire: (why: Error) => void): { end(): void } {
  const computed = () => (pid === undefined ? undefined : computedBy(pid));
  const before = computed();
  let last = before;
  let timer: NodeJS.Timeout;
  const look = () => {
    const now = computed();
    if (now === undefined || before === undefined || last === undefined || now - before >= patience)
      return expire(late);
    if (now === last) return expire(stopped);
    last = now;
    timer = setTimeout(look, Math.max(least, patience - (now - before)));
  };
  timer = setTimeout(look, patience);
  return { end: () => clearTimeout(timer) };
}

/** Rejects with the error that says why there is no answer; undefined where a new process is to be asked. */
function answerOf(child: ChildProcess, message: object, patience: number): Promise<Answered | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<Answered | undefined>();
  const watching = watch(child.pid, patience, reject);
  const died = (_: unknown, signal: unknown) => reject(signal === 'SIGKILL' ? killed : new Error('The reader died.'));
  const ahead: Uint8Array[] = [];
  const received = (message: unknown) => {
    const sent = message as Sent;
    if ('askAnother' in sent) resolve(undefined);
    else if ('ahead' in sent) ahead.push(sent.ahead);
    else resolve(withBytes(sent.answered, ahead));
  };
  child.on('message', received).once('exit', died);
  child.ref();
  child.channel?.ref();
  child.send(message, (error) => error && reject(error));
  return promise.finally(() => {
    watching.end();
    child.off('message', received).off('exit', died);
    child.unref();
    child.channel?.unref();
  });
}

/** With the bytes of its files, where those were sent ahead. */
function withBytes(answered: Answered, ahead: readonly Uint8Array[]): Answered {
  if ('done' in answered && 'files' in answered.done)
    for (const [at, bytes] of ahead.entries()) Object.assign(answered.done.files[at] ?? {}, { bytes });
  return answered;
}
