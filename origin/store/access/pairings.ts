/** Pairings: asked for by a program, decided on by a person, handed over once (CONTRACT.md, Writes; RFC 8628). */
import { createHash, randomBytes, randomInt } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { z } from 'zod';
import { tokenClasses } from '../../contract/access.ts';
import { ApiError } from '../../contract/errors.ts';
import { userCodeLetters } from '../../contract/fields.ts';
import type * as personal from '../../contract/records/account.ts';
import type { Db, Engine } from '../engine/engine.ts';
import type { Tables } from '../schema/tables.ts';

export type PairingRow = Selectable<Tables['pairings']>;
type Status = z.output<typeof personal.Pairing>['status'];

/** Seconds: how long a pairing lives, and at least between two polls. */
export const pairingLifetime = 10 * 60;
export const pollInterval = 5;

/** Pairings of one client that may wait at once: nobody fills the table, or makes codes likely to be guessed. */
const waitingAtOnce = 20;
/** Wrong codes of one account within the window, in seconds, before it has to wait. */
const allowedMisses = 5;
const missWindow = 10 * 60;

interface NewPairing {
  deviceName: string;
  class: PairingRow['class'];
  /** The client that asks: see `clientAddress`. */
  address: string;
}

/** Returns the secret to poll with, which can't be had again, and the code to show. Errors: `rate_limited`. */
export async function startPairing(db: Db, pairing: NewPairing, now: number): Promise<{ id: string; code: string }> {
  await dropEndedPairings(db, now);
  await checkRoom(db, pairing.address, now);
  const id = randomBytes(32).toString('base64url');
  const code = await unusedCode(db);
  await db
    .insertInto('pairings')
    .values({
      id: rowIdOf(id),
      user_code: code,
      device_name: pairing.deviceName,
      class: pairing.class,
      address: pairing.address,
      created_at: now,
      expires_at: now + pairingLifetime,
      approved_by: null,
      approved_at: null,
      refused_by: null,
      polled_at: null,
      redeemed_at: null,
    })
    .execute();
  return { id, code };
}

/** The pairing that a program polls for, whatever became of it; undefined where it is unknown or has ended. */
export const pairingById = (db: Db, id: string, now: number): Promise<PairingRow | undefined> =>
  db.selectFrom('pairings').selectAll().where('id', '=', rowIdOf(id)).where('expires_at', '>', now).executeTakeFirst();

/**
 * Runs `work` on the pairing that a person named by its code: one that waits, or that they decided on themselves. What
 * names none counts as a miss of theirs. Errors: `not_found`; `rate_limited` after too many misses, for right codes too.
 */
export async function withPairing<T>(
  write: Engine['write'],
  { profileId, code, now }: { profileId: number; code: string; now: number },
  work: (db: Db, pairing: PairingRow) => Promise<T>,
): Promise<T> {
  // A miss has to be written down, so the refusal is thrown outside.
  const done = await write(async (db) => {
    await checkMisses(db, profileId, now);
    const pairing = await pairingByCode(db, profileId, code, now);
    if (pairing) return { value: await work(db, pairing) };
    await db.insertInto('pairing_misses').values({ profile_id: profileId, tried_at: now }).execute();
    return undefined;
  });
  if (!done)
    throw new ApiError('not_found', 'No device is waiting with this code. Compare it with the code on the device.');
  return done.value;
}

type Mark = Partial<Pick<PairingRow, 'approved_by' | 'approved_at' | 'refused_by' | 'polled_at' | 'redeemed_at'>>;

export const markPairing = (db: Db, { id }: PairingRow, mark: Mark): Promise<PairingRow> =>
  db.updateTable('pairings').set(mark).where('id', '=', id).returningAll().executeTakeFirstOrThrow();

/** Takes back every approval whose token was not fetched yet; returns how many still waited for it. */
export async function refuseApproved(db: Db, profileId: number, now: number): Promise<number> {
  const refused = await db
    .updateTable('pairings')
    .set({ refused_by: profileId })
    .where('approved_by', '=', profileId)
    .where('redeemed_at', 'is', null)
    .where('refused_by', 'is', null)
    .where('expires_at', '>', now)
    .returning('id')
    .execute();
  return refused.length;
}

export const statusOf = ({ redeemed_at, refused_by, approved_by }: PairingRow): Status => {
  if (redeemed_at !== null) return 'redeemed';
  if (refused_by !== null) return 'refused';
  return approved_by === null ? 'waiting' : 'approved';
};

/** What a person sees before they decide, and after. */
export const pairingRecord = (pairing: PairingRow): z.output<typeof personal.Pairing> => ({
  user_code: shownCode(pairing.user_code),
  device_name: pairing.device_name,
  token_class: pairing.class,
  scopes: [...tokenClasses[pairing.class].scopes],
  address: pairing.address,
  created_at: pairing.created_at,
  expires_at: pairing.expires_at,
  status: statusOf(pairing),
});

/** In two groups, as people read letters out. */
export const shownCode = (code: string): string => `${code.slice(0, 4)}-${code.slice(4)}`;

/** Forgets pairings that have ended, and misses that count no more. */
export async function dropEndedPairings(db: Db, now: number): Promise<void> {
  await db.deleteFrom('pairings').where('expires_at', '<=', now).execute();
  await db
    .deleteFrom('pairing_misses')
    .where('tried_at', '<=', now - missWindow)
    .execute();
}

/** Others learn nothing of a pairing that somebody decided on. */
const pairingByCode = (db: Db, profileId: number, code: string, now: number): Promise<PairingRow | undefined> =>
  db
    .selectFrom('pairings')
    .selectAll()
    .where('user_code', '=', code)
    .where('expires_at', '>', now)
    .where((e) =>
      e.or([
        e.and([e('approved_by', 'is', null), e('refused_by', 'is', null)]),
        e('approved_by', '=', profileId),
        e('refused_by', '=', profileId),
      ]),
    )
    .executeTakeFirst();

async function checkMisses(db: Db, profileId: number, now: number): Promise<void> {
  const misses = await db
    .selectFrom('pairing_misses')
    .select('tried_at')
    .where('profile_id', '=', profileId)
    .where('tried_at', '>', now - missWindow)
    .orderBy('tried_at', 'desc')
    .limit(allowedMisses)
    .execute();
  const oldest = misses[allowedMisses - 1];
  if (!oldest) return;
  throw new ApiError('rate_limited', 'Too many wrong codes. Wait, then enter the code from the device.', {
    retry_after: oldest.tried_at + missWindow - now,
  });
}

async function checkRoom(db: Db, address: string, now: number): Promise<void> {
  const waiting = await db
    .selectFrom('pairings')
    .select('expires_at')
    .where('address', '=', address)
    .where('expires_at', '>', now)
    .where('approved_by', 'is', null)
    .where('refused_by', 'is', null)
    .orderBy('expires_at')
    .limit(waitingAtOnce)
    .execute();
  const [oldest] = waiting;
  if (!oldest || waiting.length < waitingAtOnce) return;
  throw new ApiError(
    'rate_limited',
    'Too many pairings from your network are waiting for approval. Approve or refuse one, or wait.',
    {
      retry_after: oldest.expires_at - now,
    },
  );
}

async function unusedCode(db: Db): Promise<string> {
  for (;;) {
    const code = Array.from({ length: 8 }, () => userCodeLetters[randomInt(userCodeLetters.length)]).join('');
    const used = db.selectFrom('pairings').select('id').where('user_code', '=', code);
    if (!(await used.executeTakeFirst())) return code;
  }
}

const rowIdOf = (id: string): string => createHash('sha256').update(id).digest('hex');
