/** Confirms again who is signed in, where a request that outlives the session asks for it. */
import { leaveForProvider } from './provider.ts';
import { send } from './send.ts';
import { usePasskey } from './usePasskey.ts';
import { keepWayBack } from './wayBack.ts';

/**
 * Asks for a passkey, and rejects when the person uses none. Who has none, but an account at a provider, is sent there
 * and comes back to this page.
 */
export async function confirm(): Promise<void> {
  const { passkeys, identity_providers } = await send('getAccount', {});
  if (passkeys > 0) {
    await send('confirmSession', { body: { passkey: await usePasskey('confirm') } });
    return;
  }
  if (identity_providers.length === 0)
    throw new Error('Sign in again first. You have no passkey yet, so ask the operator for a new one-time link.');
  keepWayBack();
  await leaveForProvider(await send('startOidcSignIn', {}));
  throw new Error('Taking you to confirm that it’s you. When you come back, try again.');
}
