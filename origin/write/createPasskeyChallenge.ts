import { randomBytes } from 'node:crypto';
import { ApiError } from '../contract/errors.ts';
import { createChallenge } from '../store/challenges.ts';
import type { Db } from '../store/engine.ts';
import { dayOf, passkeysOf } from '../store/passkeys.ts';
import { profileById } from '../store/people.ts';
import type { Caller } from '../store/view.ts';
import { registrationOptions, signInOptions } from './passkeyOptions.ts';
import type { SignIn, Writer, Written } from './writing.ts';

type Challenge = Promise<Written<'createPasskeyChallenge'>['record']>;

export const createPasskeyChallenge: Writer<'createPasskeyChallenge'> = async (writing, _, { json: { purpose } }) => {
  const { engine, signIn, caller, now } = writing;
  const record = await engine.write((db): Challenge => {
    if (purpose === 'register') return toRegister(db, signIn, now());
    if (purpose === 'sign-in' || purpose === 'confirm') return toUse(db, purpose, signIn, now());
    if (!caller) throw new ApiError('unauthorized', 'Sign in first, to add a passkey to your account.');
    return toAdd(db, signIn, caller, now());
  });
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

/** Under the user handle of the account's other passkeys, so that an authenticator shows it once. */
async function toAdd(db: Db, signIn: SignIn, { profileId }: Caller, now: number): Challenge {
  const { handle, display_name, created_at } = await profileById(db, profileId);
  const known = await passkeysOf(db, profileId);
  const userHandle = known[0]?.user_handle || newUserHandle();
  const { text, expiresAt } = await createChallenge(
    db,
    { purpose: 'add-passkey', profileId, payload: userHandle },
    now,
  );
  const registrant = { userHandle, name: handle ?? (display_name || `Account of ${dayOf(created_at)}`), known };
  return { options: { ...(await registrationOptions(signIn, text, registrant)) }, expires_at: expiresAt };
}

/** Random: authenticators show it to whoever holds them (Web Authentication, section 14.6.1). */
const newUserHandle = (): string => randomBytes(32).toString('base64url');
