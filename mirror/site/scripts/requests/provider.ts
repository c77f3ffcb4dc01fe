/** The way to the configured provider and back. */
import type { Output } from '../../../../origin/contract/operations.ts';
import { send } from './send.ts';

const kept = 'provider-secret';

/** Leaves for the provider, which sends the browser back to the sign-in page. */
export async function leaveForProvider({ url, secret }: Output<'startOidcSignIn'>): Promise<undefined> {
  sessionStorage.setItem(kept, secret);
  location.assign(url);
}

/** Only the browser that began it can finish it. */
export async function finishProviderSignIn(query: string): Promise<void> {
  const secret = sessionStorage.getItem(kept);
  sessionStorage.removeItem(kept);
  history.replaceState(null, '', location.pathname);
  if (!secret) throw new Error('That sign-in started in another browser. Start again below.');
  await send('finishOidcSignIn', { body: { query, secret } });
}
