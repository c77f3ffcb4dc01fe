/** A witness of transparency logs, on this machine: it sees to it that they only grow. */
import { once } from 'node:events';
import { resolve } from 'node:path';
import { verifierText } from '../../../origin/log/note.ts';
import type { Context, Outcome } from '../context.ts';
import { exitCodes, Failure } from '../failure.ts';
import { locked } from '../lock.ts';
import { makeFolder } from '../sync/store/durable.ts';
import { openKey } from '../witness/folder.ts';
import { readLogs } from '../witness/logs.ts';
import { serveWitness } from '../witness/server.ts';
import { openWitness } from '../witness/witness.ts';

export interface WitnessOptions {
  log?: string[];
  logs?: string;
  name?: string;
  host: string;
  port: string;
}

/** Serves until it is stopped. Prints its key and its address first. */
export async function witness(context: Context, place: string, options: WitnessOptions): Promise<Outcome> {
  const port = Number(options.port);
  if (!/^\d{1,5}$/.test(options.port) || port > 65_535)
    throw new Failure('--port takes a number up to 65535.', exitCodes.usage);
  const { terminal, workingDirectory, signal } = context;
  const logs = await readLogs({
    ...(options.log && { log: options.log }),
    ...(options.logs !== undefined && { logs: resolve(workingDirectory, options.logs) }),
  });
  const folder = resolve(workingDirectory, place);
  await makeFolder(folder, 0o700);
  const lock = { lock: `${folder}/lock`, staging: folder, purpose: 'witness', patience: 0 };
  return locked(lock, async () => {
    const signer = await openKey(folder, options.name);
    const tell = (sentence: string) => terminal.note(sentence);
    const open = await serveWitness(await openWitness({ folder, signer, logs, tell }), {
      host: options.host,
      port,
      tell,
    });
    const [key, address] = [verifierText(signer), open.address];
    try {
      if (terminal.json) terminal.note(`${key}\n${address}`);
      else await terminal.print(`${key}\n${address}`);
      if (!signal.aborted) await once(signal, 'abort');
    } finally {
      await open.close();
    }
    return { text: '', json: { key, address } };
  });
}
