/** One's own account: handle, profile, ways to sign in, tokens. */
import { call } from './call.ts';
import { answer, copyOf, dayOf, fill, part, textIn } from './form.ts';
import { makePasskey } from './passkey.ts';
import { type Account, signedIn } from './signedIn.ts';

function showAccount(account: Account): void {
  part('signed-in').hidden = false;
  part('claim').hidden = account.handle !== '';
  part('profile').hidden = account.handle === '';
  part('operator').hidden = !account.is_operator;
  fill(part('who'), { name: account.displayName || account.handle || 'A new account', handle: account.handle });
  part<HTMLAnchorElement>('public-page').href = `/${account.handle}`;
  part<HTMLAnchorElement>('public-page').hidden = account.handle === '';
  part<HTMLInputElement>('mcp-enabled').checked = account.mcp_enabled;
}

async function showProfile(handle: string): Promise<void> {
  const { displayName, bio, avatarUrl } = await call('getProfile', { author: handle });
  const form = part<HTMLFormElement>('profile');
  for (const [name, value] of Object.entries({ displayName, bio, avatarUrl })) {
    const field = form.elements.namedItem(name);
    if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) field.value = value;
  }
}

/** Redraws a list; each row's button does `remove` and draws again. */
function showRows(listId: string, rows: { texts: Record<string, string>; remove(): Promise<unknown> }[]): void {
  const list = part(listId);
  list.replaceChildren(
    ...rows.map(({ texts, remove }) => {
      const row = fill(copyOf(`${listId}-row`), texts);
      answer(row.querySelector('form') as HTMLFormElement, async () => {
        await remove();
        await showLists();
        return undefined;
      });
      return row;
    }),
  );
}

async function showLists(): Promise<void> {
  const [{ passkeys }, { devices }, { tokens }] = await Promise.all([
    call('listPasskeys', {}),
    call('listDevices', {}),
    call('listTokens', {}),
  ]);
  showRows(
    'passkeys',
    passkeys.map(({ id, name, created_at, last_used_at }) => ({
      texts: { name, made: dayOf(created_at), used: dayOf(last_used_at) },
      remove: () => call('removePasskey', { passkey: id }),
    })),
  );
  showRows(
    'devices',
    devices.map(({ id, name, client_version, created_at, last_seen_at }) => ({
      texts: { name, client: client_version, made: dayOf(created_at), used: dayOf(last_seen_at) },
      remove: () => call('removeDevice', { id }),
    })),
  );
  showRows(
    'tokens',
    tokens.map(({ id, token_class, kit, device, created_at, last_used_at, current }) => ({
      texts: {
        name: `${device ?? kit ?? token_class}${current ? ' (this browser)' : ''}`,
        class: token_class,
        made: dayOf(created_at),
        used: dayOf(last_used_at),
      },
      remove: () => call('revokeToken', { id }),
    })),
  );
}

async function show(): Promise<void> {
  const account = await signedIn();
  showAccount(account);
  if (account.handle) await showProfile(account.handle);
  await showLists();
}

answer(part<HTMLFormElement>('claim'), async (data) => {
  const displayName = textIn(data, 'displayName');
  await call('claimHandle', { body: { handle: textIn(data, 'handle'), ...(displayName && { displayName }) } });
  await show();
  return undefined;
});

answer(part<HTMLFormElement>('profile'), async (data) => {
  const { handle } = await call('getAccount', {});
  const [displayName, bio, avatarUrl] = ['displayName', 'bio', 'avatarUrl'].map((name) => textIn(data, name));
  await call('updateProfile', {
    author: handle,
    body: { ...(displayName && { displayName }), bio: bio ?? '', avatarUrl: avatarUrl ?? '' },
  });
  await show();
  return 'Saved.';
});

answer(part<HTMLFormElement>('add-passkey'), async (data) => {
  const name = textIn(data, 'name');
  await call('addPasskey', { body: { passkey: await makePasskey('add'), ...(name && { name }) } });
  await showLists();
  return 'Added.';
});

answer(part<HTMLFormElement>('mcp'), async (data) => {
  const { mcp_enabled } = await call('updateAccount', { body: { mcp_enabled: data.has('mcp_enabled') } });
  return mcp_enabled ? 'The link is on.' : 'The link is off.';
});

answer(part<HTMLFormElement>('new-token'), async (data) => {
  const kit = textIn(data, 'kit');
  const { token } = await call('createToken', { body: kit ? { class: 'kit', kit } : { class: 'mcp' } });
  const shown = part('minted');
  shown.hidden = false;
  fill(shown, { token });
  await showLists();
  return undefined;
});

for (const [id, operation] of [
  ['sign-out', 'signOut'],
  ['sign-out-everywhere', 'signOutEverywhere'],
] as const) {
  answer(part<HTMLFormElement>(id), async () => {
    await call(operation, {});
    location.assign('/signin');
    return undefined;
  });
}

show().catch((error: Error) => {
  part('said').textContent = error.message;
});
