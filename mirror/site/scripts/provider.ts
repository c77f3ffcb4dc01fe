/** Signing in with the configured provider; for whoever is signed in, adding it to the account. */
import { call } from './call.ts';

const kept = 'provider-secret';

/** Leaves for the provider, which sends the browser back to the sign-in page. */
export async function startProviderSignIn(): Promise<undefined> {
  const { url, secret } = await call('startOidcSignIn', {});
  sessionStorage.setItem(kept, secret);
  location.assign(url);
}

/** Only the browser that began it can finish it. */
export async function finishProviderSignIn(query: string): Promise<void> {
  const secret = sessionStorage.getItem(kept);
  sessionStorage.removeItem(kept);
  history.replaceState(null, '', location.pathname);
  if (!secret) throw new Error('That sign-in was not begun in this browser. Begin again below.');
  await call('finishOidcSignIn', { body: { query, secret } });
}
