/** Author keys: those there are, and binding another by signing a text. */
import { answer, dayOf, fill, offer, part, say, showEach, textIn } from '../forms/form.ts';
import { call } from '../requests/call.ts';
import { begin, managed } from '../requests/signedIn.ts';
import { usePasskey } from '../requests/usePasskey.ts';

type Key = Awaited<ReturnType<typeof call<'listAuthorKeys'>>>['keys'][number];

const whose = part<HTMLSelectElement>('whose');
const bindForm = part<HTMLFormElement>('bind');
const states: Record<Key['status'], string> = {
  bound: 'Active',
  pending: 'Waiting',
  replaced: 'Replaced',
  revoked: 'Revoked',
};
let keys: Key[] = [];

const has = (status: Key['status']): boolean => keys.some((key) => key.status === status);

async function showKeys(): Promise<void> {
  part('who').textContent = whose.value;
  ({ keys } = await call('listAuthorKeys', { author: whose.value }));
  showEach('keys', keys, showKey);
  part('again').hidden = keys.length === 0;
  part('bound-already').hidden = part('previous').hidden = !has('bound');
  part('revoked-before').hidden = has('bound');
}

function showKey(row: HTMLElement, key: Key): void {
  fill(row, { state: states[key.status], fingerprint: key.fingerprint, when: whenOf(key) });
  const [cancel, revoke] = row.querySelectorAll('form') as unknown as [HTMLFormElement, HTMLFormElement];
  cancel.hidden = key.status !== 'pending';
  (row.querySelector('details') as HTMLElement).hidden = key.status !== 'bound';
  answer(cancel, () => end('true', 'Cancelled. The key was not added.'));
  answer(revoke, () => end('false', 'Revoked.'));
}

async function end(pending: 'true' | 'false', said: string): Promise<string> {
  await call('revokeAuthorKey', { author: whose.value, pending });
  await showKeys();
  return said;
}

function whenOf({ status, bound_at, ended_at }: Key): string {
  if (status === 'bound') return `since ${dayOf(bound_at)}`;
  if (status !== 'pending') return `${dayOf(bound_at)} to ${dayOf(ended_at)}`;
  const minutes = Math.max(0, Math.ceil((bound_at - Date.now() / 1000) / 60));
  return `takes effect in ${Math.floor(minutes / 60)} h ${minutes % 60} min, on ${dayOf(bound_at)}`;
}

/** In single quotes, as a shell takes it to the letter. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

answer(part<HTMLFormElement>('challenge'), async () => {
  const { challenge, namespace, expires_at } = await call('createKeyChallenge', { author: whose.value });
  part('command').textContent =
    `printf %s ${quoted(challenge)} | ssh-keygen -Y sign -n ${namespace} -f ~/.ssh/id_ed25519`;
  part('until').textContent = new Date(expires_at * 1000).toLocaleTimeString(undefined, { timeStyle: 'short' });
  bindForm.hidden = false;
  return 'Challenge created. Earlier ones no longer work.';
});

answer(bindForm, async (data) => {
  const author = whose.value;
  const [public_key = '', proof = '', previous_proof = ''] = ['public_key', 'proof', 'previous_proof'].map((name) =>
    textIn(data, name),
  );
  const vouched = has('bound') && previous_proof !== '';
  const body = {
    public_key,
    proof,
    ...(vouched && { previous_proof }),
    ...(keys.length > 0 && !vouched && { passkey: await usePasskey('confirm') }),
  };
  const { status } = await call('bindAuthorKey', { author, body });
  bindForm.reset();
  bindForm.hidden = true;
  part<HTMLFormElement>('challenge').querySelector('output')?.replaceChildren();
  await showKeys();
  say(
    status === 'bound'
      ? 'Key added. Versions that you sign with it are verified from now on.'
      : 'The key is waiting. You can cancel it until it takes effect.',
  );
  return undefined;
});

whose.addEventListener('change', () => {
  bindForm.hidden = true;
  showKeys().catch((error: Error) => say(error.message));
});

begin((account) => {
  offer(whose, managed(account));
  return showKeys();
});
