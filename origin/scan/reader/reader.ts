/**
 * Reads bundles in child processes: a hostile one takes their time and memory, not the server's (CONTRACT.md, Scanning).
 * Accounts take turns, so that what one sends makes no other wait for more than the bundles that are being read.
 */
import { availableParallelism } from 'node:os';
import { ApiError } from '../../contract/errors.ts';
import type { Scan } from '../scan.ts';
import { fairQueue } from './fairQueue.ts';
import { type Patience, readerChild } from './readerChild.ts';
import type { Answered, Content, RequestOf } from './readerProcess.ts';

export type { Patience } from './readerChild.ts';

type Read = Omit<RequestOf<'read'>, 'kind'>;

export interface Reader {
  /**
   * Errors: those of `readArchive`, `readJson` and `readSkill`; `bundle_invalid` also where reading takes longer than
   * anyone waits. A scan that takes longer than its budget is `incomplete`.
   */
  read(request: Read): Promise<Content>;
  /**
   * As `read`, in the account's turn, which lasts until `use` is through: what was read and isn't stored yet takes more
   * memory than what was sent. Errors: also `rate_limited` and `unavailable`, where too much is waiting.
   */
  readFor<T>(account: number, request: Read, use: (content: Content) => Promise<T>): Promise<T>;
  /** Scans again what was accepted once, with what computing time publishes leave. */
  scan(request: Omit<RequestOf<'scan'>, 'kind'>): Promise<Scan>;
  close(): Promise<void>;
}

/** Milliseconds after which a process that isn't always needed ends: it takes as much memory as a server. */
const idle = 20_000;

export function openReader(patience: Patience = { scan: 2000, whole: 15_000 }): Reader {
  const lanes = Array.from({ length: Math.min(2, availableParallelism()) }, (_, index) =>
    readerChild({ patience, ...(index > 0 && { idle }) }),
  );
  const background = readerChild({ patience, idle, niceness: 19 });
  const publishes = fairQueue(lanes);
  const scans = fairQueue([background]);

  const read = <T>(account: unknown, request: Read, use: (content: Content) => Promise<T>) =>
    publishes.run(account, async (lane) => use(contentOf(await lane.ask({ kind: 'read', ...request })) as Content));
  return {
    read: (request) => read(undefined, request, async (content) => content),
    readFor: read,
    scan: (request) =>
      scans.run(undefined, async (lane) => contentOf(await lane.ask({ kind: 'scan', ...request })) as Scan),
    close: async () => {
      await Promise.all([publishes.settled(), scans.settled()]);
      for (const child of [...lanes, background]) child.end();
    },
  };
}

function contentOf(answered: Answered): Content | Scan {
  if ('done' in answered) return answered.done;
  if ('failed' in answered) throw new Error(`The reader failed: ${answered.failed}`);
  const { code, message, extra } = answered.refused;
  throw new ApiError(code, message, extra);
}
