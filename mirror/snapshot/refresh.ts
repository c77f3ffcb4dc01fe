/** Recompute, compare, write: brings named files to what the catalog says, in an order that never shows a dead end. */
import { etagOf } from '../../origin/contract/cache.ts';
import { ApiError } from '../../origin/contract/errors.ts';
import type { Reading } from '../../origin/read/reading.ts';
import { type Address, answerAddress, fileOf } from './address.ts';
import type { Sink } from './sink.ts';

export interface Refreshed {
  written: number;
  removed: number;
  unchanged: number;
}

/**
 * Content is written before the records that point to it, records before the lists that name them; removals go the
 * other way round. `tell` hears how many files were looked at.
 */
export async function refresh(
  reading: Reading,
  sink: Omit<Sink, 'files'>,
  addresses: readonly Address[],
  tell?: (done: number) => void,
): Promise<Refreshed> {
  const counts = { written: 0, removed: 0, unchanged: 0 };
  const gone: string[] = [];
  let done = 0;
  const look = async (file: string, address: Address) => {
    const body = await bodyOf(reading, address);
    if (!body) gone.push(file);
    else if ((await sink.etag(file)) === etagOf(body)) counts.unchanged += 1;
    else {
      await sink.put(file, body);
      counts.written += 1;
    }
    done += 1;
    tell?.(done);
  };

  for (const phase of phasesOf(addresses)) await eachOf(phase, ([file, address]) => look(file, address));
  for (const file of gone.reverse()) {
    if ((await sink.etag(file)) === undefined) continue;
    await sink.remove(file);
    counts.removed += 1;
  }
  return counts;
}

/** The bytes of an address, or undefined where it has no 200: other answers come from the fallback. */
async function bodyOf(reading: Reading, address: Address): Promise<Uint8Array | undefined> {
  try {
    return (await answerAddress(reading, address)).body;
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) return undefined;
    throw error;
  }
}

/** Each file once: what hangs on a version, then on a name, then the lists. */
function phasesOf(addresses: readonly Address[]): [string, Address][][] {
  const phases: Map<string, Address>[] = [new Map(), new Map(), new Map()];
  for (const address of addresses) {
    const phase = 'hash' in address.values ? 0 : Object.keys(address.values).length > 0 ? 1 : 2;
    phases[phase]?.set(fileOf(address), address);
  }
  return phases.map((phase) => [...phase]);
}

/** Enough at a time to keep the disk busy while pages render. */
const width = 8;

async function eachOf<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const queue = items.values();
  await Promise.all(
    Array.from({ length: width }, async () => {
      for (const item of queue) await work(item);
    }),
  );
}
