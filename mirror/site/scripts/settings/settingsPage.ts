/** Handle and profile. */
import { amountIn, quotas } from '../../../../origin/contract/quotas.ts';
import { answer, fill, part, refill, say, showEach, textIn } from '../forms/form.ts';
import { offerPicture } from '../people/picture.ts';
import { call } from '../requests/call.ts';
import { placeOf } from '../requests/places.ts';
import { type Account, begin, showName } from '../requests/signedIn.ts';

let handle = '';

/** Fields are filled before they show, and once for a handle: what a person is typing is never replaced. */
async function show(account: Account): Promise<void> {
  showName(account);
  if (account.handle && account.handle !== handle) {
    const { displayName, bio } = await call('getProfile', { author: account.handle });
    refill(part<HTMLFormElement>('profile'), { displayName, bio });
    offerPicture(part<HTMLFormElement>('picture'), account.handle);
  }
  handle = account.handle;
  part('claim').hidden = handle !== '';
  for (const id of ['profile', 'picture', 'rename', 'give-up', 'public-page']) part(id).hidden = handle === '';
  part('operator').hidden = !account.is_operator;
  part<HTMLAnchorElement>('public-page').href = placeOf('profilePage', { author: handle });
  await showQuotas();
}

async function showQuotas(): Promise<void> {
  const { quotas: rows, frees_at } = await call('getQuotas', {});
  part('frees').textContent = new Date(frees_at * 1000).toLocaleTimeString(undefined, { timeStyle: 'short' });
  showEach('quotas', rows, (row, { quota, limit, used }) => {
    const text = limit === null ? 'no limit' : `${amountIn(quota, used)} of ${amountIn(quota, limit)}`;
    fill(row, { what: quotas[quota].what, used: text });
  });
}

const showAgain = async (): Promise<void> => show(await call('getAccount', {}));

answer(part<HTMLFormElement>('claim'), async (data) => {
  const displayName = textIn(data, 'displayName');
  await call('claimHandle', { body: { handle: textIn(data, 'handle'), ...(displayName && { displayName }) } });
  await showAgain();
  return undefined;
});

answer(part<HTMLFormElement>('profile'), async (data) => {
  const [displayName, bio] = ['displayName', 'bio'].map((name) => textIn(data, name));
  await call('updateProfile', {
    author: handle,
    body: { ...(displayName && { displayName }), bio: bio ?? '' },
  });
  await showAgain();
  return 'Saved.';
});

answer(part<HTMLFormElement>('rename'), async (data) => {
  const [wanted = '', release = ''] = ['handle', 'release'].map((name) => textIn(data, name));
  await call('claimHandle', { body: { handle: wanted, release } });
  part<HTMLFormElement>('rename').reset();
  await showAgain();
  return `Your handle is now ${wanted}.`;
});

answer(part<HTMLFormElement>('release'), async (data) => {
  // It may be a team's as well, which this page does not speak of.
  if (textIn(data, 'handle') !== handle) return `That doesn’t match. Type ${handle}.`;
  const { handle: released } = await call('releaseHandle', { handle });
  part<HTMLFormElement>('release').reset();
  await showAgain();
  say(`Released ${released}.`);
  return undefined;
});

begin(show);
