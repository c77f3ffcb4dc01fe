/**
 * Another key for the log, or another log: what an operator decides and clients are told of, signed. The registry must not
 * build its snapshot meanwhile. Killed on the way, the same command goes on: the new key waits in a file until the store has it.
 */
import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { newSigner, type Signer, signNote, verifierText } from '../../log/note.ts';
import { handOverText, newLogText } from '../../log/statement.ts';
import { syncPath } from '../durable.ts';
import type { Db, Engine } from '../engine/engine.ts';
import { enter } from './append.ts';
import { readKey, replaceKey } from './keyFile.ts';
import { logHead } from './read.ts';
import { logSize } from './rows.ts';
import { type KeyPlace, keyFileOf, keyIn } from './signer.ts';

interface Head {
  origin: string;
  verifier: string;
}

/** Hands over from the key of the log to a new one, which the old one signs. Errors: one sentence. */
export async function rotateKey(engine: Engine, place: KeyPlace, now: number): Promise<Head> {
  const head = await begun(engine.db);
  return change(engine, place, head, async (fresh) => {
    const old = await keyIn(place);
    if (verifierText(old) !== head.verifier)
      throw new Error('The key at hand is not the one that the log is signed with.');
    const next = { origin: head.origin, verifier: verifierText(fresh) };
    const fields = { type: 'log.key_rotated', subject: next.origin, from: head.verifier, to: next.verifier, time: now };
    return async (db) => {
      await addHead(db, { ...next, statement: signNote(handOverText(next), [old]) }, now);
      // So that the next checkpoint, by the new key, is over something.
      await enter(db, await logSize(db), [{ fields }]);
    };
  });
}

/** Begins a new log under another name, where the old one can't go on. Errors: one sentence. */
export async function adoptLog(engine: Engine, place: KeyPlace, reason: string, now: number): Promise<Head> {
  if (/[\p{C}]/u.test(reason) || reason.trim() === '') throw new Error('Give a reason of one line: clients show it.');
  const head = await begun(engine.db);
  const origin = nextOrigin(head.origin);
  return change(engine, place, { ...head, origin }, async (fresh) => {
    const next = { origin, verifier: verifierText(fresh) };
    return async (db) => {
      for (const table of ['log_checkpoints', 'log_hashes', 'log_entries'] as const)
        await db.deleteFrom(table).execute();
      await addHead(db, { ...next, statement: signNote(newLogText(next, head.origin, reason), [fresh]) }, now);
    };
  });
}

async function begun(db: Db): Promise<Head> {
  const head = await logHead(db);
  if (!head) throw new Error('This registry has no transparency log yet: it begins one when it starts.');
  return head;
}

/** `host/log`, `host/log-2`, `host/log-3`. */
function nextOrigin(origin: string): string {
  const [, name = origin, number = '1'] = /^(.*)-([0-9]+)$/.exec(origin) ?? [];
  return `${name}-${Number(number) + 1}`;
}

async function change(
  engine: Engine,
  place: KeyPlace,
  { origin, verifier }: Head,
  plan: (fresh: Signer) => Promise<(db: Db) => Promise<void>>,
): Promise<Head> {
  if (place.log?.key !== undefined)
    throw new Error('Give the key by LOG_KEY_FILE first: LOG_KEY can’t be changed from here.');
  const file = keyFileOf(place);
  const waiting = `${file}.next`;
  let fresh = await readKey(waiting);
  const isStored = fresh !== undefined && verifierText(fresh) === verifier;
  if (fresh?.name !== origin && !isStored) {
    fresh = newSigner(origin);
    await replaceKey(waiting, fresh);
  }
  if (!fresh) throw new Error(`There is no ${waiting}.`);
  if (!isStored) await engine.write(await plan(fresh));
  await replaceKey(file, fresh);
  await rm(waiting, { force: true });
  await syncPath(dirname(file));
  return { origin: fresh.name, verifier: verifierText(fresh) };
}

async function addHead(db: Db, { origin, verifier, statement }: Head & { statement: string }, now: number) {
  const newest = await logHead(db);
  await db
    .insertInto('log_heads')
    .values({ id: (newest?.id ?? 0) + 1, origin, verifier, statement, started_at: now })
    .execute();
}
