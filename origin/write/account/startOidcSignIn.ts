import type { Writer } from '../writing.ts';
import { authorizationUrl, providerOf, rememberSignIn } from './oidc.ts';

/** Whoever is signed in confirms by it that they are still there. */
export const startOidcSignIn: Writer<'startOidcSignIn'> = async ({ engine, signIn, site, caller, now }) => {
  const { url, pending } = await authorizationUrl(providerOf(signIn), site, { asksAgain: caller !== undefined });
  const secret = await engine.write((db) => rememberSignIn(db, { pending, caller }, now()));
  return { status: 201, record: { url, secret } };
};
