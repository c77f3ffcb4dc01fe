/** The one app of a person on this machine for a registry: a second one opens the first. */
import { mkdir, readFile, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Agent, fetch } from 'undici';
import type { Config } from '../config.ts';
import { isLocked, type Lock } from '../lock.ts';
import { homeOf } from '../sync/home.ts';
import { replaceFile } from '../sync/store/durable.ts';

export interface Place {
  folder: string;
  /** Readable to the person alone. */
  file: string;
  lock: Lock;
}

/** How to reach the app that runs. */
interface Running {
  port: number;
  key: string;
}

/** Makes its folder. */
export async function placeOf({ dataDirectory, registryUrl }: Config): Promise<Place> {
  const folder = join(dataDirectory, 'app', basename(homeOf(dataDirectory, registryUrl).root));
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const lock = { lock: join(folder, 'lock'), staging: folder, purpose: 'app', patience: 0 };
  return { folder, file: join(folder, 'running.json'), lock };
}

export async function sayWhere({ file }: Place, running: Running): Promise<void> {
  await rm(`${file}.unfinished`, { force: true });
  await replaceFile(file, `${JSON.stringify(running)}\n`, `${file}.unfinished`, 0o600);
}

/** Milliseconds for one that has just begun, and tries in them. */
const [pause, tries] = [200, 15];

/** An address that opens the app that runs, once. Undefined where none does. */
export async function addressOfRunning(place: Place): Promise<string | undefined> {
  for (let attempt = 0; attempt < tries && (await isLocked(place.lock.lock)); attempt += 1) {
    const address = await askForAddress(place);
    if (address) return address;
    await wait(pause);
  }
  return undefined;
}

async function askForAddress({ file }: Place): Promise<string | undefined> {
  try {
    const { port, key } = JSON.parse(await readFile(file, 'utf8')) as Running;
    const origin = `http://127.0.0.1:${port}`;
    // No proxy of the environment: it stays on this machine.
    const dispatcher = new Agent({ headersTimeout: 2_000, bodyTimeout: 2_000 });
    const headers = { authorization: `Bearer ${key}` };
    const response = await fetch(`${origin}/tickets`, { method: 'POST', headers, dispatcher, redirect: 'error' });
    const ticket = (await response.text()).slice(0, 100);
    await dispatcher.close();
    return response.ok && /^[\w-]{32}$/.test(ticket) ? `${origin}/${ticket}` : undefined;
  } catch {
    return undefined;
  }
}
