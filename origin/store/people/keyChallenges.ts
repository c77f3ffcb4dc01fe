/** What an author's keys sign to show that one holds them: a challenge for each profile (CONTRACT.md, Writes). */
import { randomBytes } from 'node:crypto';
import { challengeText } from '../../signing/keyChallenge.ts';
import { createChallenge } from '../access/challenges.ts';
import type { Db } from '../engine/engine.ts';
import type { ProfileRow } from '../schema/tables.ts';

/**
 * A text for the profile's keys to sign, once, and when it ends (Unix seconds). One handed out before works no longer.
 * It is kept as it is, since a signature does not tell what it is over; to know it helps nobody who has not the key.
 */
export async function createKeyChallengeText(
  db: Db,
  profile: ProfileRow,
  registry: string,
  now: number,
): Promise<{ text: string; expiresAt: number }> {
  const text = challengeText(profile.handle ?? '', registry, randomBytes(32).toString('base64url'));
  await dropKeyChallenge(db, profile.id);
  const { expiresAt } = await createChallenge(db, { purpose: 'author-key', profileId: profile.id, payload: text }, now);
  return { text, expiresAt };
}

/** The text that waits to be signed for this profile. */
export async function keyChallengeOf(db: Db, profileId: number, now: number): Promise<string | undefined> {
  const challenge = await db
    .selectFrom('challenges')
    .select('payload')
    .where('purpose', '=', 'author-key')
    .where('profile_id', '=', profileId)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return challenge?.payload;
}

export async function dropKeyChallenge(db: Db, profileId: number): Promise<void> {
  await db.deleteFrom('challenges').where('purpose', '=', 'author-key').where('profile_id', '=', profileId).execute();
}
