import type { Writer } from '../writing.ts';
import { authorizationUrl, providerOf, rememberSignIn } from './oidc.ts';

/** What comes back is added to the account that is signed in now. */
export const startOidcLink: Writer<'startOidcLink'> = async ({ engine, signIn, site, caller, now }) => {
  const { url, pending } = await authorizationUrl(providerOf(signIn), site, { asksAgain: false });
  const secret = await engine.write((db) =>
    rememberSignIn(db, { pending: { ...pending, links: true }, caller }, now()),
  );
  return { status: 201, record: { url, secret } };
};
