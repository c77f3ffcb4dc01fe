/** The connections of one program to PostgreSQL: those that read, and a few that write, so that neither waits for the other. */
import type { PostgresPool } from 'kysely';
import { hostsOf } from './hosts.ts';
import { type Counts, openPool } from './pool.ts';
import { type Tell, watchPresence } from './presence.ts';

/** A number of connections, and milliseconds. */
export interface DatabaseBounds {
  /** Connections that read. */
  poolSize: number;
  /** How long a connection is waited for, open or new. */
  connectTimeout: number;
  /** How long one statement may take. */
  statementTimeout: number;
  /** How long a write waits for those before it. */
  lockTimeout: number;
  /** How long an unused connection stays open. */
  idleTimeout: number;
}

export interface Pools {
  reads: PostgresPool;
  /** For many reads at a time, which keep a connection for as long as they take: single ones never wait for those. */
  pipelined: PostgresPool;
  writes: PostgresPool;
  /** For the steps of the schema, which take as long as they take. */
  steps: PostgresPool;
  bounds: Pick<DatabaseBounds, 'lockTimeout' | 'statementTimeout'>;
  /** By what connections are for. */
  counts(): Record<string, Counts>;
  end(): Promise<void>;
}

/** Writes at once, and those that wait for a lock on the server; others wait here. */
const writing = 8;

/** Connections for reads that go out together; none is opened where there are no such reads. */
const pipelining = 2;

/** Milliseconds that the server has to end a statement by itself, before it counts as not answering. */
const grace = 1000;

/** `url` may name several hosts. */
export function openPools(url: string, bounds: DatabaseBounds, tell: Tell): Pools {
  const { poolSize, connectTimeout, statementTimeout, lockTimeout, idleTimeout } = bounds;
  const hosts = hostsOf(url);
  const usual = { connect: connectTimeout, wait: connectTimeout, idle: idleTimeout };
  const asking = openPool(
    'steps',
    { ...usual, size: 1, statement: connectTimeout },
    { hosts, presence: { check: () => undefined, suspect: () => undefined } },
  );
  const ask = async () => {
    const connection = await asking.connect();
    try {
      await connection.query('select 1', []);
    } finally {
      connection.release(true);
    }
  };
  const presence = watchPresence(ask, tell);
  const around = { hosts, presence };
  const reads = openPool('reads', { ...usual, size: poolSize, statement: statementTimeout }, around);
  const pipelined = openPool('reads', { ...usual, size: pipelining, statement: statementTimeout }, around);
  const statement = Math.max(lockTimeout, statementTimeout) + grace;
  const writes = openPool('writes', { ...usual, size: writing, wait: lockTimeout, statement }, around);
  return {
    reads,
    pipelined,
    writes,
    steps: openPool('steps', { ...usual, size: 1, statement: 0 }, around),
    bounds,
    counts: () => ({ reads: reads.counts(), pipelined: pipelined.counts(), writes: writes.counts() }),
    end: async () => {
      presence.end();
      await asking.end();
    },
  };
}
