/** `npm start` as a process, from its start until it has printed where to read and write, and to its end. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';

const program = join(import.meta.dirname, '../../start.ts');

export interface WholeRegistry {
  /** Seconds that this took. */
  startedIn: number;
  /** The process that is `name` first. */
  pidOf(name: 'origin' | 'mirror' | 'snapshot'): number;
  stop(): Promise<void>;
}

export async function startWholeRegistry(settings: Record<string, string>): Promise<WholeRegistry> {
  const started = performance.now();
  const child = spawn(process.execPath, [program], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, NODE_ENV: 'production', ...settings },
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  let said = '';
  await new Promise<void>((resolve, reject) => {
    child.stdout.setEncoding('utf8').on('data', (text) => {
      said += text;
      if (/^ {2}Read {4}/m.test(said)) resolve();
    });
    child.once('exit', () => reject(new Error(`It ended before it was ready:\n${said}`)));
  });
  return {
    startedIn: (performance.now() - started) / 1000,
    pidOf: (name) => Number(new RegExp(` ${name} +started as process (\\d+)`).exec(said)?.[1]),
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
