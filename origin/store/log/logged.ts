/** Which events the transparency log tells of, and what an entry says of each. What everyone may not know gets in no entry. */
import type { Event, EventKind, Said } from '../events/event.ts';

/** What an entry says besides what its subject is called, and when. */
type Says<K extends EventKind> = (said: Said[K]) => Readonly<Record<string, string | number>>;

const nothing = () => ({});

/** Entries of what an event says itself, where everyone may know of it. A version's come by `mayShow`. */
const told: { [K in EventKind]?: Says<K> } = {
  'version.withdrawn': nothing,
  'skill.deprecated': nothing,
  'skill.undeprecated': nothing,
  'moderation.quarantined': nothing,
  'moderation.hidden': nothing,
  'moderation.suspended': nothing,
  'moderation.warned': nothing,
  'moderation.lifted': ({ lifts }) => ({ lifts }),
  'key.bound': ({ fingerprint, public_key, replaces }) => ({ fingerprint, public_key, replaces }),
  'key.revoked': ({ fingerprint }) => ({ fingerprint }),
  'handle.claimed': nothing,
  'handle.renamed': ({ from }) => ({ from }),
  'handle.released': nothing,
  'advisory.added': nothing,
  'advisory.changed': nothing,
  'advisory.withdrawn': nothing,
};

/** After these a version may be in sight that was not: of the skill, or of everything that is the profile's. */
const mayShow: ReadonlySet<EventKind> = new Set<EventKind>([
  'version.published',
  'version.scanned',
  'skill.made_public',
  'moderation.lifted',
  'moderation.released',
  // One that was held for as long as it was not looked at is named from here on, and refused.
  'moderation.quarantined',
  'handle.claimed',
  'handle.renamed',
]);

/** After these what entries say of a skill is taken out of them. */
export const hiding: EventKind = 'skill.made_private';

export const isShowing = (kind: EventKind): boolean => mayShow.has(kind);
export const isHiding = (kind: EventKind): boolean => kind === hiding;
/** Whether an event of this kind has an entry of its own. */
export const isTold = (kind: EventKind): boolean => kind in told;
export const concernsLog = (kind: EventKind): boolean => isShowing(kind) || isHiding(kind) || isTold(kind);

/** What an entry says of an event, to be kept until it is made: JSON. */
export const saidOf = (event: Event): string => {
  const says = told[event.kind] as ((said: Event) => object) | undefined;
  return JSON.stringify(says?.(event) ?? {});
};
