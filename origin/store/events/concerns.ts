/**
 * Whose business an event is, and as what they are told of it (notifications.ts). It is kept with the event, so that what
 * somebody missed is found by an index. A team's is its owners' and maintainers', whoever they are by then.
 */
import type { NotificationKind } from '../../contract/subjects/notifications.ts';
import type { Event, EventKind, Said } from './event.ts';

/** Who holds what the event is about, or a profile by its row id. */
type Concerned = 'owner' | number;

interface Told<K extends EventKind> {
  as: NotificationKind;
  /** Undefined where it is nobody's business after all. */
  whom(said: Said[K]): Concerned | undefined;
}

const ofOwner = { as: 'moderation', whom: () => 'owner' as const } as const;

const told: { [K in EventKind]?: Told<K> } = {
  // What is quarantined or held has an action, which says so itself.
  'version.scanned': {
    as: 'moderation',
    whom: ({ was, status }) =>
      (was === 'clean' && status === 'flagged') || (was === 'flagged' && status === 'clean') ? 'owner' : undefined,
  },
  'moderation.quarantined': ofOwner,
  'moderation.hidden': ofOwner,
  'moderation.suspended': ofOwner,
  'moderation.warned': ofOwner,
  'moderation.held': ofOwner,
  'moderation.released': ofOwner,
  'moderation.lifted': ofOwner,
  // Of a report, who filed it; its target's owners are told of what comes of it alone.
  'report.closed': { as: 'moderation', whom: ({ profile }) => profile },
  'appeal.granted': ofOwner,
  'appeal.refused': ofOwner,
  'profile.followed': { as: 'followers', whom: ({ followed }) => followed },
  'skill.starred': { as: 'stars', whom: () => 'owner' },
};

export const concernedBy = (event: Event): Concerned | undefined =>
  (told[event.kind] as Told<EventKind> | undefined)?.whom(event as never);

/** The kinds of event that people are told of as this kind of notification. */
export const eventsToldAs = (as: NotificationKind): EventKind[] =>
  (Object.keys(told) as EventKind[]).filter((kind) => told[kind]?.as === as);

/** As what people are told of an event that concerns somebody. */
export function kindToldAs(kind: EventKind): NotificationKind {
  const as = told[kind]?.as;
  if (!as) throw new Error(`${kind} is told to nobody.`);
  return as;
}
