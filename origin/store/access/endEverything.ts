/** Ends all that acts as an account, and all that would come to (CONTRACT.md, Decided since: Tokens). */
import type { z } from 'zod';
import type { TokenClass } from '../../contract/access.ts';
import type * as personal from '../../contract/records/account.ts';
import type { Db } from '../engine/engine.ts';
import { dropChallengesOf } from './challenges.ts';
import { endDevicesOf } from './devices.ts';
import { refuseApproved } from './pairings.ts';

type Ended = Omit<z.output<typeof personal.SignedOutEverywhere>, 'signed_out'>;

/**
 * Tokens of every class, the caller's own too; devices; pairings that wait for their token; links and sign-ins under
 * way. Passkeys, linked accounts and author keys stay. Returns how many of each worked until now.
 */
export async function endEverything(db: Db, profileId: number, now: number): Promise<Ended> {
  const ended = await db
    .updateTable('tokens')
    .set({ revoked_at: now })
    .where('profile_id', '=', profileId)
    .where('revoked_at', 'is', null)
    .where((e) => e.or([e('expires_at', 'is', null), e('expires_at', '>', now)]))
    .returning('class')
    .execute();
  const count = (tokenClass: TokenClass) => ended.filter((token) => token.class === tokenClass).length;
  await endDevicesOf(db, profileId, now);
  const purposes = await dropChallengesOf(db, profileId, now);
  return {
    sessions: count('session'),
    devices: count('device'),
    kit_keys: count('kit'),
    mcp_tokens: count('mcp'),
    pairings: await refuseApproved(db, profileId, now),
    links: purposes.filter((purpose) => purpose === 'sign-in-link').length,
  };
}
