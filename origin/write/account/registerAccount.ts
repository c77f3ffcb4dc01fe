import { takeChallenge } from '../../store/access/challenges.ts';
import { storePasskey } from '../../store/access/passkeys.ts';
import { createAccount } from '../../store/people/people.ts';
import { spendAccount } from '../spend.ts';
import type { Writer } from '../writing.ts';
import { openSession } from './openSession.ts';
import { challengeIn, notAccepted, verifyNewPasskey } from './passkeys.ts';

/** An account without a handle yet: it is seen by nobody else until it claims one. */
export const registerAccount: Writer<'registerAccount'> = async (
  writing,
  _,
  { json: { passkey: answer, name = '' } },
) => {
  const { engine, signIn, now } = writing;
  const challenge = challengeIn(answer);
  return engine.write(async (db) => {
    const taken = await takeChallenge(db, 'register', challenge, now());
    if (!taken) throw notAccepted();
    const passkey = await verifyNewPasskey(signIn, answer, challenge);
    await spendAccount(db, writing);
    const { id } = await createAccount(db, {}, now());
    await storePasskey(db, passkey, { profileId: id, userHandle: taken.payload, name }, now());
    return { status: 201, ...(await openSession(db, writing, id)) };
  });
};
