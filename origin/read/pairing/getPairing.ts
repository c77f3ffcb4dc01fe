import { pairingRecord, withPairing } from '../../store/access/pairings.ts';
import type { Loader } from '../reading.ts';

/** Looking a code up is trying it, so it is counted as its approval would be. */
export const getPairing: Loader<'getPairing'> = async ({ view: { caller }, write, now }, { code }) => {
  return withPairing(write, { profileId: caller.profileId, code, now: now() }, async (_, pairing) =>
    pairingRecord(pairing),
  );
};
