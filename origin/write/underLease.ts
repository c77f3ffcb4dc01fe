/** Work in the background that of several origins one does at a time; another takes over where that one ends. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Engine } from '../store/engine/engine.ts';
import { isOfStore } from '../store/engine/faults.ts';
import type { Lease, Leases } from '../store/lease/lease.ts';
import { reportTo } from './background.ts';

/** Milliseconds between two times that it is asked for while another has it. */
const askEvery = 5000;

interface Shared {
  leases: Leases;
  engine: Engine;
  signal: AbortSignal;
  askEvery?: number;
}

/** What it may do while it has the lease: `signal` ends with that, and `engine` writes nothing after it. */
export interface Term {
  engine: Engine;
  signal: AbortSignal;
}

/**
 * Does `work` whenever this program has the lease of that name, until `work` is through before its signal ended, or `signal`
 * ends. Never rejects where `work` doesn't.
 */
export async function underLease(
  { leases, engine, signal, askEvery: pause = askEvery }: Shared,
  name: string,
  log: Logger,
  work: (term: Term) => Promise<void>,
): Promise<void> {
  const report = reportTo(log, `it can’t be said which program does this: ${name}`);
  const take = () =>
    leases.take(name).catch((error) => {
      if (!isOfStore(error)) report(error);
      return undefined;
    });
  for (let hasWaited = false; !signal.aborted; hasWaited = true) {
    const lease = await take();
    if (lease) {
      if (hasWaited) log.info(`does from now on what another program did: ${name}`);
      const term = AbortSignal.any([signal, lease.lost]);
      await work({ engine: guarded(engine, lease), signal: term });
      await lease.release();
      if (!term.aborted) return;
    }
    await wait(pause, undefined, { signal }).catch(() => undefined);
  }
}

/** `db` may be a getter, which throws while the database is away: it is for who asks, and not for now. */
const guarded = (engine: Engine, lease: Lease): Engine => {
  const write: Engine['write'] = (work, scope) =>
    engine.write(async (db) => {
      await lease.guard(db);
      return work(db);
    }, scope);
  return Object.defineProperties({} as Engine, {
    ...Object.getOwnPropertyDescriptors(engine),
    write: { value: write, enumerable: true },
  });
};
