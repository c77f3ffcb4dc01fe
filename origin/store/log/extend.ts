/**
 * Extends the transparency log: entries of what happened, then a signed checkpoint over them. Entries and hashes are
 * committed before a checkpoint over them is signed, and a checkpoint before anybody is shown it; there is one of each size.
 */

import { type SqlBool, sql } from 'kysely';
import { checkpointText, parseCheckpoint } from '../../log/checkpoint.ts';
import { type Edge, edgeOf, extendEdge, rootOfEdge } from '../../log/edge.ts';
import { compiledOnce, type Place, type RowOf } from '../engine/compiled.ts';
import type { Db, Engine } from '../engine/engine.ts';
import { appendQueued } from './append.ts';
import { logHead, newestCheckpoint } from './read.ts';
import { logSize, rootAt, tilesIn } from './rows.ts';

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
  /** What was signed last, so that the next root takes no reading: it is for as long as that is the newest. */
  let last: { edge: Edge; text: string } | undefined;
  return async function extend(now, published) {
    if (!last || (published !== undefined && !isOf(published, last.text))) {
      last = undefined;
      const shown = [published, await newestCheckpoint(engine.db)].filter((note) => note !== undefined);
      const refused = await refusal(engine.db, signer, shown);
      if (refused) return refused;
    }
    const known = last;
    const appended = await engine.write(async (db) => {
      const { isOurs, newest } = await headOf(db, signer, now);
      if (!isOurs) return 'other key';
      // Another builder went on with the log.
      if (known && !isOf(newest, known.text)) return 'other edge';
      return { ...(await appendQueued(engine, db)), signed: newest === undefined ? -1 : parseCheckpoint(newest).size };
    }, scope);
    if (appended === 'other key') return appended;
    if (appended === 'other edge') {
      last = undefined;
      return extend(now, published);
    }
    const { first, leaves, signed } = appended;
    const size = first + leaves.length;
    if (size <= signed) return undefined;
    const edge = known?.edge.size === first ? extendEdge(known.edge, leaves) : await edgeOf(size, tilesIn(engine.db));
    const text = checkpointText({ origin: signer.origin, size, root: rootOfEdge(edge) });
    const note = signer.sign(text);
    last = { edge, text };
    const isSigned = await engine.write((db) => addCheckpoint(db, signer, { size, note }), scope);
    return isSigned ? undefined : 'other key';
  };
}

/** Whether anything waits to be taken in, or to be signed. */
export async function isOwing(db: Db): Promise<boolean> {
  const [found] = await runOwing(
    db,
    '',
    [],
    () => sql<{ owing: SqlBool }>`select exists (select 1 from log_queue)
      or coalesce((select max(number) + 1 from log_entries), 0) > coalesce((select max(size) from log_checkpoints), 0)
      as owing`,
  );
  return Boolean(found?.owing);
}

const runOwing = compiledOnce<{ owing: SqlBool }>();

/**
 * Whether the log is this signer's, and the newest checkpoint; it begins where there is none. What is decided about its key is
 * written alone, so neither changes before the end of the transaction; of two that extend it at a time, the primary key of
 * the entries takes one back.
 */
async function headOf(
  db: Db,
  { origin, verifier }: LogSigner,
  now: number,
): Promise<{ isOurs: boolean; newest?: string | undefined }> {
  const [head] = await runHead(db, '', [], () => headRows(db));
  if (head) return { isOurs: head.origin === origin && head.verifier === verifier, newest: head.newest ?? undefined };
  await db.insertInto('log_heads').values({ id: 1, origin, verifier, statement: '', started_at: now }).execute();
  return { isOurs: true };
}

const headRows = (db: Db) =>
  db
    .selectFrom('log_heads')
    .select(['origin', 'verifier'])
    .select((e) => e.selectFrom('log_checkpoints').select('note').orderBy('size', 'desc').limit(1).as('newest'))
    .orderBy('id', 'desc')
    .limit(1);

const runHead = compiledOnce<RowOf<typeof headRows>>();

/** Whether a note is of this text, by any signer. */
const isOf = (note: string | undefined, text: string): boolean => note?.startsWith(`${text}\n`) ?? false;

/** Resolves to whether the log is still this signer's, and has the checkpoint. Who changes the key writes alone. */
async function addCheckpoint(db: Db, signer: LogSigner, { size, note }: { size: number; note: string }) {
  const values = [size, note, signer.origin, signer.verifier];
  const added = await runAdd(db, '', values, (places) => addedRows(db, places));
  // Another builder signed the same meanwhile, or the key is another.
  return added.length === 1 || (await refusal(db, signer, [])) === undefined;
}

const addedRows = (db: Db, [size, note, origin, verifier]: readonly Place[]) =>
  db
    .insertInto('log_checkpoints')
    .columns(['size', 'note'])
    .expression((e) =>
      e
        .selectFrom('log_heads')
        .select([e.val<number>(size).as('size'), e.val<string>(note).as('note')])
        .where(
          'id',
          '=',
          e.selectFrom('log_heads').select((of) => of.fn.max('id').as('id')),
        )
        .where('origin', '=', origin)
        .where('verifier', '=', verifier),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning('size');

const runAdd = compiledOnce<RowOf<typeof addedRows>>();

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
