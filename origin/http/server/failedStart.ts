/** Why a program could not start: in a word for people, and whether to try again can help. */
import { accessSync, constants } from 'node:fs';
import type { Settings } from '../../settings/settings.ts';
import { sentenceOf } from '../../store/engine/connections/presence.ts';
import { DatabaseAway } from '../../store/engine/faults.ts';
import { UnusableBucket } from '../../store/objects/s3/bucket.ts';
import { UnreadableStore } from '../../store/schema/migrate.ts';
import { CannotListen } from './listen.ts';

/** Of files and folders, of SQLite and of PostgreSQL: what stays as it is until somebody changes a setting. */
const lasting = new Set([
  ...['EACCES', 'EPERM', 'ENOTDIR', 'EISDIR', 'ERR_INVALID_URL'],
  ...['SQLITE_CANTOPEN', 'SQLITE_PERM'],
  // A wrong name or password, a database that is not there, a right that is missing.
  ...['28000', '28P01', '3D000', '42501'],
]);

/**
 * Whether a setting is wrong, so that a first start had better say so and end. All else may pass by itself, or be repaired:
 * where a disk is full, read-only or damaged, the mirror has what it needs to go on.
 */
export const isWrongSetting = (error: unknown, { dataDir }: Pick<Settings, 'dataDir'>): boolean =>
  causesOf(error).some((cause) => {
    const code = String((cause as { code?: string }).code);
    if ([CannotListen, UnreadableStore, UnusableBucket].some((kind) => cause instanceof kind)) return true;
    return lasting.has(code) && !(code.startsWith('SQLITE_') && isReadOnly(dataDir));
  });

/** Whether its disk is; SQLite says of that what it says of a missing right too. */
function isReadOnly(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EROFS';
  }
}

/** One line. */
export function reasonOf(error: unknown): string {
  if (error instanceof DatabaseAway) return `the database is away: ${sentenceOf(error)}`;
  const [said] = causesOf(error)
    .flatMap((cause) => (cause as Error).message?.split('\n') ?? [])
    .filter(Boolean);
  return said ?? String(error);
}

/** The error, what it was caused by, and what it is made of: a connection that is tried at two addresses fails twice. */
function causesOf(error: unknown): unknown[] {
  if (!(error instanceof Error)) return [error];
  const parts = error instanceof AggregateError ? error.errors : [];
  return [error, ...[error.cause, ...parts].filter((part) => part !== undefined).flatMap(causesOf)];
}
