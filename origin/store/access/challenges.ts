/** One-time secrets: handed out once, kept as a hash, taken once. */
import { createHash, randomBytes } from 'node:crypto';
import type { Db } from '../engine/engine.ts';

/** What a challenge is good for, and how many seconds: one for a key proof opens no session. */
const lifetimes = {
  register: 10 * 60,
  'sign-in': 10 * 60,
  'add-passkey': 10 * 60,
  /** To show once more who one is, for a change that matters. */
  confirm: 10 * 60,
  oidc: 10 * 60,
  'author-key': 60 * 60,
  /** A link that the operator hands to a person: to sign in once, or to become operator. */
  'sign-in-link': 24 * 60 * 60,
  'operator-link': 24 * 60 * 60,
} as const;

export type ChallengePurpose = keyof typeof lifetimes;

interface NewChallenge {
  purpose: ChallengePurpose;
  /** Whose it is, where that is known. */
  profileId?: number;
  /** What to remember until it comes back. */
  payload?: string;
}

/** Stores a challenge and returns its text, 43 characters of base64url, with the time it ends (Unix seconds). */
export async function createChallenge(
  db: Db,
  { purpose, profileId, payload = '' }: NewChallenge,
  now: number,
): Promise<{ text: string; expiresAt: number }> {
  const text = randomBytes(32).toString('base64url');
  const expiresAt = now + lifetimes[purpose];
  await dropEndedChallenges(db, now);
  await db
    .insertInto('challenges')
    .values({ id: idOf(text), purpose, profile_id: profileId ?? null, payload, created_at: now, expires_at: expiresAt })
    .execute();
  return { text, expiresAt };
}

/** Takes a challenge of this purpose, so that nobody can again; undefined where there is none or it has ended. */
export async function takeChallenge(
  db: Db,
  purpose: ChallengePurpose,
  text: string,
  now: number,
): Promise<{ profileId: number | null; payload: string } | undefined> {
  const taken = await db
    .deleteFrom('challenges')
    .where('id', '=', idOf(text))
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now)
    .returning(['profile_id', 'payload'])
    .executeTakeFirst();
  return taken && { profileId: taken.profile_id, payload: taken.payload };
}

/** Forgets those that nobody took in time. */
export const dropEndedChallenges = async (db: Db, now: number): Promise<void> => {
  await db.deleteFrom('challenges').where('expires_at', '<=', now).execute();
};

/** Ends every challenge of a purpose: those handed out before don't work any more. */
export const dropChallenges = async (db: Db, purpose: ChallengePurpose): Promise<void> => {
  await db.deleteFrom('challenges').where('purpose', '=', purpose).execute();
};

/** Ends every challenge that is known to be an account's; returns what those that still worked were good for. */
export async function dropChallengesOf(db: Db, profileId: number, now: number): Promise<string[]> {
  const dropped = await db
    .deleteFrom('challenges')
    .where('profile_id', '=', profileId)
    .returning(['purpose', 'expires_at'])
    .execute();
  return dropped.filter(({ expires_at }) => expires_at > now).map(({ purpose }) => purpose);
}

const idOf = (text: string): string => createHash('sha256').update(text).digest('hex');
