/** What a browser is asked for, of a passkey that it makes or uses (Web Authentication, section 5.4 and 5.5). */
import { randomBytes } from 'node:crypto';
import {
  type AuthenticatorTransport,
  generateAuthenticationOptions,
  generateRegistrationOptions,
} from '@simplewebauthn/server';
import { COSEALG, isoBase64URL } from '@simplewebauthn/server/helpers';
import type { PasskeyRow } from '../../store/access/passkeys.ts';
import type { SignIn } from '../writing.ts';

const registryName = 'Skill registry';
/** Of keys: what every authenticator has one of. */
export const algorithms = [COSEALG.EdDSA, COSEALG.ES256, COSEALG.RS256];

/** Milliseconds that a browser lets a person take, to fetch the phone from the next room. */
const timeout = 5 * 60 * 1000;

/**
 * A passkey is the only thing that signs a person in, so it has to ask for a finger, a face or a PIN: with less, whoever
 * finds a security key has the account. Keys that can hold passkeys at all have a PIN, and browsers help to set it.
 */
const userVerification = 'required';

/** Random: authenticators show it to whoever holds them (Web Authentication, section 14.6.1). */
export const newUserHandle = (): string => randomBytes(32).toString('base64url');

interface Registrant {
  /** What the authenticator is to know the account by, base64url. */
  userHandle: string;
  /** What the person picks the passkey by, in the browser's list. */
  name: string;
  /** Passkeys of the account: no authenticator makes a second one. */
  known: readonly PasskeyRow[];
}

/** Options for `navigator.credentials.create`, in their JSON form. */
export const registrationOptions = ({ passkeyDomain }: SignIn, challenge: string, registrant: Registrant) =>
  generateRegistrationOptions({
    rpName: registryName,
    rpID: passkeyDomain,
    challenge: isoBase64URL.toBuffer(challenge),
    userID: isoBase64URL.toBuffer(registrant.userHandle),
    userName: registrant.name,
    userDisplayName: registrant.name,
    excludeCredentials: registrant.known.map((passkey) => ({
      id: passkey.id,
      transports: passkey.transports.split(' ').filter(Boolean) as AuthenticatorTransport[],
    })),
    // Discoverable: one signs in without typing a name.
    authenticatorSelection: { residentKey: 'required', userVerification },
    attestationType: 'none',
    supportedAlgorithmIDs: algorithms,
    timeout,
  });

/** Options for `navigator.credentials.get`, in their JSON form, for whichever account the person has. */
export const signInOptions = ({ passkeyDomain }: SignIn, challenge: string) =>
  generateAuthenticationOptions({
    rpID: passkeyDomain,
    challenge: isoBase64URL.toBuffer(challenge),
    userVerification,
    timeout,
  });
