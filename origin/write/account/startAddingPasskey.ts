import { createChallenge } from '../../store/access/challenges.ts';
import { dayOf, passkeysOf } from '../../store/access/passkeys.ts';
import { profileById } from '../../store/people/people.ts';
import type { Writer } from '../writing.ts';
import { newUserHandle, registrationOptions } from './passkeyOptions.ts';

/** Under the user handle of the account's other passkeys, so that an authenticator shows it once. */
export const startAddingPasskey: Writer<'startAddingPasskey'> = ({ engine, signIn, caller: { profileId }, now }) =>
  engine.write(async (db) => {
    const { handle, display_name, created_at } = await profileById(db, profileId);
    const known = await passkeysOf(db, profileId);
    const userHandle = known[0]?.user_handle || newUserHandle();
    const challenge = { purpose: 'add-passkey', profileId, payload: userHandle } as const;
    const { text, expiresAt } = await createChallenge(db, challenge, now());
    const registrant = { userHandle, name: handle ?? (display_name || `Account of ${dayOf(created_at)}`), known };
    return {
      status: 201,
      record: { options: { ...(await registrationOptions(signIn, text, registrant)) }, expires_at: expiresAt },
    };
  });
