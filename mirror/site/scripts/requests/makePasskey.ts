/** New passkeys between the browser and the origin. */
import { type PublicKeyCredentialCreationOptionsJSON, startRegistration } from '@simplewebauthn/browser';
import type { JsonBody } from '../../../../origin/contract/operations.ts';
import { call } from './call.ts';

type PasskeyAnswer = JsonBody<'signIn'>['passkey'];

/** Asks the person to make a passkey: the first of a new account, or one more. Rejects when they don't. */
export async function makePasskey(purpose: 'register' | 'add'): Promise<PasskeyAnswer> {
  const asked =
    purpose === 'add' ? call('startAddingPasskey', {}) : call('createPasskeyChallenge', { body: { purpose } });
  const optionsJSON = (await asked).options as unknown as PublicKeyCredentialCreationOptionsJSON;
  return (await startRegistration({ optionsJSON })) as unknown as PasskeyAnswer;
}
