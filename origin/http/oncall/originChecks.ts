/** What those on call are told of an origin: what it needs, as checks and as gauges. */
import { sql } from 'kysely';
import type { Pools } from '../../store/engine/connections/pools.ts';
import type { Engine } from '../../store/engine/engine.ts';
import { newestChange } from '../../store/events/changes.ts';
import { codeOf } from './codeOf.ts';
import type { Metrics } from './metrics.ts';
import type { Check } from './readiness.ts';

/** What copies the store to a second place. `lag`: seconds for which something is not there. */
interface Copied {
  lag(): Promise<number>;
  failure(): unknown;
}

interface Needs {
  engine: Engine;
  /** Bytes. */
  freeDisk(): Promise<number>;
  /** Of the snapshot; undefined where that is on another machine. */
  behind: { look(): Promise<{ changes: number; seconds: number }> } | undefined;
  /** Why writes fail, where the store is to blame. */
  writeFailure(): Promise<string | undefined>;
  /** Whether contents are objects. */
  hasObjects?: boolean;
  /** Undefined where the store is not copied. */
  copier?: Copied | undefined;
  /** Aborted once it ends. */
  stopping: AbortSignal;
}

/** Bytes below which writes may soon fail, and seconds after which a publish is missed. */
const [littleRoom, late] = [256 * 1024 * 1024, 60];

export const originChecks = ({
  engine,
  hasObjects = false,
  freeDisk,
  behind,
  writeFailure,
  copier,
  stopping,
}: Needs): Check[] => [
  { name: 'running', isVital: true, look: async () => (stopping.aborted ? 'It is stopping.' : undefined) },
  {
    name: 'store',
    isVital: true,
    look: async () => {
      // From a table: SQLite answers a `select 1` without a look at its file.
      await sql`select seq from changes limit 1`.execute(engine.db);
      return undefined;
    },
  },
  {
    name: 'writes',
    look: async () => {
      const failure = await writeFailure();
      return failure && `Writes fail: ${failure}.`;
    },
  },
  {
    name: 'disk',
    look: async () => {
      const free = await freeDisk();
      return free < littleRoom ? `${Math.floor(free / 1024 / 1024)} MiB are left in the data folder.` : undefined;
    },
  },
  ...(behind ? [{ name: 'snapshot', look: async () => whyBehind(await behind.look()) }] : []),
  ...(hasObjects
    ? [
        {
          name: 'objects',
          look: async () => {
            await engine.contents?.probe();
            return undefined;
          },
        },
      ]
    : []),
  ...(copier ? [{ name: 'backup', look: () => whyNotCopied(copier) }] : []),
];

const whyBehind = ({ changes, seconds }: { changes: number; seconds: number }) =>
  seconds > late ? `The snapshot is ${changes} changes and ${Math.floor(seconds)} s behind.` : undefined;

async function whyNotCopied(copier: Copied): Promise<string | undefined> {
  const [lag, failure] = [await copier.lag(), copier.failure()];
  const behind = lag > late ? ` It is ${Math.floor(lag)} s behind.` : '';
  if (failure !== undefined) return `The backup fails: ${codeOf(failure) ?? 'the log says why'}.${behind}`;
  return lag > late ? `The backup is ${Math.floor(lag)} s behind.` : undefined;
}

/** There is no number where the store is not copied. */
export function backupGauge({ gauge }: Metrics, copier: Copied | undefined): void {
  gauge('backup_lag_seconds', 'Time since the oldest write that is not in the backup.', async () => {
    if (!copier) throw new Error('The store is not copied.');
    return copier.lag();
  });
}

/** For who opens a store, maybe more than once until its database is there. */
export function poolGauges(metrics: Metrics): (pools: Pick<Pools, 'counts'>) => void {
  let count: Pools['counts'] = () => ({});
  metrics.connections(() => count());
  return ({ counts }) => {
    count = counts;
  };
}

export function originGauges(
  { gauge }: Metrics,
  { engine, freeDisk, behind }: Omit<Needs, 'writeFailure' | 'copier' | 'stopping'>,
) {
  if (behind) {
    const look = (what: 'changes' | 'seconds') => async () => (await behind.look())[what];
    gauge('snapshot_lag_changes', 'Changes that the snapshot has not taken in.', look('changes'));
    const sinceWhen = 'Time since the oldest change was seen that the snapshot has not taken in.';
    gauge('snapshot_lag_seconds', sinceWhen, look('seconds'));
  }
  gauge('disk_free_bytes', 'Room in the data folder.', freeDisk);
  gauge('store_bytes', 'Size of the database.', async () => (await engine.size()).database);
  gauge('changes', 'Number of the newest change.', () => newestChange(engine.db));
  gauge('events', 'Number of the newest event.', async () => {
    const { rows } = await sql<{ newest: number | null }>`select max(id) as newest from events`.execute(engine.db);
    return rows[0]?.newest ?? 0;
  });
}
