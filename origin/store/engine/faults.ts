/** Which failures of a store, or of the disk below it, pass by themselves: a full disk, a lock, a server that restarts. */
import { ApiError } from '../../contract/errors.ts';
import { OutdatedProgram } from '../schema/migrate.ts';

/** SQLite's codes without the extensions (https://sqlite.org/rescode.html), the system's, and our own (migrate.ts). */
const passing =
  /^(?:SQLITE_(?:FULL|IOERR|READONLY|BUSY|LOCKED|CANTOPEN|NOMEM|PROTOCOL)(?:_\w+)?|ENOSPC|EROFS|EDQUOT|EIO|EMFILE|ENFILE|ENOMEM|unavailable)$/;

/** The network's: nobody is there, or nobody answers. */
const unreachable =
  /^(?:ECONNREFUSED|ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|EHOSTUNREACH|EHOSTDOWN|ENETUNREACH|ENETDOWN|ENOTFOUND|EAI_AGAIN)$/;

/** Pages or files that are not as they were written; XX001 and XX002 are PostgreSQL's. Time alone does not make that good. */
const damage = /^(?:SQLITE_(?:CORRUPT|NOTADB)(?:_\w+)?|XX00[12]|damaged)$/;

/** PostgreSQL's (its manual, appendix A): connections, an operator's intervention, a transaction that was silent for too long. */
const awayState = /^(?:08...|57P0[1-5]|25P03)$/;

/** And resources, transactions to be repeated, time-outs of statements and locks, a database that is read-only. */
const passingState = /^(?:53...|57014|58030|40001|40P01|55P03|25006)$/;

/** The driver's own, which have no code: of a connection that was cut, or never made. */
const cut = /^(?:Connection terminated\b|Client (?:has encountered a connection error|was closed)|timeout expired)/;

/** The database can't be reached. Whoever keeps its connections tells the log of it, once for as long as it lasts. */
export class DatabaseAway extends ApiError {
  constructor(message = 'The registry’s database can’t be reached right now.', cause?: unknown) {
    super('unavailable', message);
    this.cause = cause;
  }
}

/** Contents that are objects can’t be reached. The log hears of it from what keeps them, once for as long as it lasts. */
export class ContentsAway extends ApiError {
  constructor(cause: unknown) {
    super('unavailable', 'The registry’s files can’t be reached right now.');
    this.cause = cause;
  }
}

/** A content that is missing, or that is not what its hash says. */
export class DamagedContent extends Error {
  readonly code = 'damaged';
}

/** There is nothing under its hash: who looked it up in several steps may have been told of it before a withdrawal. */
export class MissingContent extends DamagedContent {}

const partsOf = (error: unknown) => (error ?? {}) as { code?: unknown; message?: unknown; cause?: unknown };

/** Whether it tells of a connection that is gone, or can't be made; and so of nothing that the database decided. */
export function isAway(error: unknown): boolean {
  if (error instanceof DatabaseAway) return true;
  const { code, message } = partsOf(error);
  if (typeof code === 'string') return unreachable.test(code) || awayState.test(code);
  return typeof message === 'string' && cut.test(message);
}

/** Whether asking again later may well succeed: `unavailable` and not `internal`. */
export function isPassing(error: unknown): boolean {
  const { code, cause } = partsOf(error);
  if (isAway(error) || (typeof code === 'string' && (passing.test(code) || passingState.test(code)))) return true;
  return cause instanceof Error && isPassing(cause);
}

/**
 * Whether something stored is damaged: `unavailable` until somebody repairs it, and never an answer made of it. Unlike what
 * passes by itself it is not tried again in the background, and the log tells of each.
 */
export function isDamage(error: unknown): boolean {
  const { code, cause } = partsOf(error);
  return (typeof code === 'string' && damage.test(code)) || (cause instanceof Error && isDamage(cause));
}

/** Whether it is the store that fails for now, and not what was asked of it, nor a program that is too old for it. */
export const isOfStore = (error: unknown): boolean =>
  isPassing(error) && (!(error instanceof ApiError) || error instanceof DatabaseAway || error instanceof ContentsAway);

/** Whether the log knows of it without being told by those who met it: of a newer program it was told as the store was opened. */
export const isTold = (error: unknown): boolean =>
  error instanceof DatabaseAway ||
  error instanceof ContentsAway ||
  error instanceof OutdatedProgram ||
  (error instanceof AggregateError && error.errors.every(isTold));
