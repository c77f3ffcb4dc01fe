/** Signing in: with a passkey, with a new one, with a provider, with a one-time link of the operator. */
import { call, Refusal } from './call.ts';
import { answer, part, sentenceOf } from './form.ts';
import { makePasskey, usePasskey } from './passkey.ts';
import { wayBack } from './wayBack.ts';

const linkCode = new URLSearchParams(location.hash.slice(1)).get('code');
const providerSecret = 'provider-secret';

/** A link to become operator waits until somebody is signed in. */
async function enter(): Promise<void> {
  if (linkCode) await redeem(linkCode);
  location.assign(wayBack());
}

async function redeem(code: string): Promise<void> {
  await call('redeemLink', { body: { code } });
  history.replaceState(null, '', location.pathname);
}

function say(text: string): void {
  const notice = part('said');
  notice.textContent = text;
  notice.hidden = false;
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
  answer(provider, async () => {
    const { url, secret } = await call('startOidcSignIn', {});
    sessionStorage.setItem(providerSecret, secret);
    location.assign(url);
    return undefined;
  });
}

/** Only this browser can finish what it began. */
async function returnFromProvider(query: string): Promise<void> {
  const secret = sessionStorage.getItem(providerSecret);
  sessionStorage.removeItem(providerSecret);
  history.replaceState(null, '', location.pathname);
  if (!secret) return say('That sign-in was not begun in this browser. Begin again below.');
  await call('finishOidcSignIn', { body: { query, secret } });
  location.assign(wayBack());
}

async function followLink(code: string): Promise<void> {
  try {
    await redeem(code);
    location.assign('/settings');
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'unauthorized') throw error;
    say('This link makes you the registry’s operator. Sign in, or create your account, to use it.');
  }
}

async function begin(): Promise<void> {
  if (location.search.includes('state=')) return returnFromProvider(location.search.slice(1));
  if (linkCode) return followLink(linkCode);
  const signedIn = await call('getAccount', {}).catch(() => undefined);
  if (signedIn) location.assign(wayBack());
}

begin().catch((error: Error) => say(sentenceOf(error)));
