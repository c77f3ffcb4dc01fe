/**
 * What one program at a time may do, of several that could: the kernel's lock where all are on one machine
 * (`machine.ts`), a row of a database where they are not (`postgres.ts`). Both are held by one suite
 * (test/store/lease/lease.test.ts).
 */
import type { Db } from '../engine/engine.ts';

export interface Leases {
  /** Undefined while another has it, in this process too. Rejects where it can't be said. */
  take(name: string): Promise<Lease | undefined>;
  /** Leases must have been released. */
  close(): Promise<void>;
}

export interface Lease {
  /** Larger with each holder of that name. Who keeps the largest it was shown can refuse those before. */
  readonly token: number;
  /** Aborts, with a `LeaseLost`, where another may have it from now on: sooner rather than later. */
  readonly lost: AbortSignal;
  /**
   * To be called in a transaction that writes: until that ends nobody else is given the lease. Rejects with `LeaseLost`
   * where it is over, whatever `lost` knows of it: so a process that stood still writes nothing of what it had begun.
   */
  guard(db: Db): Promise<void>;
  /** Lets another have it at once. Twice is once. */
  release(): Promise<void>;
}

/** Another program may do by now what this one did. */
export class LeaseLost extends Error {
  readonly code = 'lease_lost';
  constructor(name: string) {
    super(`Another program may have taken over “${name}”.`);
  }
}

/** Of letters, digits, points and hyphens: it is the name of a file, too. */
export function checkLeaseName(name: string): void {
  if (!/^[a-z0-9][a-z0-9.-]{0,99}$/.test(name)) throw new TypeError(`${JSON.stringify(name)} is no name of a lease`);
}
