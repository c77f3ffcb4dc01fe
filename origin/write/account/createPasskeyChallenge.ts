import { createChallenge } from '../../store/access/challenges.ts';
import { dayOf } from '../../store/access/passkeys.ts';
import type { Db } from '../../store/engine/engine.ts';
import type { SignIn, Writer, Written } from '../writing.ts';
import { newUserHandle, registrationOptions, signInOptions } from './passkeyOptions.ts';

type Challenge = Promise<Written<'createPasskeyChallenge'>['record']>;

export const createPasskeyChallenge: Writer<'createPasskeyChallenge'> = async (writing, _, { json: { purpose } }) => {
  const { engine, signIn, now } = writing;
  const record = await engine.write((db) =>
    purpose === 'register' ? toRegister(db, signIn, now()) : toUse(db, purpose, signIn, now()),
  );
  return { status: 201, record };
};

async function toUse(db: Db, purpose: 'sign-in' | 'confirm', signIn: SignIn, now: number): Challenge {
  const { text, expiresAt } = await createChallenge(db, { purpose }, now);
  return { options: { ...(await signInOptions(signIn, text)) }, expires_at: expiresAt };
}

/** The account comes to be only with the passkey; until then nothing but the handle that it will be known by. */
async function toRegister(db: Db, signIn: SignIn, now: number): Challenge {
  const userHandle = newUserHandle();
  const { text, expiresAt } = await createChallenge(db, { purpose: 'register', payload: userHandle }, now);
  const registrant = { userHandle, name: `Account of ${dayOf(now)}`, known: [] };
  return { options: { ...(await registrationOptions(signIn, text, registrant)) }, expires_at: expiresAt };
}
