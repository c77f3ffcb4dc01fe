/** Whose account a page is about: whoever can't use it is sent to where they can go on. */
import { call, Refusal } from './call.ts';
import { signInFirst } from './wayBack.ts';

export type Account = Awaited<ReturnType<typeof call<'getAccount'>>>;

/** Rejects while the browser leaves for the sign-in page; a suspended person is led to why, and to an appeal. */
export async function signedIn(): Promise<Account> {
  const account = await call('getAccount', {}).catch((error: Error) => {
    if (!(error instanceof Refusal) || error.code !== 'unauthorized') throw error;
    signInFirst();
    throw new Refusal(error.code, 'Sign in first; then you come back here.');
  });
  if (!account.suspended) return account;
  location.replace('/moderation');
  throw new Refusal('forbidden', 'This account is suspended.');
}
