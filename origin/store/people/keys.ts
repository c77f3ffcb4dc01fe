/** Author keys: waiting, bound and ended (CONTRACT.md, Writes and Signatures). */
import type { Selectable } from 'kysely';
import type { z } from 'zod';
import type * as personal from '../../contract/records/account.ts';
import type { SshKey } from '../../signing/sshKey.ts';
import type { Db } from '../engine/engine.ts';
import type { Act } from '../events/event.ts';
import { record } from '../events/record.ts';
import type { Tables } from '../schema/tables.ts';
import type { View } from '../view.ts';

export type KeyRow = Selectable<Tables['author_keys']>;

export const keyRecord = (author: string, key: KeyRow): z.output<typeof personal.AuthorKey> => ({
  author,
  public_key: key.public_key,
  fingerprint: key.fingerprint,
  status: key.status,
  bound_at: key.bound_at,
  ended_at: key.revoked_at,
});

/** The key that an author's signatures are checked with now; empty where none is bound. */
export const publicKeyOf = async (view: View, profileId: number): Promise<string> =>
  (await boundKey(view, profileId))?.public_key ?? '';

/** That key's row, or undefined. */
export const boundKey = (view: View, profileId: number): Promise<KeyRow | undefined> =>
  keys(view.db, profileId).where('status', '=', 'bound').executeTakeFirst();

/** The key that signed a version. */
export const keyById = (db: Db, id: number): Promise<KeyRow> =>
  db.selectFrom('author_keys').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

/** Every key of a profile, newest first: those of the past, too, and the one that waits. */
export const keysOf = (db: Db, profileId: number): Promise<KeyRow[]> =>
  keys(db, profileId).orderBy('id', 'desc').execute();

/** Whoever else holds this key or waits for it, or revoked it: then nobody can bind it. */
export const otherClaimTo = (db: Db, profileId: number, key: SshKey): Promise<KeyRow | undefined> =>
  db
    .selectFrom('author_keys')
    .selectAll()
    .where('public_key', '=', key.text)
    .where((e) =>
      e.or([
        e('status', '=', 'revoked'),
        e.and([e('status', 'in', ['bound', 'pending']), e('profile_id', '<>', profileId)]),
      ]),
    )
    .executeTakeFirst();

const keys = (db: Db, profileId: number) =>
  db.selectFrom('author_keys').selectAll().where('profile_id', '=', profileId);

/**
 * Makes this key the profile's own from now on. The one bound until now becomes `replaced`, and one that waits is
 * called off.
 */
export async function bindKey(db: Db, profileId: number, key: SshKey, act: Act): Promise<KeyRow> {
  await dropPending(db, profileId);
  const replaced = await endBound(db, profileId, 'replaced', act.now);
  const bound = await insertKey(db, profileId, key, { status: 'bound', bound_at: act.now });
  await recordBound(db, bound, replaced, act);
  return bound;
}

async function recordBound(db: Db, bound: KeyRow, replaced: KeyRow | undefined, act: Act): Promise<void> {
  const { profile_id: profile, fingerprint, public_key } = bound;
  await record(db, { kind: 'key.bound', profile, fingerprint, public_key, replaces: replaced?.fingerprint ?? '' }, act);
}

/** Lets this key wait, in place of any other that does. Until `boundAt` nobody else can tell. */
export async function queueKey(db: Db, profileId: number, key: SshKey, due: number, act: Act): Promise<KeyRow> {
  await dropPending(db, profileId);
  const queued = await insertKey(db, profileId, key, { status: 'pending', bound_at: due });
  await record(db, { kind: 'key.queued', profile: profileId, fingerprint: key.fingerprint, due }, act);
  return queued;
}

/** Revokes the bound key; undefined where none is. */
export async function revokeBound(db: Db, profileId: number, act: Act): Promise<KeyRow | undefined> {
  const revoked = await endBound(db, profileId, 'revoked', act.now);
  if (revoked) await record(db, { kind: 'key.revoked', profile: profileId, fingerprint: revoked.fingerprint }, act);
  return revoked;
}

/** Takes away the key that waits: it never was the author's. Undefined where none waits. */
export async function callOffPending(db: Db, profileId: number, act: Act): Promise<KeyRow | undefined> {
  const dropped = await dropPending(db, profileId);
  if (dropped) await record(db, { kind: 'key.called_off', profile: profileId, fingerprint: dropped.fingerprint }, act);
  return dropped;
}

const dropPending = (db: Db, profileId: number): Promise<KeyRow | undefined> =>
  db
    .deleteFrom('author_keys')
    .where('profile_id', '=', profileId)
    .where('status', '=', 'pending')
    .returningAll()
    .executeTakeFirst();

/** Binds every key whose time has come, of one profile or of all: at most so many at once that a write stays short. */
export async function settleKeys(db: Db, now: number, profileId?: number): Promise<void> {
  const due = await db
    .selectFrom('author_keys')
    .selectAll()
    .where('status', '=', 'pending')
    .where('bound_at', '<=', now)
    .$if(profileId !== undefined, (all) => all.where('profile_id', '=', profileId ?? 0))
    .orderBy('bound_at')
    .limit(settledAtOnce)
    .execute();
  for (const key of due) {
    const replaced = await endBound(db, key.profile_id, 'replaced', key.bound_at);
    await db.updateTable('author_keys').set({ status: 'bound' }).where('id', '=', key.id).execute();
    await recordBound(db, key, replaced, { by: null, now });
  }
}

const settledAtOnce = 500;

/** What `settleKeys` would make of one profile's keys, for readers, who can't write. */
export function asSettled(rows: readonly KeyRow[], now: number): KeyRow[] {
  const due = rows.find((key) => key.status === 'pending' && key.bound_at <= now);
  if (!due) return [...rows];
  return rows.map((key) => {
    if (key === due) return { ...key, status: 'bound' };
    return key.status === 'bound' ? { ...key, status: 'replaced', revoked_at: due.bound_at } : key;
  });
}

const endBound = (db: Db, profileId: number, status: 'replaced' | 'revoked', at: number): Promise<KeyRow | undefined> =>
  db
    .updateTable('author_keys')
    .set({ status, revoked_at: at })
    .where('profile_id', '=', profileId)
    .where('status', '=', 'bound')
    .returningAll()
    .executeTakeFirst();

const insertKey = (
  db: Db,
  profileId: number,
  key: SshKey,
  state: Pick<KeyRow, 'status' | 'bound_at'>,
): Promise<KeyRow> =>
  db
    .insertInto('author_keys')
    .values({ profile_id: profileId, public_key: key.text, fingerprint: key.fingerprint, revoked_at: null, ...state })
    .returningAll()
    .executeTakeFirstOrThrow();
