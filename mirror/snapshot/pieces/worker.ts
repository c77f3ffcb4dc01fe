/** A builder that waits for the lease, and makes pieces of the full build of who has it. */
import { setTimeout as wait } from 'node:timers/promises';
import { isAway } from '../../../origin/store/engine/faults.ts';
import type { Workshop } from '../build/parts.ts';
import { makerHere } from './maker.ts';
import { beat, deliver, leave, type Outcome, type Party, take } from './work.ts';

/** Milliseconds. */
const [beatEvery, lookEvery, restWhileAway] = [500, 50, 2000];

/** Until `signal` ends; what it is at then is not waited for, and told to nobody. */
export async function work(workshop: Workshop, party: Party, signal: AbortSignal): Promise<void> {
  const { db } = workshop.catalog;
  const rest = (ms: number) => wait(ms, undefined, { signal, ref: false }).catch(() => undefined);
  const unlessAway = (error: unknown) => {
    if (!isAway(error)) throw error;
  };
  const beats = async () => {
    for (; !signal.aborted; await rest(beatEvery)) await beat(db, party).catch(unlessAway);
    await leave(db, party).catch(unlessAway);
  };
  const pieces = async () => {
    while (!signal.aborted) {
      try {
        const taken = await take(db, party);
        if (taken) await deliver(db, party, taken.number, await outcomeOf(workshop, taken.order));
        else await rest(lookEvery);
      } catch (error) {
        unlessAway(error);
        await rest(restWhileAway);
      }
    }
  };
  await Promise.all([beats(), pieces()]);
}

async function outcomeOf(
  workshop: Workshop,
  { piece, isThorough, stale }: NonNullable<Awaited<ReturnType<typeof take>>>['order'],
): Promise<Outcome> {
  try {
    return { made: await makerHere(workshop, stale).make(piece, isThorough) };
  } catch (error) {
    return { failed: (error as Error).message };
  }
}
