/** Connections to PostgreSQL, kept and bounded: none is waited for without end, and one that breaks harms nobody else. */
import type { Writable } from 'node:stream';
import type { PostgresPool } from 'kysely';
import pg from 'pg';
import { isAway } from '../faults.ts';
import type { Hosts } from './hosts.ts';
import { awayFor, type Connection, Lease } from './lease.ts';
import type { Presence } from './presence.ts';
import { namingClient, Statements } from './statements.ts';

/** A number of connections, and milliseconds. */
interface Bounds {
  size: number;
  /** Until one is there, free or new. */
  wait: number;
  /** Until a new one is made. */
  connect: number;
  /** Until a statement is answered; 0 for as long as it takes. */
  statement: number;
  /** That one stays open unused. */
  idle: number;
}

const int8 = 20;

/** 64-bit integers arrive as numbers. */
const types = {
  getTypeParser: ((oid: number, format?: 'text') =>
    oid === int8 ? Number : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
};

/** Makes connections to the host that is to be tried. */
function clientFor(hosts: Hosts, connect: number, pipeline: boolean) {
  return class extends pg.Client {
    readonly address: string;
    constructor() {
      const address = hosts.next();
      super({ connectionString: address, connectionTimeoutMillis: connect, keepAlive: true, types, pipeline });
      this.address = address;
      // A connection may break between two statements: without a listener that would end the process.
      this.on('error', () => undefined);
      if (pipeline) this.on('connect', () => sendsTogether(this));
    }
  };
}

/** What is asked in one go is sent in one: each statement by itself is a call of the system, and wakes the server up. */
function sendsTogether(client: pg.Client): void {
  const { stream } = (client as unknown as { connection: { stream: Writable } }).connection;
  const { query } = client;
  client.query = ((...asked: Parameters<typeof query>) => {
    stream.cork();
    process.nextTick(() => stream.uncork());
    return query.apply(client, asked);
  }) as typeof query;
}

export interface Pool extends PostgresPool {
  counts(): Counts;
}

/** Connections, and who waits for one. */
export interface Counts {
  used: number;
  idle: number;
  waiting: number;
}

export function openPool(
  kind: 'reads' | 'writes' | 'steps',
  { size, wait, connect, statement, idle }: Bounds,
  { hosts, presence }: { hosts: Hosts; presence: Presence },
): Pool {
  // What is asked goes out at once, behind what was asked before.
  const Plain = clientFor(hosts, connect, kind !== 'steps');
  const Client = kind === 'steps' ? Plain : namingClient(Plain, new Statements(kind));
  const pool = new pg.Pool({ max: size, connectionTimeoutMillis: wait, idleTimeoutMillis: idle, Client });
  const fresh = new WeakSet<object>();
  pool.on('connect', (client) => fresh.add(client));
  pool.on('error', (error) => presence.suspect(error));

  /** One that is open and leads to the right host, or a new one. */
  const takeOne = async (): Promise<Lease> => {
    for (;;) {
      const connection = (await pool.connect()) as unknown as Connection;
      const isFresh = fresh.delete(connection);
      const lease = new Lease(connection, { kind, isFresh, limit: statement, hosts, presence, take });
      if (isFresh) {
        await lease.prove();
        return lease;
      }
      if (hosts.isChosen(connection.address)) return lease;
      lease.drop();
    }
  };

  /** Tries each host once. */
  const take = async (): Promise<Lease> => {
    presence.check();
    for (let failures = 1; ; failures += 1) {
      const address = hosts.next();
      try {
        return await takeOne();
      } catch (error) {
        if (!isAway(error)) {
          if (!isExhausted(error)) throw error;
          presence.suspect(error);
          throw Object.assign(error as Error, { code: tooMany });
        }
        hosts.moveOn(address);
        if (failures < hosts.count) continue;
        presence.suspect(error);
        throw awayFor(error);
      }
    }
  };
  const counts = (): Counts => {
    const { totalCount, idleCount: idle, waitingCount: waiting } = pool;
    return { used: totalCount - idle, idle, waiting };
  };
  return { connect: take as unknown as PostgresPool['connect'], end: () => pool.end(), options: {}, counts };
}

/** PostgreSQL's code for more connections than there may be; the driver has none for its own. */
const tooMany = '53300';

/** Whether all were taken, and none came back in time. */
const isExhausted = (error: unknown): boolean => (error as Error).message === 'timeout exceeded when trying to connect';
