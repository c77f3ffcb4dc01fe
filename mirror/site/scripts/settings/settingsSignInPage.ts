/** Passkeys, the provider, and sessions. */
import { answer, dayOf, fill, formIn, part, showEach, textIn } from '../forms/form.ts';
import { offerSignOutEverywhere } from '../forms/signOutEverywhere.ts';
import { call } from '../requests/call.ts';
import { makePasskey } from '../requests/makePasskey.ts';
import { placeOf } from '../requests/places.ts';
import { leaveForProvider } from '../requests/provider.ts';
import { begin } from '../requests/signedIn.ts';
import { keepWayBack } from '../requests/wayBack.ts';

async function showPasskeys(): Promise<void> {
  const { passkeys } = await call('listPasskeys', {});
  showEach('passkeys', passkeys, (row, { id, name, created_at, last_used_at }) => {
    fill(row, { name, made: dayOf(created_at), used: dayOf(last_used_at) });
    answer(formIn(row), async () => {
      await call('removePasskey', { passkey: id });
      await showPasskeys();
      return `Removed ${name}.`;
    });
  });
}

async function showSessions(): Promise<void> {
  const { tokens } = await call('listTokens', {});
  const sessions = tokens.filter(({ token_class }) => token_class === 'session');
  showEach('sessions', sessions, (row, { id, created_at, last_used_at, current }) => {
    const name = current ? 'This browser' : 'A browser or program';
    fill(row, { name, made: dayOf(created_at), used: dayOf(last_used_at) });
    formIn(row).hidden = current;
    answer(formIn(row), async () => {
      await call('revokeToken', { id });
      await showSessions();
      return 'Session ended.';
    });
  });
}

answer(part<HTMLFormElement>('add-passkey'), async (data) => {
  const name = textIn(data, 'name');
  await call('addPasskey', { body: { passkey: await makePasskey('add'), ...(name && { name }) } });
  part<HTMLFormElement>('add-passkey').reset();
  await showPasskeys();
  return 'Passkey added.';
});

const provider = document.querySelector<HTMLFormElement>('#provider');
if (provider) {
  answer(provider, async () => {
    const started = await call('startOidcLink', {});
    keepWayBack();
    return leaveForProvider(started);
  });
}

answer(part<HTMLFormElement>('sign-out'), async () => {
  await call('signOut', {});
  location.assign(placeOf('signInPage'));
  return undefined;
});

offerSignOutEverywhere();

begin(async ({ identity_providers }) => {
  if (provider) part(identity_providers.length > 0 ? 'linked' : 'unlinked').hidden = false;
  await Promise.all([showPasskeys(), showSessions()]);
});
