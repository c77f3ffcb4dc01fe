import { passkeyRecord } from '../../read/account/listPasskeys.ts';
import { takeChallenge } from '../../store/access/challenges.ts';
import { storePasskey } from '../../store/access/passkeys.ts';
import type { Writer } from '../writing.ts';
import { challengeIn, notAccepted, verifyNewPasskey } from './passkeys.ts';

export const addPasskey: Writer<'addPasskey'> = async (writing, _, { json: { passkey: answer, name = '' } }) => {
  const { engine, signIn, caller, now } = writing;
  const challenge = challengeIn(answer);
  return engine.write(async (db) => {
    const taken = await takeChallenge(db, 'add-passkey', challenge, now());
    // A challenge that another account asked for would add the passkey to the wrong one.
    if (taken?.profileId !== caller.profileId) throw notAccepted();
    const passkey = await verifyNewPasskey(signIn, answer, challenge);
    const holder = { profileId: caller.profileId, userHandle: taken.payload, name };
    return { status: 201, record: passkeyRecord(await storePasskey(db, passkey, holder, now())) };
  });
};
