/** A reference server: a process that is sent what it needs, and sends back its port. */
import { fork } from 'node:child_process';
import { join } from 'node:path';

/** `file` is in this folder. */
export async function startForked(file: string, needs: object): Promise<{ port: number; stop(): void }> {
  const child = fork(join(import.meta.dirname, file));
  const listening = new Promise<number>((resolve, reject) => {
    child.once('message', (port) => resolve(Number(port)));
    child.once('exit', () => reject(new Error(`${file} ended before it listened.`)));
  });
  child.send(needs);
  return { port: await listening, stop: () => void child.kill() };
}
