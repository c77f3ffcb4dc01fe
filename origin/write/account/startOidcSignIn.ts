import type { Writer } from '../writing.ts';
import { authorizationUrl, providerOf, rememberErrand } from './oidc.ts';

/** Whoever is signed in confirms by it that they are still there. */
export const startOidcSignIn: Writer<'startOidcSignIn'> = async ({ engine, signIn, site, caller, now }) => {
  const { url, errand } = await authorizationUrl(providerOf(signIn), site, { asksAgain: caller !== undefined });
  const secret = await engine.write((db) => rememberErrand(db, { errand, caller }, now()));
  return { status: 201, record: { url, secret } };
};
