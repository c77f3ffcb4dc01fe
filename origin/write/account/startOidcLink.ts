import type { Writer } from '../writing.ts';
import { authorizationUrl, providerOf, rememberErrand } from './oidc.ts';

/** What comes back is added to the account that is signed in now. */
export const startOidcLink: Writer<'startOidcLink'> = async ({ engine, signIn, site, caller, now }) => {
  const { url, errand } = await authorizationUrl(providerOf(signIn), site, { asksAgain: false });
  const secret = await engine.write((db) => rememberErrand(db, { errand: { ...errand, links: true }, caller }, now()));
  return { status: 201, record: { url, secret } };
};
