import { createChallenge } from '../store/challenges.ts';
import { authorizationUrl, providerOf } from './oidc.ts';
import type { Writer } from './writing.ts';

export const startOidcSignIn: Writer<'startOidcSignIn'> = async ({ engine, signIn, site, caller, now }) => {
  const { url, errand } = await authorizationUrl(providerOf(signIn), site);
  const challenge = {
    purpose: 'oidc',
    payload: JSON.stringify(errand),
    ...(caller && { profileId: caller.profileId }),
  } as const;
  const { text: secret } = await engine.write((db) => createChallenge(db, challenge, now()));
  return { status: 201, record: { url, secret } };
};
