/**
 * Extends the transparency log: entries of what happened, then a signed checkpoint over them. Entries and hashes are
 * committed before a checkpoint over them is signed, and a checkpoint before anybody is shown it; there is one of each size.
 */
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

export interface Extended {
  /** Whether there is anything that was not there before. */
  isNews: boolean;
  /** Whether more waits. */
  isMore: boolean;
  refused?: Refusal;
}

/** The engine's transactions of it change no profile's rows, and never run side by side with each other. */
const scope = { owners: [] };

/**
 * Takes a part of what waits into the log and signs a checkpoint over it. `published` is the newest checkpoint that anybody was
 * shown, where that is known: a log that does not have it in its history signs nothing.
 */
export async function extendLog(engine: Engine, signer: LogSigner, now: number, published?: string): Promise<Extended> {
  const refused = await refusal(engine.db, signer, published);
  if (refused) return { isNews: false, isMore: false, refused };
  const { size, taken, isBegun } = await engine.write(async (db) => {
    const isBegun = await begin(db, signer, now);
    return { ...(await appendQueued(db)), isBegun };
  }, scope);
  const signed = await signOver(engine, signer, size);
  return { isNews: taken > 0 || isBegun || signed, isMore: taken > 0 };
}

/** Whether anything waits to be taken in. */
export const hasMore = async (db: Db): Promise<boolean> =>
  (await db.selectFrom('log_queue').select('id').limit(1).executeTakeFirst()) !== undefined;

/** Nothing else extends the log between this and the end of the transaction. */
async function begin(db: Db, { origin, verifier }: LogSigner, now: number): Promise<boolean> {
  const locked = await db
    .updateTable('log_heads')
    .set((e) => ({ started_at: e.ref('started_at') }))
    .executeTakeFirst();
  if (Number(locked.numUpdatedRows) > 0) return false;
  await db.insertInto('log_heads').values({ id: 1, origin, verifier, statement: '', started_at: now }).execute();
  return true;
}

async function signOver(engine: Engine, { origin, sign }: LogSigner, size: number): Promise<boolean> {
  const newest = await newestCheckpoint(engine.db);
  if (newest && parseCheckpoint(newest).size >= size) return false;
  const note = sign(checkpointText({ origin, size, root: await rootAt(engine.db, size) }));
  const made = await engine.write(
    (db) =>
      db
        .insertInto('log_checkpoints')
        .values({ size, note })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst(),
    scope,
  );
  return Number(made.numInsertedOrUpdatedRows) > 0;
}

async function refusal(db: Db, { origin, verifier }: LogSigner, published?: string): Promise<Refusal | undefined> {
  const head = await logHead(db);
  if (head && (head.origin !== origin || head.verifier !== verifier)) return 'other key';
  for (const note of [published, await newestCheckpoint(db)]) {
    if (!note) continue;
    const { size, root, ...shown } = parseCheckpoint(note);
    if (head && shown.origin !== head.origin) continue;
    if (size > (await logSize(db))) return 'behind';
    if (!root.equals(await rootAt(db, size))) return 'forked';
  }
  return undefined;
}
