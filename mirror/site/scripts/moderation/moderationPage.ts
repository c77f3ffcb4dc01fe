/** Moderation, next to the public log that the page has already: the user's own reports and appeals; for operators what is in force. */
import { RegistryError } from '../../../../origin/contract/clients/client.ts';
import { findTargets, offerChoices } from '../forms/choose.ts';
import { answer, dayOf, fieldIn, fill, part, say, showEach, textIn } from '../forms/form.ts';
import { offerSignOutEverywhere } from '../forms/signOutEverywhere.ts';
import { call } from '../requests/call.ts';
import { showName } from '../requests/signedIn.ts';
import { signInFirst } from '../requests/wayBack.ts';
import { showActions } from './actions.ts';
import { showAudit } from './audit.ts';
import { showOwn } from './own.ts';
import { beginAction, offerAction } from './take.ts';
import { showTarget } from './target.ts';
import { doneBy } from './wording.ts';

const kept = 'report-target';
const reportForm = part<HTMLFormElement>('report');

/** What the page's address reports; it waits in this tab while somebody signs in. */
function targetHere(): string {
  const given = new URLSearchParams(location.hash.slice(1)).get('report');
  if (given) {
    sessionStorage.setItem(kept, given);
    history.replaceState(null, '', location.pathname);
  }
  return sessionStorage.getItem(kept) ?? '';
}

/** The public log as it is after a decision, before the page itself follows. */
async function showLog(): Promise<void> {
  const { actions } = await call('listModerationActions', {});
  showEach('log', actions, (row, { target, action, reason, created_at }) => {
    showTarget(row, target);
    fill(row, { action: doneBy(action), reason, since: dayOf(created_at) });
  });
}

/** Everything again, after an operator decided something. */
const showAll = (): Promise<unknown> => Promise.all([showLog(), showOwn(), showActions(showAll), showAudit()]);

function beginReport(target: string): void {
  sessionStorage.removeItem(kept);
  const { elements } = reportForm;
  (elements.namedItem('target') as HTMLInputElement).value = target;
  (elements.namedItem('reason') as HTMLTextAreaElement).focus();
}

answer(reportForm, async (data) => {
  const target = textIn(data, 'target');
  await call('reportContent', { body: { target, reason: textIn(data, 'reason') } });
  reportForm.reset();
  return `Reported ${target}.`;
});

offerChoices(fieldIn(reportForm, 'target'), findTargets);

offerAction(showAll);

answer(part<HTMLFormElement>('sign-out'), async () => {
  await call('signOut', {});
  location.reload();
  return undefined;
});

offerSignOutEverywhere();

part('sign-in').addEventListener('click', (event) => {
  event.preventDefault();
  signInFirst();
});

async function showAccount(): Promise<void> {
  const target = targetHere();
  const account = await call('getAccount', {});
  const { is_operator, suspended } = account;
  showName(account);
  part('signed-in').hidden = false;
  if (suspended) return showSuspended();
  part('operator').hidden = !is_operator;
  if (target) beginReport(target);
  const actOn = new URLSearchParams(location.hash.slice(1)).get('act');
  if (is_operator && actOn) beginAction(actOn);
  await Promise.all([showOwn(), ...(is_operator ? [showActions(showAll), showAudit()] : [])]);
}

/** All that is open to a suspended person: why, an appeal, and the way out. */
async function showSuspended(): Promise<void> {
  part('suspended').hidden = false;
  reportForm.hidden = true;
  await showOwn();
}

function fail(error: Error): void {
  if (error instanceof RegistryError && error.code === 'unauthorized') {
    part('visitor').hidden = false;
    return;
  }
  say(error.message);
}

showAccount().catch(fail);
