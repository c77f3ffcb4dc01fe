/** A program above the layer, which does one act after the other; where a C compiler is at hand. */
import { type ChildProcess, execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync, writeFileSync, writeSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Act, Done } from './act.ts';
import { type Operation, operationsIn } from './trace.ts';

/** At the n-th operation, counted from 1: it fails once; or the disk is full from there on. */
export interface Fault {
  at: number;
  how: 'eio' | 'full';
}

export interface Layer extends AsyncDisposable {
  /** What the act did to files below its root, in order. */
  record(act: Act): Promise<{ operations: Operation[]; count: number; done: Done }>;
  /** The same with a fault. `crashed` where the program ended instead of saying what became of it. */
  failing(act: Act, fault: Fault): Promise<Done | { crashed: string }>;
  /** Ends the program, and with it all that it holds; the next act has another. */
  renew(): Promise<void>;
}

/** `struct control` of layer.h. */
const [activeAt, howAt, failAt, rootAt, controlLength] = [4, 8, 24, 32, 32 + 4096];

/** Milliseconds after which a program that says nothing hangs: the slowest act takes a hundredth. */
const patience = 300_000;

/** Undefined where nothing can be compiled, or not for this system. */
export async function openLayer(): Promise<Layer | undefined> {
  if (process.platform !== 'linux') return undefined;
  const folder = await mkdtemp(join(tmpdir(), 'layer-'));
  const [library, file] = [join(folder, 'layer.so'), join(folder, 'control')];
  // What a program started keeps what it compiled as it ends, which may be after the program.
  const removed = () => rm(folder, { recursive: true, maxRetries: 10, retryDelay: 100 });
  try {
    const source = join(import.meta.dirname, 'layer.c');
    execFileSync('cc', ['-shared', '-fPIC', '-O1', '-o', library, source, '-ldl'], { stdio: 'ignore' });
  } catch {
    await removed();
    return undefined;
  }
  const control = openSync(file, 'w+');
  const set = (root: string, fault?: Fault) => {
    const bytes = Buffer.alloc(controlLength);
    bytes.writeInt32LE(root ? 1 : 0, activeAt);
    bytes.writeInt32LE(fault?.how === 'full' ? 2 : 1, howAt);
    bytes.writeBigInt64LE(BigInt(fault?.at ?? 0), failAt);
    bytes.write(root, rootAt);
    writeSync(control, bytes, 0, bytes.length, 0);
  };
  set('');
  const trace = `${file}.trace`;
  const environment = {
    ...process.env,
    LD_PRELOAD: library,
    FAULTPOINTS: file,
    NODE_OPTIONS: '',
    NODE_ENV: 'production',
    NODE_COMPILE_CACHE: join(folder, 'compiled'),
  };
  let program: ReturnType<typeof start> | undefined;
  /** The next one, which begins while somebody looks at what this one did. */
  let spare: ReturnType<typeof start> | undefined;
  const start = () => {
    let said = '';
    const running = fork(join(import.meta.dirname, 'program.ts'), {
      env: environment,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    for (const stream of [running.stdout, running.stderr]) stream?.on('data', (text) => (said += text));
    return { running, said: () => said };
  };
  const perform = async (act: Act, fault?: Fault): Promise<Done | { crashed: string }> => {
    program ??= spare ?? start();
    if (program === spare) spare = undefined;
    const { running, said } = program;
    set(act.root, fault);
    const ending = new AbortController();
    const { signal } = ending;
    try {
      running.send(act);
      return await Promise.race([
        once(running, 'message', { signal }).then(([done]) => done as Done),
        once(running, 'exit', { signal }).then((how) => ({ crashed: `${how} ${said()}` })),
        wait(patience, { crashed: 'hangs' }, { signal }),
      ]).then(async (outcome) => {
        if ('crashed' in outcome || !outcome.isIdle) await end();
        return outcome;
      });
    } finally {
      ending.abort();
      set('');
    }
  };
  const end = async () => {
    const ended = program;
    program = undefined;
    spare ??= start();
    await killed(ended);
  };
  return {
    record: async (act) => {
      writeFileSync(trace, '');
      const done = await perform(act);
      if ('crashed' in done) throw new Error(`The program ended: ${done.crashed}`);
      return { operations: operationsIn(readFileSync(trace)), count: done.count, done };
    },
    failing: perform,
    renew: end,
    [Symbol.asyncDispose]: async () => {
      await Promise.all([program, spare].map(killed));
      closeSync(control);
      await removed();
    },
  };
}

async function killed(program: { running: ChildProcess } | undefined): Promise<void> {
  if (!program || program.running.exitCode !== null || program.running.signalCode !== null) return;
  const ended = once(program.running, 'exit');
  program.running.kill('SIGKILL');
  await ended;
}
