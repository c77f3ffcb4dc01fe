import { ApiError } from '../../contract/errors.ts';
import { markPairing, pairingRecord, statusOf, withPairing } from '../../store/access/pairings.ts';
import { spend } from '../spend.ts';
import type { Writer } from '../writing.ts';

/** Approving again what waits to be fetched says the same again. */
export const approvePairing: Writer<'approvePairing'> = (writing, { code }) => {
  const { engine, caller, now } = writing;
  return withPairing(engine.write, { profileId: caller.profileId, code, now: now() }, async (db, pairing) => {
    const status = statusOf(pairing);
    if (status === 'refused') throw new ApiError('conflict', 'You refused this pairing. Start again on the device.');
    if (status === 'redeemed') throw new ApiError('conflict', 'The device already has its token.');
    if (status === 'waiting') await spend(db, writing, { tokens: 1 });
    const approved =
      status === 'waiting'
        ? await markPairing(db, pairing, { approved_by: caller.profileId, approved_at: now() })
        : pairing;
    return { status: 200, record: pairingRecord(approved) };
  });
};
