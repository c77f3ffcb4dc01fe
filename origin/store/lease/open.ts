/** The leases of a store's programs, beside its engine. */
import { join } from 'node:path';
import { hostsOf } from '../engine/connections/hosts.ts';
import { openPool } from '../engine/connections/pool.ts';
import type { DatabaseBounds } from '../engine/connections/pools.ts';
import { usual } from '../engine/open.ts';
import type { Leases } from './lease.ts';
import { machineLeases } from './machine.ts';
import { type LeaseTerms, postgresLeases } from './postgres.ts';

interface Place {
  dataDir: string;
  databaseUrl: string | undefined;
  database?: DatabaseBounds;
}

/** Connects when a lease is first taken; its schema must be there by then. */
export function openLeases({ dataDir, databaseUrl, database = usual }: Place, terms?: LeaseTerms): Leases {
  if (!databaseUrl) return machineLeases(join(dataDir, 'leases'));
  const { connectTimeout, idleTimeout } = database;
  const bounds = {
    size: 2,
    wait: connectTimeout,
    connect: connectTimeout,
    statement: connectTimeout,
    idle: idleTimeout,
  };
  // Whether the database is there is watched by the engine, which tells the log.
  const presence = { check: () => undefined, suspect: () => undefined };
  return postgresLeases(openPool('steps', bounds, { hosts: hostsOf(databaseUrl), presence }), terms);
}
