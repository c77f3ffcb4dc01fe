/** Passkeys that are used, between the browser and the origin. */
import { type PublicKeyCredentialRequestOptionsJSON, startAuthentication } from '@simplewebauthn/browser';
import type { JsonBody } from '../../../../origin/contract/operations.ts';
import { send } from './send.ts';

type PasskeyAnswer = JsonBody<'signIn'>['passkey'];

/** Asks the person to use a passkey: to sign in, or to confirm what they do. Rejects when they don't. */
export async function usePasskey(purpose: 'sign-in' | 'confirm' = 'sign-in'): Promise<PasskeyAnswer> {
  const { options } = await send('createPasskeyChallenge', { body: { purpose } });
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON;
  return (await startAuthentication({ optionsJSON })) as unknown as PasskeyAnswer;
}
