/**
 * Reads bundles in child processes: a hostile one takes their time and memory, not the server's (CONTRACT.md, Scanning).
 * Accounts take turns, so that what one sends makes no other wait for more than the bundles that are being read.
 */
import { availableParallelism } from 'node:os';
import { ApiError } from '../../contract/errors.ts';
import type { Scan } from '../scan.ts';
import { budgets } from '../work.ts';
import { fairQueue } from './fairQueue.ts';
import { readerChild } from './readerChild.ts';
import type { Answered, Content, RequestOf } from './readerProcess.ts';

type Read = Omit<RequestOf<'read'>, 'kind'>;

export interface Reader {
  /** Starts the process that is always needed, so that the first publish need not wait for it. */
  start(): void;
  /**
   * Errors: those of `readArchive`, `readJson` and `readSkill`; `bundle_invalid` also where reading takes more computing
   * than it may, scan left out; `unavailable` where something keeps the process from its work. A scan whose budget does not suffice is `incomplete`.
   */
  read(request: Read): Promise<Content>;
  /**
   * As `read`, in the account's turn, which lasts until `use` is through. What was read and isn't stored yet takes more
   * memory than what was sent: where there is much of it, the next bundle is read when `use` is through.
   * Errors: also `rate_limited` and `unavailable`, where too much is waiting.
   */
  readFor<T>(account: number, request: Read, use: (content: Content) => Promise<T>): Promise<T>;
  /** Scans again what was accepted once, with a larger budget and with what computing time publishes leave. */
  scan(request: Omit<RequestOf<'scan'>, 'kind'>): Promise<Scan>;
  /** How many bundles wait for their turn. */
  waiting(): { publishes: number; scans: number };
  close(): Promise<void>;
}

/** Milliseconds after which a process that isn't always needed ends: it takes as much memory as a server. */
const idle = 20_000;

/** Of what was read and is stored while others are read. A database at a distance takes a while for each. */
const storing = { bundles: 16, bytes: 4_000_000 };

interface Bounds {
  /** Units of work for a scan that a publish waits for, and for one in the background. */
  publish: number;
  background: number;
  /**
   * Milliseconds of computing, as `readerChild` has it. People’s bundles take under one second, the worst that are known six.
   */
  patience: number;
}

export function openReader(changes: Partial<Bounds> = {}): Reader {
  const { publish, background, patience } = { ...budgets, patience: 8_000, ...changes };
  const lanes = Array.from({ length: Math.min(2, availableParallelism()) }, (_, index) =>
    readerChild({ budget: publish, patience, ...(index > 0 && { idle }) }),
  );
  // It takes what computing time others leave.
  const patient = readerChild({ budget: background, patience: 75 * patience, idle, niceness: 19 });
  const publishes = fairQueue(lanes);
  const scans = fairQueue([patient]);

  const stored = { bundles: 0, bytes: 0 };
  const add = (bundles: number, bytes: number) => {
    stored.bundles += bundles;
    stored.bytes += bytes;
  };
  const read = <T>(account: unknown, request: Read, use: (content: Content) => Promise<T>) =>
    publishes.run(account, async (lane, leave) => {
      const content = contentOf(await lane.ask({ kind: 'read', ...request })) as Content;
      const bytes = content.files.reduce((sum, { size }) => sum + size, 0);
      add(1, bytes);
      if (stored.bundles <= storing.bundles && stored.bytes <= storing.bytes) leave();
      try {
        return await use(content);
      } finally {
        add(-1, -bytes);
      }
    });
  return {
    start: () => lanes[0]?.start(),
    read: (request) => read(undefined, request, async (content) => content),
    readFor: read,
    scan: (request) =>
      scans.run(undefined, async (lane) => contentOf(await lane.ask({ kind: 'scan', ...request })) as Scan),
    waiting: () => ({ publishes: publishes.length(), scans: scans.length() }),
    close: async () => {
      await Promise.all([publishes.settled(), scans.settled()]);
      for (const child of [...lanes, patient]) child.end();
    },
  };
}

function contentOf(answered: Answered): Content | Scan {
  if ('done' in answered) return answered.done;
  if ('failed' in answered) throw new Error(`The reader failed: ${answered.failed}`);
  const { code, message, extra } = answered.refused;
  throw new ApiError(code, message, extra);
}
