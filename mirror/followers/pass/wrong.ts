/** Whose fault it is that a pass can't be taken in. */

/** What a disk or a system says that is full, damaged or busy. */
const ofThisMachine = /^(?:E[A-Z]+|SQLITE_(?:FULL|IOERR|BUSY|LOCKED|READONLY|CANTOPEN|NOMEM|CORRUPT|NOTADB).*)$/;

/** What was sent is at fault, and not this machine: rows of it that contradict each other too. */
export const isWrong = (error: unknown): boolean => !ofThisMachine.test(String((error as { code?: string }).code));
