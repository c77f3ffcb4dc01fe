import { ApiError } from '../../contract/errors.ts';
import { markPairing, pairingRecord, statusOf, withPairing } from '../../store/access/pairings.ts';
import type { Writer } from '../writing.ts';

/** Who approved it may still think better of it, until the token is fetched. */
export const refusePairing: Writer<'refusePairing'> = ({ engine, caller, now }, { code }) =>
  withPairing(engine.write, { profileId: caller.profileId, code, now: now() }, async (db, pairing) => {
    if (statusOf(pairing) === 'redeemed')
      throw new ApiError(
        'conflict',
        'The device already has its token. Remove the device or revoke the token in Settings.',
      );
    return { status: 200, record: pairingRecord(await markPairing(db, pairing, { refused_by: caller.profileId })) };
  });
