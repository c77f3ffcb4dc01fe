/** Passkeys: the public halves of the keys that people sign in with, kept by their WebAuthn credential id. */
import type { Selectable } from 'kysely';
import { ApiError } from '../../contract/errors.ts';
import type { Db } from '../engine/engine.ts';
import type { Tables } from '../schema/tables.ts';

export type PasskeyRow = Selectable<Tables['passkeys']>;

/** What a verified registration says of a new passkey. */
export interface NewPasskey {
  id: string;
  publicKey: Uint8Array;
  counter: number;
  /** How browsers reach its authenticator, in WebAuthn's words. */
  transports: readonly string[];
}

interface Holder {
  profileId: number;
  /** What the authenticator knows the account by, base64url. */
  userHandle: string;
  /** Empty: it is named after the day. */
  name: string;
}

/** More than anyone has devices; it bounds what a list or a challenge carries. */
const mostPasskeys = 50;

/** Errors: `conflict` where the passkey is registered already, with this account or another, or there are too many. */
export async function storePasskey(db: Db, passkey: NewPasskey, holder: Holder, now: number): Promise<PasskeyRow> {
  if (await passkeyById(db, passkey.id)) throw new ApiError('conflict', 'This passkey is already registered.');
  if ((await countPasskeys(db, holder.profileId)) >= mostPasskeys)
    throw new ApiError('conflict', `An account can have at most ${mostPasskeys} passkeys. Remove one first.`);
  return db
    .insertInto('passkeys')
    .values({
      id: passkey.id,
      profile_id: holder.profileId,
      public_key: passkey.publicKey,
      counter: passkey.counter,
      user_handle: holder.userHandle,
      transports: passkey.transports.join(' '),
      name: holder.name || `Passkey of ${dayOf(now)}`,
      created_at: now,
      last_used_at: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export const passkeyById = (db: Db, id: string): Promise<PasskeyRow | undefined> =>
  db.selectFrom('passkeys').selectAll().where('id', '=', id).executeTakeFirst();

/** An account's passkeys, oldest first. */
export const passkeysOf = (db: Db, profileId: number): Promise<PasskeyRow[]> =>
  db
    .selectFrom('passkeys')
    .selectAll()
    .where('profile_id', '=', profileId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();

export async function countPasskeys(db: Db, profileId: number): Promise<number> {
  const { count } = await db
    .selectFrom('passkeys')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('profile_id', '=', profileId)
    .executeTakeFirstOrThrow();
  return count;
}

/** `counter`: what the authenticator says it has counted up to. */
export const notePasskeyUse = async (db: Db, id: string, counter: number, now: number): Promise<void> => {
  await db.updateTable('passkeys').set({ counter, last_used_at: now }).where('id', '=', id).execute();
};

export const deletePasskey = async (db: Db, id: string): Promise<void> => {
  await db.deleteFrom('passkeys').where('id', '=', id).execute();
};

/** The UTC day of a time, as people write it. */
export const dayOf = (now: number): string => new Date(now * 1000).toISOString().slice(0, 10);
