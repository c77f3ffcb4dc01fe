/** Which failures of a store, or of the disk below it, pass by themselves: a full disk, a lock, a server that restarts. */

/** SQLite's codes without the extensions (https://sqlite.org/rescode.html), the system's, and our own (migrate.ts). */
const passing =
  /^(?:SQLITE_(?:FULL|IOERR|READONLY|BUSY|LOCKED|CANTOPEN|NOMEM|PROTOCOL)(?:_\w+)?|ENOSPC|EROFS|EDQUOT|EIO|EMFILE|ENFILE|ENOMEM|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|unavailable)$/;

/**
 * PostgreSQL's (its manual, appendix A): connections, resources, an operator's or the system's intervention, transactions to be
 * repeated, locks, a database that is read-only.
 */
const passingState = /^(?:08...|53...|57P0[1-5]|58030|40001|40P01|55P03|25006)$/;

/** Whether asking again later may well succeed: `unavailable` and not `internal`. */
export function isPassing(error: unknown): boolean {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  if (typeof code === 'string') return passing.test(code) || passingState.test(code);
  // The driver's own, of a connection that a server cut.
  return typeof message === 'string' && /^Connection terminated\b/.test(message);
}

/** What is nice to have noted: when it can't be for now, whoever asked for something else still gets that. */
export async function noteIfPossible(note: Promise<unknown>): Promise<void> {
  await note.catch((error) => {
    if (!isPassing(error)) throw error;
  });
}
