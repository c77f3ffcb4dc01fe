/** Whose account a page is about. A visitor who can't use it is sent to where they can go on. */
import { type Right, type Role, rights } from '../../../../origin/contract/access.ts';
import { RegistryError } from '../../../../origin/contract/clients/client.ts';
import { part, say } from '../forms/form.ts';
import { showCount, showPerson } from '../me/name.ts';
import { call } from './call.ts';
import { rememberSignedIn } from './hint.ts';
import { placeOf } from './places.ts';
import { onSettled, send } from './send.ts';
import { signInFirst } from './wayBack.ts';

onSettled(async () => showCount((await send('getAccount', {})).notifications));

export type Account = Awaited<ReturnType<typeof call<'getAccount'>>>;

/** Rejects while the browser leaves for the sign-in page; a suspended person is led to why, and to an appeal. */
export async function signedIn(): Promise<Account> {
  const account = await call('getAccount', {}).catch((error: Error) => {
    if (!(error instanceof RegistryError) || error.code !== 'unauthorized') throw error;
    signInFirst();
    throw new Error('Sign in first. You’ll come back to this page.');
  });
  showName(account);
  const invited = document.getElementById('invited-to');
  if (invited) invited.hidden = account.invitations === 0 || account.suspended;
  if (!account.suspended) return account;
  location.replace(placeOf('moderationPage'));
  throw new Error('Your account is suspended.');
}

/** Says in the frame of the page who is signed in, here and on the public pages of this host. */
export function showName(account: Account): void {
  rememberSignedIn(true);
  showPerson(account);
}

/**
 * Shows the page's parts once `run` has filled them for the person who is signed in; what fails is said above them. A page
 * that is of use to holders of a handle alone has a part that says so to others.
 */
export function begin(run: (account: Account) => Promise<unknown>): void {
  const start = async () => {
    const account = await signedIn();
    const needsHandle = document.getElementById('no-handle');
    if (needsHandle && !account.handle) {
      needsHandle.hidden = false;
      return;
    }
    await run(account);
    part('signed-in').hidden = false;
  };
  start().catch((error: Error) => say(error.message));
}

const mayIn = (role: Role, right: Right): boolean => rights[right].roles.some((one) => one === role);

/** The handles that an account publishes under, its own first. */
export const publishers = ({ handle, teams }: Account): string[] => [
  handle,
  ...teams.filter(({ role }) => mayIn(role, 'publish')).map((team) => team.handle),
];

/** The handles whose keys and people an account decides on, its own first. */
export const managed = ({ handle, teams }: Account): string[] => [
  handle,
  ...teams.filter(({ role }) => mayIn(role, 'manage')).map((team) => team.handle),
];
