/** `notifications list`, `read` and `settings`. */
import { nameOf } from '../../../../origin/contract/grammar/ids.ts';
import type { Output } from '../../../../origin/contract/operations.ts';
import { type NotificationKind, notificationKinds } from '../../../../origin/contract/subjects/notifications.ts';
import { newsWords } from '../../../../origin/contract/words/news.ts';
import { type Context, exitCodes, Failure, type Outcome } from '../../context.ts';
import { onOneLine } from '../../terminal/printable.ts';
import { columns, day, shortened } from '../../terminal/table.ts';

type Notifications = Output<'listNotifications'>;

export async function list(context: Context, options: { before?: string }): Promise<Outcome> {
  const { origin } = await context.registry();
  const before = options.before === undefined ? {} : { before: options.before as never };
  const json = await origin.listNotifications(before);
  const { approvals, invitations, news } = onOneLine(json);
  const { bold } = context.terminal.style;
  const groups: [string, string][] = [
    ['To approve', columns(approvals.map(approvalRow))],
    ['Invitations', columns(invitations.map(({ team, role }) => [team.handle, `as ${role}`]))],
    ['News', columns(news.map((one) => newsRow(context, one)))],
  ];
  const text = groups.filter(([, rows]) => rows !== '').map(([title, rows]) => `${bold(title)}\n${rows}`);
  if (json.next !== null) context.terminal.note(`There is more: --before ${json.next}`);
  if (json.approvals.length > 0) context.terminal.note('To decide: skill-registry pending, approve or skip');
  if (json.invitations.length > 0) context.terminal.note('To answer: skill-registry team accept or decline <team>');
  return { text: text.join('\n\n') || 'Nothing new.', json };
}

const approvalRow = ({ skill_id, version_label, approved_label }: Notifications['approvals'][number]): string[] => [
  nameOf(skill_id),
  `${approved_label ? `${approved_label} → ` : ''}${version_label}`,
];

function newsRow({ terminal }: Context, news: Notifications['news'][number]): string[] {
  const { what, detail } = newsWords(news);
  const said = detail ? `${what}: ${shortened(detail)}` : what;
  return [day(news.created_at), news.unread ? terminal.style.bold(said) : said];
}

/** Marks all news as read, up to the newest there is now. */
export async function read(context: Context): Promise<Outcome> {
  const { origin } = await context.registry();
  const { newest, news } = await origin.listNotifications({});
  const json = await origin.markNotificationsRead({ body: { up_to: newest } });
  const isNew = news.some(({ unread }) => unread);
  return { text: isNew ? 'Marked all news as read.' : 'All news was read already.', json };
}

/** Which kinds one is told of; with a kind and `on` or `off`, that one changed. */
export async function settings(context: Context, kind?: string, state?: string): Promise<Outcome> {
  const { origin } = await context.registry();
  const json =
    kind === undefined
      ? (await origin.listNotifications({})).settings
      : await origin.updateNotificationSettings({ body: { [kindNamed(kind)]: isOn(kind, state) } });
  return { text: columns(notificationKinds.map((name) => [name, json[name] ? 'on' : 'off'])), json };
}

function kindNamed(text: string): NotificationKind {
  const found = notificationKinds.find((kind) => kind === text);
  if (found) return found;
  throw new Failure(`"${text}" is no kind of notification. Use ${notificationKinds.join(', ')}.`, exitCodes.usage);
}

function isOn(kind: string, state?: string): boolean {
  if (state === 'on' || state === 'off') return state === 'on';
  throw new Failure(`Say on or off: skill-registry notifications settings ${kind} off`, exitCodes.usage);
}
