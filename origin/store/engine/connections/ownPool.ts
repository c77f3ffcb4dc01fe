/** A few connections to a PostgreSQL database apart from an engine's, for short statements that may wait for none of those. */
import { hostsOf } from './hosts.ts';
import { openPool, type Pool } from './pool.ts';

/** Whether the database is there is told of by others. */
const presence = { check: () => undefined, suspect: () => undefined };

/** `url` may name several hosts. `patience`: milliseconds for a connection, and for a statement. */
export const openOwnPool = (
  url: string,
  { size, patience, idle }: { size: number; patience: number; idle: number },
): Pool =>
  openPool(
    'steps',
    { size, wait: patience, connect: patience, statement: patience, idle },
    { hosts: hostsOf(url), presence },
  );
