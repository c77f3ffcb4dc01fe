/** Activity as the site and its feeds show it: where an event leads, and what it says in one line of ours. */
import { pages } from '../../../contract/pages.ts';
import { pathTemplate } from '../../../contract/template.ts';
import type { ActivityEvent } from '../../../store/events/activity.ts';

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
  /** What it calls itself: free text. */
  title: string;
  description: string;
  /** Unix seconds. */
  at: number;
}

const skillPath = pathTemplate(pages.skillPage.path);
const kitPath = pathTemplate(pages.kitPage.path);
const profilePath = pathTemplate(pages.profilePage.path);

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
    title,
    description,
    at: created_at,
  };
}

function pathOf({ kind, actor, target }: ActivityEvent): string {
  if (kind === 'profile') return profilePath.format({ author: actor });
  const slug = target.slice(actor.length + 1);
  return kind === 'kit' ? kitPath.format({ owner: actor, slug }) : skillPath.format({ author: actor, slug });
}

/** What happened, in words that hold no free text but a version's label. */
export function sentenceOf({ kind, actor, name, label }: ShownEvent): string {
  if (kind === 'profile') return `${actor} joined`;
  return kind === 'kit' ? `${actor} made the kit ${name}` : `${actor} published ${name} ${label}`;
}
