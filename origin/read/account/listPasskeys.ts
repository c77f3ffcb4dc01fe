import type { Output } from '../../contract/operations.ts';
import { type PasskeyRow, passkeysOf } from '../../store/access/passkeys.ts';
import type { Loader } from '../reading.ts';

export const listPasskeys: Loader<'listPasskeys'> = async ({ view: { caller, db } }) => {
  return { passkeys: (await passkeysOf(db, caller.profileId)).map(passkeyRecord) };
};

/** A passkey as its owner sees it. */
export const passkeyRecord = ({ id, name, created_at, last_used_at }: PasskeyRow): Output<'addPasskey'> => ({
  id,
  name,
  created_at,
  last_used_at,
});
