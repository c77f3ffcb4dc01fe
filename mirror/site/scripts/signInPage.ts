/** Signing in: with a passkey, with a new one, with a provider, with a one-time link of the operator. */
import { RegistryError } from '../../../origin/contract/clients/client.ts';
import { answer, part, say, sentenceOf } from './forms/form.ts';
import { parting } from './forms/signOutEverywhere.ts';
import { call } from './requests/call.ts';
import { rememberSignedIn } from './requests/hint.ts';
import { makePasskey } from './requests/makePasskey.ts';
import { placeOf } from './requests/places.ts';
import { finishProviderSignIn, leaveForProvider } from './requests/provider.ts';
import { usePasskey } from './requests/usePasskey.ts';
import { takeWayBack, wayBack } from './requests/wayBack.ts';

const linkCode = new URLSearchParams(location.hash.slice(1)).get('code');

/** A link to become operator waits until somebody is signed in. */
async function enter(): Promise<void> {
  if (linkCode) await redeem(linkCode);
  goOn();
}

let isLeaving = false;

/** Once: who signs in while the page still asks whether they are would be led to the way back, and then away from it. */
function goOn(): void {
  if (isLeaving) return;
  isLeaving = true;
  rememberSignedIn(true);
  location.assign(wayBack());
}

async function redeem(code: string): Promise<void> {
  await call('redeemLink', { body: { code } });
  history.replaceState(null, '', location.pathname);
}

answer(part<HTMLFormElement>('sign-in'), async () => {
  await call('signIn', { body: { passkey: await usePasskey() } });
  await enter();
  return undefined;
});

answer(part<HTMLFormElement>('register'), async () => {
  await call('registerAccount', { body: { passkey: await makePasskey('register') } });
  await enter();
  return undefined;
});

const provider = document.querySelector<HTMLFormElement>('#provider');
if (provider) {
  answer(provider, async () => leaveForProvider(await call('startOidcSignIn', {})));
}

part('ways').inert = false;

async function followLink(code: string): Promise<void> {
  try {
    await redeem(code);
    location.assign(placeOf('settingsPage'));
  } catch (error) {
    if (!(error instanceof RegistryError) || error.code !== 'unauthorized') throw error;
    say('This link makes you the operator of this registry. Sign in or create an account to use it.');
  }
}

async function begin(): Promise<void> {
  takeWayBack();
  say(parting());
  if (location.search.includes('state=')) {
    await finishProviderSignIn(location.search.slice(1));
    return goOn();
  }
  if (linkCode) return followLink(linkCode);
  const signedIn = await call('getAccount', {}).catch(() => undefined);
  if (signedIn) goOn();
}

begin().catch((error: Error) => say(sentenceOf(error)));
