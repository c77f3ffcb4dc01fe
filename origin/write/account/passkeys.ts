/** Whether a browser's answer about a passkey is true, as Web Authentication says. */
import {
  type AuthenticationResponseJSON,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { decodeAttestationObject, decodeClientDataJSON, isoBase64URL, isoCBOR } from '@simplewebauthn/server/helpers';
import type { z } from 'zod';
import { ApiError } from '../../contract/errors.ts';
import type { PasskeyAnswer } from '../../contract/records/account.ts';
import type { NewPasskey, PasskeyRow } from '../../store/access/passkeys.ts';
import type { SignIn } from '../writing.ts';
import { algorithms } from './passkeyOptions.ts';

type Answer = z.output<typeof PasskeyAnswer>;

/** WebAuthn's words for how a browser reaches an authenticator; others are not kept. */
const transports: readonly string[] = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'];

/** One sentence for every reason, since the reason helps only who is guessing. */
export const notAccepted = (): ApiError =>
  new ApiError('unauthorized', 'This passkey was not accepted. Try again, or use another one.');

/** The challenge that an answer says it answers. Errors: `unauthorized`. */
export function challengeIn({ response }: Answer): string {
  return attempt(() => {
    const { challenge, crossOrigin } = decodeClientDataJSON(response.clientDataJSON);
    // The site stands in no frame of another one, so neither does a true answer.
    if (typeof challenge !== 'string' || crossOrigin) throw notAccepted();
    return challenge;
  });
}

/** The passkey that a browser made (Web Authentication, section 7.1). Errors: `unauthorized`. */
export async function verifyNewPasskey(signIn: SignIn, answer: Answer, challenge: string): Promise<NewPasskey> {
  const verification = await attempt(() =>
    verifyRegistrationResponse({
      response: withoutAttestation(answer),
      expectedChallenge: challenge,
      expectedOrigin: [...signIn.pageOrigins],
      expectedRPID: signIn.passkeyDomain,
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    }),
  );
  if (!verification.verified) throw notAccepted();
  const { id, publicKey, counter } = verification.registrationInfo.credential;
  if (id !== answer.id) throw notAccepted();
  return {
    id,
    publicKey,
    counter,
    transports: transports.filter((name) => answer.response.transports?.includes(name)),
  };
}

/**
 * Verifies that a stored passkey made this answer, and returns its counter: one that goes back is of a copy (Web
 * Authentication, section 7.2). Errors: `unauthorized`.
 */
export async function verifyPasskeyUse(
  signIn: SignIn,
  answer: Answer,
  challenge: string,
  passkey: PasskeyRow,
): Promise<number> {
  if (answer.response.userHandle !== passkey.user_handle) throw notAccepted();
  const { verified, authenticationInfo } = await attempt(() =>
    verifyAuthenticationResponse({
      response: answer as AuthenticationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: [...signIn.pageOrigins],
      expectedRPID: signIn.passkeyDomain,
      credential: { id: passkey.id, publicKey: new Uint8Array(passkey.public_key), counter: passkey.counter },
      requireUserVerification: true,
    }),
  );
  if (!verified) throw notAccepted();
  return authenticationInfo.newCounter;
}

/**
 * We ask for no attestation, and look at none that is sent all the same: to verify its certificates would mean fetching
 * revocation lists.
 */
function withoutAttestation(answer: Answer): RegistrationResponseJSON {
  const sent = decodeAttestationObject(isoBase64URL.toBuffer(answer.response.attestationObject ?? ''));
  const bare = new Map<string, unknown>([
    ['fmt', 'none'],
    ['attStmt', new Map()],
    ['authData', sent.get('authData')],
  ]);
  const attestationObject = isoBase64URL.fromBuffer(isoCBOR.encode(bare as never));
  return { ...answer, response: { ...answer.response, attestationObject } } as RegistrationResponseJSON;
}

/** What the library throws, it throws about the answer. */
function attempt<T>(verify: () => T): T {
  const refuse = (): never => {
    throw notAccepted();
  };
  try {
    const result = verify();
    return result instanceof Promise ? (result.catch(refuse) as T) : result;
  } catch {
    return refuse();
  }
}
