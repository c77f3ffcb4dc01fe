/** Activity as the site and its feeds show it: where an event leads, and what it says in one line of ours. */
import { kitId, skillId } from '../../../contract/grammar/ids.ts';
import { pagePath } from '../../../contract/pages.ts';
import type { ActivityEvent } from '../../../store/events/feed.ts';

export interface ShownEvent {
  id: number;
  kind: ActivityEvent['kind'];
  actor: string;
  /** Where it leads, root-relative. */
  path: string;
  /** What its address says: `author/slug`, `owner/kit/slug` or a handle. */
  name: string;
  /** The label of a version; empty for what has none. */
  label: string;
  /** What its scan says now; for what is published. */
  isFlagged: boolean;
  /** What it calls itself: free text. */
  title: string;
  description: string;
  /** Unix seconds. */
  at: number;
}

export function shownEvent(event: ActivityEvent): ShownEvent {
  const { id, kind, actor, title, description, created_at } = event;
  const path = pathOf(event);
  return {
    id,
    kind,
    actor,
    path,
    name: path.slice(1),
    label: event.version_label ?? '',
    isFlagged: event.scanStatus === 'flagged',
    title,
    description,
    at: created_at,
  };
}

function pathOf({ kind, actor, target }: ActivityEvent): string {
  const kit = kind === 'kit' ? kitId.parse(target) : undefined;
  if (kit) return pagePath('kitPage', kit);
  const skill = kind === 'publish' ? skillId.parse(target) : undefined;
  return skill ? pagePath('skillPage', skill) : pagePath('profilePage', { author: actor });
}

/** What happened, in words that hold no free text but a version's label. */
export function sentenceOf({ kind, actor, name, label, isFlagged }: ShownEvent): string {
  if (kind === 'profile') return `${actor} joined`;
  return kind === 'kit'
    ? `${actor} created the kit ${name}`
    : `${actor} published ${name} ${label}${isFlagged ? ' (flagged)' : ''}`;
}
