/** What waits for an answer, news, and which of them somebody wants to be told of. */
import { nameOf } from '../../../origin/contract/grammar/ids.ts';
import type { Output } from '../../../origin/contract/operations.ts';
import { notificationKinds } from '../../../origin/contract/subjects/notifications.ts';
import { newsWords } from '../../../origin/contract/words/news.ts';
import { answer, dayOf, fill, part, showEach } from './forms/form.ts';
import { showCount } from './me/name.ts';
import { call } from './requests/call.ts';
import { placeAtOrigin, placeOf } from './requests/places.ts';
import { begin } from './requests/signedIn.ts';

type Notifications = Output<'listNotifications'>;

const news: Notifications['news'] = [];
let next: number | null = null;
/** The newest that this page has shown: what came afterwards stays unread. */
let newest = 0;

/** From the newest on, or from where the page ends. */
async function show(isOlder = false): Promise<Notifications> {
  const page = await call('listNotifications', isOlder && next !== null ? { before: next } : {});
  if (!isOlder) {
    news.length = 0;
    newest = page.newest;
    showWaiting(page);
  }
  news.push(...page.news);
  next = page.next;
  showNews();
  return page;
}

function showWaiting({ approvals, invitations }: Notifications): void {
  const waiting = [
    ...approvals.map(({ skill_id, version_label, approved_label }) => ({
      what: `Approve ${nameOf(skill_id)} ${version_label}${approved_label && ` (now ${approved_label})`}`,
      place: placeOf('libraryPage'),
    })),
    ...invitations.map(({ team, role, invited_by }) => ({
      what: `${invited_by || 'The registry'} invited you to ${team.handle} as ${role}`,
      place: placeOf('settingsTeamsPage'),
    })),
  ];
  showEach('waiting', waiting, (row, { what, place }) => {
    fill(row, { what });
    row.querySelector('a')?.setAttribute('href', place);
  });
}

function showNews(): void {
  showEach('news', news, (row, one) => {
    const { what, detail, page, values } = newsWords(one);
    fill(row, { what, detail, when: dayOf(one.created_at) });
    row.classList.toggle('unread', one.unread);
    for (const mark of row.querySelectorAll<HTMLElement>('[data-part="new"]')) mark.hidden = !one.unread;
    // What is private has its page at the origin alone.
    row.querySelector('a')?.setAttribute('href', placeAtOrigin(page, values));
  });
  part('read').hidden = !news.some(({ unread }) => unread);
  part('older').hidden = next === null;
}

answer(part<HTMLFormElement>('older'), async () => {
  await show(true);
  return undefined;
});

answer(part<HTMLFormElement>('read'), async () => {
  const { notifications } = await call('markNotificationsRead', { body: { up_to: newest } });
  for (const one of news) one.unread = false;
  showNews();
  showCount(notifications);
  return undefined;
});

const switches = part<HTMLFormElement>('switches');
const boxes = notificationKinds.map((kind) => switches.elements.namedItem(kind) as HTMLInputElement);

answer(switches, async () => {
  const body = Object.fromEntries(boxes.map(({ name, checked }) => [name, checked]));
  await call('updateNotificationSettings', { body });
  await show();
  showCount((await call('getAccount', {})).notifications);
  return 'Saved.';
});

begin(async () => {
  const { settings } = await show();
  for (const box of boxes) box.checked = settings[box.name as keyof typeof settings];
});
