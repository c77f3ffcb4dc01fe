/** One connection, for as long as somebody has it: to read something, or for one transaction. */
import type { PostgresPoolClient, PostgresQueryResult } from 'kysely';
import { DatabaseAway, isAway } from '../faults.ts';
import { cancelOn, type Keyed } from './cancel.ts';
import type { Hosts } from './hosts.ts';
import type { Presence } from './presence.ts';

/** A connection that knows where it leads. */
export interface Connection extends PostgresPoolClient, Keyed {
  address: string;
}

type Result = PostgresQueryResult<Record<string, unknown>>;

interface Terms {
  kind: 'reads' | 'writes' | 'steps';
  /** Whether it was made for this. */
  isFresh: boolean;
  /** Milliseconds until a statement is answered; 0 for as long as it takes. */
  limit: number;
  hosts: Hosts;
  presence: Presence;
  /** Gives another. */
  take(): Promise<Lease>;
}

const unknownOutcome =
  'The database went away while this was stored, so it may be stored or not. Send it again, or look first.';

export class Lease {
  #connection: Connection;
  #terms: Terms;
  #isUsed = false;
  #isReturned = false;
  /** Why nothing can be asked any more. */
  #end: unknown;
  /** Resolves when what was asked last is answered, or failed. */
  #answered: Promise<unknown> = Promise.resolve();

  constructor(connection: Connection, terms: Terms) {
    this.#connection = connection;
    this.#terms = terms;
  }

  /**
   * What is asked first on a connection that was kept, and turns out to be dead, is asked on another: a read, or the
   * beginning of a transaction, changed nothing. What a write asked behind its beginning is lost too: that begins again.
   */
  async query(sql: string, parameters: readonly unknown[] = []): Promise<Result> {
    if (this.#end) throw this.#end;
    const { kind, isFresh, take } = this.#terms;
    const isFirst = !this.#isUsed;
    const isHarmless = isFirst && (kind !== 'steps' || sql === 'begin');
    this.#isUsed = true;
    try {
      return await this.#ask(sql, parameters);
    } catch (error) {
      if (!isHarmless || isFresh || !isAway(error)) throw this.#judge(sql, error);
      this.drop();
      if (kind === 'writes') {
        this.#end = new DeadOnArrival(undefined, error);
        throw this.#end;
      }
      const other = await take();
      [this.#connection, this.#terms] = [other.#connection, other.#terms];
      [this.#isUsed, this.#isReturned] = [false, false];
      return this.query(sql, parameters);
    }
  }

  /** Finds out whether its host takes writes, where that matters. */
  async prove(): Promise<void> {
    const { hosts } = this.#terms;
    const { address } = this.#connection;
    if (hosts.mustWrite) {
      const { rows } = await this.#ask('show transaction_read_only', []);
      if (rows[0]?.['transaction_read_only'] !== 'off') {
        this.drop();
        throw new DatabaseAway(undefined, new Error('no host of DATABASE_URL takes writes'));
      }
    }
    hosts.choose(address);
  }

  release(isBroken = false): void {
    if (this.#isReturned) return;
    this.#isReturned = true;
    this.#connection.release(isBroken);
  }

  /** Closes the connection. */
  drop(): void {
    this.release(true);
  }

  #ask(sql: string, parameters: readonly unknown[]): Promise<Result> {
    const { limit } = this.#terms;
    const connection = this.#connection;
    const answer: Promise<Result> = connection.query(sql, parameters);
    if (limit === 0) return answer;
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    let timer: NodeJS.Timeout | undefined;
    const expire = () => {
      reject(new Unanswered(limit));
      cancelOn(connection);
      this.drop();
    };
    // The server is at it once it has answered what came before.
    this.#answered.then(() => {
      timer = setTimeout(expire, limit);
    });
    const settled = answer.then(resolve, reject);
    this.#answered = settled;
    settled.finally(() => clearTimeout(timer));
    return promise;
  }

  /** What its holder is told of a failure. A connection that is gone says the same to all that follows. */
  #judge(sql: string, error: unknown): unknown {
    if (this.#end) return this.#end;
    const { kind, hosts, presence } = this.#terms;
    const isReadOnly = kind === 'writes' && (error as { code?: string }).code === '25006';
    if (!isReadOnly && !isAway(error) && !(error instanceof Unanswered)) return error;
    this.drop();
    if (isReadOnly) hosts.abandon(this.#connection.address);
    presence.suspect(error);
    const isUnknown = sql === 'commit' && !isReadOnly;
    this.#end =
      error instanceof Unanswered && !isUnknown ? error : awayFor(error, isUnknown ? unknownOutcome : undefined);
    return this.#end;
  }
}

/** The connection was dead before anything was asked of it: a write begins again on another. */
export class DeadOnArrival extends DatabaseAway {}

/** As PostgreSQL says it of a statement that took longer than it may. */
class Unanswered extends Error {
  readonly code = '57014';
  constructor(limit: number) {
    super(`the database did not answer a statement within ${limit / 1000} s`);
  }
}

export const awayFor = (error: unknown, message?: string): unknown =>
  error instanceof DatabaseAway ? error : new DatabaseAway(message, error);
