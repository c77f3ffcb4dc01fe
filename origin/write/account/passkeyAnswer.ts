import type { z } from 'zod';
import type { PasskeyAnswer } from '../../contract/records/account.ts';
import { takeChallenge } from '../../store/access/challenges.ts';
import { notePasskeyUse, passkeyById } from '../../store/access/passkeys.ts';
import type { Db } from '../../store/engine/engine.ts';
import type { Writing } from '../writing.ts';
import { challengeIn, notAccepted, verifyPasskeyUse } from './passkeys.ts';

/**
 * The account whose passkey made this answer to a challenge of this purpose, which is used up by it: what confirms a
 * change opens no session, and the other way round. Errors: `unauthorized`.
 */
export async function verifyPasskeyAnswer(
  { signIn }: Pick<Writing, 'signIn'>,
  db: Db,
  purpose: 'sign-in' | 'confirm',
  answer: z.output<typeof PasskeyAnswer>,
  now: number,
): Promise<number> {
  const challenge = challengeIn(answer);
  const taken = await takeChallenge(db, purpose, challenge, now);
  const passkey = await passkeyById(db, answer.id);
  if (!taken || !passkey) throw notAccepted();
  const counter = await verifyPasskeyUse(signIn, answer, challenge, passkey);
  await notePasskeyUse(db, passkey.id, counter, now);
  return passkey.profile_id;
}
