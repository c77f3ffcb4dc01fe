/** Signing in with the configured OpenID Connect provider: the code flow with PKCE (OpenID Connect Core, section 3.1). */
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type ClientAuth,
  ClientError,
  ClientSecretBasic,
  ClientSecretPost,
  type Configuration,
  calculatePKCECodeChallenge,
  discovery,
  enableNonRepudiationChecks,
  None,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from 'openid-client';
import { ApiError } from '../../contract/errors.ts';
import { pages } from '../../contract/pages.ts';
import type { Site } from '../../read/reading.ts';
import { createChallenge } from '../../store/access/challenges.ts';
import type { Identity } from '../../store/access/identities.ts';
import type { Db } from '../../store/engine/engine.ts';
import type { Caller } from '../../store/view.ts';
import type { SignIn } from '../writing.ts';

export type Provider = NonNullable<SignIn['oidc']>;

/** What has to be remembered between sending a browser away and its coming back. */
export interface PendingSignIn {
  state: string;
  nonce: string;
  codeVerifier: string;
  /** Whether the identity is to be added to the account that is signed in. */
  links?: true;
}

/** Seconds that the provider may take to answer. */
const timeout = 10;

/** What each provider said of itself, once it was reached. */
const known = new WeakMap<Provider, Promise<Configuration>>();

/** Errors: `not_found` where none is configured. */
export function providerOf({ oidc }: SignIn): Provider {
  if (!oidc) throw new ApiError('not_found', 'This registry has no OpenID Connect provider to sign in with.');
  return oidc;
}

/**
 * Where to send a browser, and what to remember until it comes back. `asksAgain`: a provider that still knows the person
 * asks them to sign in again all the same. Errors: `unavailable`.
 */
export async function authorizationUrl(
  provider: Provider,
  site: Site,
  { asksAgain }: { asksAgain: boolean },
): Promise<{ url: string; pending: PendingSignIn }> {
  const configuration = await reach(provider);
  const pending = { state: randomState(), nonce: randomNonce(), codeVerifier: randomPKCECodeVerifier() };
  const codeChallenge = await calculatePKCECodeChallenge(pending.codeVerifier);
  const { href: url } = buildAuthorizationUrl(configuration, {
    redirect_uri: returnAddress(site),
    scope: 'openid profile',
    code_challenge: codeChallenge,
    code_challenge_method: 'S256',
    nonce: pending.nonce,
    state: pending.state,
    ...(asksAgain && { max_age: '0' }),
  });
  return { url, pending };
}

/** Returns the secret that the browser shows when it comes back. `caller`: who is signed in as it leaves. */
export async function rememberSignIn(
  db: Db,
  { pending, caller }: { pending: PendingSignIn; caller: Caller | undefined },
  now: number,
): Promise<string> {
  const whose = caller && { profileId: caller.profileId };
  return (await createChallenge(db, { purpose: 'oidc', payload: JSON.stringify(pending), ...whose }, now)).text;
}

/**
 * Who the provider says it is that came back with this query: the code is exchanged, and issuer, audience, signature,
 * times and nonce of the answer are verified. Errors: `unauthorized`, `unavailable`.
 */
export async function identityBehind(
  provider: Provider,
  site: Site,
  query: URLSearchParams,
  { state, nonce, codeVerifier }: PendingSignIn,
): Promise<Identity & { name: string }> {
  const configuration = await reach(provider);
  const address = new URL(`${returnAddress(site)}?${query}`);
  const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: codeVerifier, idTokenExpected: true };
  const tokens = await authorizationCodeGrant(configuration, address, checks).catch((error: unknown) => {
    throw isOutage(error) ? unreachable(provider) : notSignedIn();
  });
  const claims = tokens.claims();
  if (!claims) throw notSignedIn();
  return { issuer: claims.iss, subject: claims.sub, name: typeof claims['name'] === 'string' ? claims['name'] : '' };
}

/** One sentence for every reason: what was wrong with the answer is between us and the provider. */
export const notSignedIn = (): ApiError =>
  new ApiError('unauthorized', 'The provider did not sign you in, or the sign-in has expired. Start again.');

const returnAddress = ({ mirrorUrl }: Site): string => mirrorUrl + pages.signInPage.path;

/** The provider's own description, fetched once; after a failure, again the next time. Errors: `unavailable`. */
async function reach(provider: Provider): Promise<Configuration> {
  const asked = known.get(provider) ?? describe(provider);
  known.set(provider, asked);
  try {
    return await asked;
  } catch {
    known.delete(provider);
    throw unreachable(provider);
  }
}

/** Settings take an http address on this machine alone, where nobody listens in. */
const describe = ({ issuer, clientId, clientSecret }: Provider): Promise<Configuration> =>
  discovery(new URL(issuer), clientId, clientSecret, clientSecret ? secretAs(clientSecret) : None(), {
    timeout,
    execute: [enableNonRepudiationChecks, ...(issuer.startsWith('http:') ? [allowInsecureRequests] : [])],
  });

/** In the header, as clients do unless they agreed on something else, or in the body where that is all there is. */
const secretAs =
  (secret: string): ClientAuth =>
  (server, ...request) => {
    const takesHeader = server.token_endpoint_auth_methods_supported?.includes('client_secret_basic') ?? true;
    return (takesHeader ? ClientSecretBasic(secret) : ClientSecretPost(secret))(server, ...request);
  };

/** No answer, or one that says that the provider is out of order. */
function isOutage(error: unknown): boolean {
  if (error instanceof TypeError) return true;
  if (!(error instanceof ClientError)) return false;
  // Not `instanceof`: the server's library replaces the Response of fetch by one of its own.
  const { status = 0 } = (error.cause ?? {}) as Partial<Response>;
  return error.code === 'OAUTH_TIMEOUT' || status >= 500;
}

const unreachable = ({ issuer }: Provider): ApiError =>
  new ApiError('unavailable', `Can’t reach ${new URL(issuer).host}. Try again, or sign in with a passkey.`);
