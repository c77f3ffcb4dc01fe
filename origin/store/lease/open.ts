/** The leases of a store's programs, beside its engine. */
import { join } from 'node:path';
import { openOwnPool } from '../engine/connections/ownPool.ts';
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
  const { connectTimeout: patience, idleTimeout: idle } = database;
  return postgresLeases(openOwnPool(databaseUrl, { size: 2, patience, idle }), terms);
}
