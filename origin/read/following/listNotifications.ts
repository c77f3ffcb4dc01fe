import { skillId } from '../../contract/grammar/ids.ts';
import type { Output } from '../../contract/operations.ts';
import { kindToldAs } from '../../store/events/concerns.ts';
import type { Event } from '../../store/events/event.ts';
import { notificationSettings } from '../../store/events/notificationSettings.ts';
import { newsPage, waitingFor } from '../../store/events/notifications.ts';
import type { Loader } from '../reading.ts';

type News = Output<'listNotifications'>['news'][number];
type Row = Awaited<ReturnType<typeof newsPage>>['rows'][number];

export const listNotifications: Loader<'listNotifications'> = async ({ view, now }, { before }) => {
  const { profileId } = view.caller;
  const settings = await notificationSettings(view.db, profileId);
  const { approvals, invitations } = await waitingFor(view, profileId, settings, now());
  const { rows, next, newest } = await newsPage(view, profileId, settings, before);
  return {
    approvals: approvals.map(({ author, slug, label, approved_label }) => ({
      skill_id: skillId.format({ author: author ?? '', slug }),
      version_label: label ?? '',
      approved_label: approved_label ?? '',
    })),
    invitations,
    news: rows.map((row) => newsOf(row, settings.readUpTo)),
    next,
    newest,
    settings: settings.switches,
  };
};

function newsOf({ id, kind, subject, handle, data, created_at }: Row, readUpTo: number): News {
  const event = { kind, ...JSON.parse(data) } as Event;
  return {
    id,
    kind: kindToldAs(kind),
    event: kind,
    ...{ target: subject, by: '', detail: '' },
    ...wordsOf(event, handle ?? ''),
    unread: id > readUpTo,
    created_at,
  };
}

/** Who starred is told to nobody, nor which operator decided. */
function wordsOf(event: Event, actor: string): Partial<Pick<News, 'target' | 'by' | 'detail'>> {
  if (event.kind === 'profile.followed') return { target: actor, by: actor };
  if (event.kind === 'version.scanned') return { detail: event.status };
  if (event.kind === 'report.closed') return { target: event.target, detail: event.reason };
  return 'reason' in event ? { detail: event.reason } : {};
}
