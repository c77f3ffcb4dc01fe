/**
 * Extends the transparency log: entries of what happened, then a signed checkpoint over them. Entries and hashes are
 * committed before a checkpoint over them is signed, and a checkpoint before anybody is shown it; there is one of each size.
 */

import { type SqlBool, sql } from 'kysely';
import { checkpointText, parseCheckpoint } from '../../log/checkpoint.ts';
import type { Db, Engine } from '../engine/engine.ts';
import { appendQueued } from './append.ts';
import { logHead, newestCheckpoint } from './read.ts';
import { logSize, rootAt } from './rows.ts';

export interface LogSigner {
  /** What the log is called in its checkpoints. */
  origin: string;
  /** The verifier key, as a signed note names it. */
  verifier: string;
  /** A signed note of this text. */
  sign(text: string): string;
}

/** Why a log is not extended; its operator has to decide. */
export type Refusal = 'behind' | 'forked' | 'other key';

/** The engine's transactions of it change no profile's rows, and never run side by side with each other. */
const scope = { owners: [] };

/**
 * Takes a part of what waits into the log and signs a checkpoint over it; resolves to why it does neither, where it doesn’t.
 * `published` is the newest checkpoint that anybody was shown, where that is known: a log that does not have it in its
 * history signs nothing.
 */
export type ExtendLog = (now: number, published?: string) => Promise<Refusal | undefined>;

export function extending(engine: Engine, signer: LogSigner): ExtendLog {
  /** Checkpoints that the log was found to begin with, for as long as it has the newest of them: it may be put back. */
  let known = new Set<string>();
  return async (now, published) => {
    const newest = await newestCheckpoint(engine.db);
    const shown = [published, newest].filter((note) => note !== undefined);
    const isSame = newest !== undefined && known.has(newest);
    const refused = await refusal(engine.db, signer, isSame ? shown.filter((note) => !known.has(note)) : shown);
    if (refused) return refused;
    known = new Set(shown);
    const size = await engine.write(
      async (db) => ((await isOurs(db, signer, now)) ? appendQueued(db) : undefined),
      scope,
    );
    const note = size !== undefined && (await noteOver(engine.db, signer, size));
    if (!note) return size === undefined ? 'other key' : undefined;
    const isSigned = await engine.write(
      async (db) => (await isOurs(db, signer, now)) && addCheckpoint(db, size, note),
      scope,
    );
    if (!isSigned) return 'other key';
    known.add(note);
    return undefined;
  };
}

/** Whether anything waits to be taken in, or to be signed. */
export async function isOwing(db: Db): Promise<boolean> {
  const { rows } = await sql<{ owing: SqlBool }>`select exists (select 1 from log_queue)
    or coalesce((select max(number) + 1 from log_entries), 0) > coalesce((select max(size) from log_checkpoints), 0)
    as owing`.execute(db);
  return Boolean(rows[0]?.owing);
}

/**
 * Whether the log is this signer's; it begins where there is none. What is decided about its key elsewhere waits, or was
 * decided: nothing else extends the log between this and the end of the transaction.
 */
async function isOurs(db: Db, { origin, verifier }: LogSigner, now: number): Promise<boolean> {
  await db
    .updateTable('log_heads')
    .set((e) => ({ started_at: e.ref('started_at') }))
    .execute();
  const head = await logHead(db);
  if (head) return head.origin === origin && head.verifier === verifier;
  await db.insertInto('log_heads').values({ id: 1, origin, verifier, statement: '', started_at: now }).execute();
  return true;
}

/** Undefined where one is over so much already. */
async function noteOver(db: Db, { origin, sign }: LogSigner, size: number): Promise<string | undefined> {
  const newest = await newestCheckpoint(db);
  if (newest && parseCheckpoint(newest).size >= size) return undefined;
  return sign(checkpointText({ origin, size, root: await rootAt(db, size) }));
}

async function addCheckpoint(db: Db, size: number, note: string): Promise<true> {
  await db
    .insertInto('log_checkpoints')
    .values({ size, note })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return true;
}

export async function refusal(
  db: Db,
  { origin, verifier }: Pick<LogSigner, 'origin' | 'verifier'>,
  shown: readonly string[],
): Promise<Refusal | undefined> {
  const head = await logHead(db);
  if (head && (head.origin !== origin || head.verifier !== verifier)) return 'other key';
  for (const note of shown) {
    const { size, root, origin } = parseCheckpoint(note);
    if (head && origin !== head.origin) continue;
    if (size > (await logSize(db))) return 'behind';
    if (!root.equals(await rootAt(db, size))) return 'forked';
  }
  return undefined;
}
