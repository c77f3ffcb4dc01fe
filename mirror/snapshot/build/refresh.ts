/** Recompute, compare, write: brings named files to what the catalog says. */
import { ApiError } from '../../../origin/contract/errors.ts';
import type { Answer } from '../../../origin/read/answer.ts';
import type { PageReading } from '../../../origin/read/pages/page.ts';
import { type Address, answerAddress, fileOf } from '../address/address.ts';
import type { Sink } from '../files/sink.ts';
import type { Counts } from './parts.ts';

interface Refreshed extends Counts {
  /** Files whose resource has no 200 any more: to be removed last. */
  gone: string[];
}

/** Writes what differs: content before the records that point to it, records before the lists that name them. */
export async function refresh(
  reading: PageReading,
  sink: Pick<Sink, 'holds' | 'put'>,
  addresses: readonly Address[],
): Promise<Refreshed> {
  const result: Refreshed = { written: 0, removed: 0, unchanged: 0, gone: [] };
  const look = async (address: Address) => {
    const file = fileOf(address);
    const answer = await answerOf(reading, address);
    if (!answer) result.gone.push(file);
    else if (await sink.holds(file, answer)) result.unchanged += 1;
    else {
      await sink.put(file, answer);
      result.written += 1;
    }
  };
  for (const phase of phases) await eachOf(addresses.filter(phase), look);
  return result;
}

/** Takes files away that are there, and returns how many were: of lists first, then records, then content. */
export async function removeFiles(sink: Pick<Sink, 'remove'>, files: readonly string[]): Promise<number> {
  let removed = 0;
  for (const file of files) if (await sink.remove(file)) removed += 1;
  return removed;
}

/** What hangs on a version: found only through a record that names its hash. */
export const isContent = ({ values }: Address): boolean => 'hash' in values;
const isList = ({ values }: Address): boolean => Object.keys(values).length === 0;
const phases = [isContent, (address: Address) => !isContent(address) && !isList(address), isList];

/** The answer of an address, or undefined where it is no 200: other answers come from the fallback. */
async function answerOf(reading: PageReading, address: Address): Promise<Answer | undefined> {
  try {
    return await answerAddress(reading, address);
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) return undefined;
    throw error;
  }
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
