import { tokenClasses } from '../../contract/access.ts';
import { ApiError } from '../../contract/errors.ts';
import type { Output } from '../../contract/operations.ts';
import { addDevice } from '../../store/access/devices.ts';
import { markPairing, type PairingRow, pairingById, pollInterval, statusOf } from '../../store/access/pairings.ts';
import { mintToken } from '../../store/access/tokens.ts';
import type { Db } from '../../store/engine/engine.ts';
import { profileById } from '../../store/people/people.ts';
import type { Writer } from '../writing.ts';

/**
 * The token is made here and now, so that none lies about unfetched. Only who still waits can poll too fast (RFC 8628,
 * section 3.5): once approved, the next poll has it.
 */
export const redeemPairing: Writer<'redeemPairing'> = async ({ engine, now }, { pairing: id }) => {
  const record = await engine.write((db) => redeem(db, id, now()));
  // A poll has to be written down, so its answer is thrown outside.
  if (!record) throw new ApiError('authorization_pending');
  return { status: 200, record };
};

/** Undefined where it waits for approval. Errors: `not_found`, `forbidden`, `slow_down`. */
async function redeem(db: Db, id: string, now: number): Promise<Output<'redeemPairing'> | undefined> {
  const pairing = await pairingById(db, id, now);
  if (pairing && statusOf(pairing) === 'refused') throw new ApiError('forbidden', 'The user refused this pairing.');
  if (!pairing || statusOf(pairing) === 'redeemed')
    throw new ApiError('not_found', 'This pairing has expired. Start a new one.');
  if (pairing.approved_by !== null) return handOver(db, pairing, pairing.approved_by, now);
  checkPace(pairing, now);
  await markPairing(db, pairing, { polled_at: now });
  return undefined;
}

function checkPace({ polled_at }: PairingRow, now: number): void {
  const wait = (polled_at ?? -pollInterval) + pollInterval - now;
  if (wait > 0) throw new ApiError('slow_down', undefined, { retry_after: wait });
}

/** Errors: `forbidden` for a suspended account. */
async function handOver(db: Db, pairing: PairingRow, profileId: number, now: number) {
  const { class: tokenClass, device_name } = pairing;
  const profile = await profileById(db, profileId);
  if (profile.moderation_status === 'suspended') throw new ApiError('forbidden', 'This account is suspended.');
  await markPairing(db, pairing, { redeemed_at: now });
  const device = tokenClass === 'device' && { deviceId: await addDevice(db, profileId, device_name, now) };
  const { scopes, lifetime } = tokenClasses[tokenClass];
  return {
    token: await mintToken(db, { class: tokenClass, profileId, ...device }, now),
    token_class: tokenClass,
    scopes: [...scopes],
    handle: profile.handle ?? '',
    device_name,
    expires_at: now + lifetime,
  };
}
