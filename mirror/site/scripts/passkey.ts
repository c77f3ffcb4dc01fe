/** Passkeys between the browser and the origin. */
import {
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser';
import type { JsonBody } from '../../../origin/contract/operations.ts';
import { call } from './call.ts';

type PasskeyAnswer = JsonBody<'signIn'>['passkey'];

/** Asks the person to make a passkey: the first of a new account, or one more. Rejects when they don't. */
export async function makePasskey(purpose: 'register' | 'add'): Promise<PasskeyAnswer> {
  const { options } = await call('createPasskeyChallenge', { body: { purpose } });
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON;
  return (await startRegistration({ optionsJSON })) as unknown as PasskeyAnswer;
}

/** Asks the person to use a passkey: to sign in, or to confirm what they do. Rejects when they don't. */
export async function usePasskey(purpose: 'sign-in' | 'confirm' = 'sign-in'): Promise<PasskeyAnswer> {
  const { options } = await call('createPasskeyChallenge', { body: { purpose } });
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON;
  return (await startAuthentication({ optionsJSON })) as unknown as PasskeyAnswer;
}
