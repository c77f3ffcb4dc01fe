import { dropEndedChallenges } from '../store/access/challenges.ts';
import { endExpiredDevices } from '../store/access/devices.ts';
import { dropEndedPairings } from '../store/access/pairings.ts';
import { dropPastUses } from '../store/access/quotas.ts';
import type { Engine } from '../store/engine/engine.ts';
import { dropEndedInvitations } from '../store/people/invitations.ts';
import { settleKeys } from '../store/people/keys.ts';

/**
 * What time alone changes: keys that waited long enough are bound, devices whose token ran out end, and challenges,
 * pairings and invitations that nobody took are forgotten, as is what was used of quotas on other days.
 */
export const runChores = (engine: Engine, now: number): Promise<void> =>
  engine.write(async (db) => {
    await settleKeys(db, now);
    await endExpiredDevices(db, now);
    await dropEndedChallenges(db, now);
    await dropEndedPairings(db, now);
    await dropPastUses(db, now);
    await dropEndedInvitations(db, now);
  });
