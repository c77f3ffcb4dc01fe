/**
 * What happens in the registry. A write says it once (record.ts), and everything that follows is derived from the event.
 * Stored events keep their meaning: a kind is never renamed, and says at least what it said.
 */
import type { Role } from '../../contract/access.ts';
import type { moderationActions } from '../../contract/records/account.ts';
import type { scanStatuses, verdictStatuses } from '../../contract/records.ts';

/** Who did it, and when. */
export interface Act {
  /** A profile's row id; null for the registry itself. */
  by: number | null;
  /** Unix seconds. */
  now: number;
}

/** Numbers are row ids, `hash` is of the content. */
interface OfVersion {
  skill: number;
  version: number;
  hash: string;
}

interface OfTarget {
  /** `name` as it was called. */
  target: { kind: Exclude<Subject, 'kit' | 'advisory'>; id: number; name: string };
  reason: string;
}

interface OfAction extends OfTarget {
  /** The action's row id. */
  action: number;
  /** Whether everyone sees the profile from now on and did not before, or the other way round. */
  sightChanged: boolean;
}

interface OfKey {
  profile: number;
  fingerprint: string;
}

/** Each kind with what its events say besides who and when. */
export interface Said {
  /** `signer`: the fingerprint of the key that verified it, or empty. `digest`: of the archive it is served as. */
  'version.published': OfVersion & { owner: number; number: number; label: string; digest: string; signer: string };
  'version.withdrawn': OfVersion;
  /** A new report replaces the one before. `was`: the version's status until now. */
  'version.scanned': OfVersion & Record<'status' | 'was', (typeof scanStatuses)[number]> & { corpus: number };
  /** A scanner of the operator's said something of it. */
  'version.judged': OfVersion & { scanner: string; status: (typeof verdictStatuses)[number] };
  /** Libraries that take new versions in by themselves took in this one. */
  'version.auto_approved': Omit<OfVersion, 'hash'> & { libraries: number };
  'skill.made_public': { skill: number };
  'skill.made_private': { skill: number };
  'skill.deprecated': { skill: number; message: string };
  'skill.undeprecated': { skill: number };
  'skill.changed': { skill: number; fields: string[] };
  /** Who did is the actor, and known to themselves alone. */
  'skill.starred': { skill: number };
  'skill.unstarred': { skill: number };
  /** Nothing happened to these skills, but what the registry computes of them is another. `skill`: the first of them. */
  'skill.derived': { skill: number; skills: number[] };

  'moderation.quarantined': OfAction;
  'moderation.hidden': OfAction;
  'moderation.suspended': OfAction;
  'moderation.warned': OfAction;
  /** The scanner keeps a version back until all of it was read; then, or by a moderator, it is released. */
  'moderation.held': OfAction;
  'moderation.released': OfAction;
  /** An operator looked at what the scan says of it, and left it as it is. */
  'moderation.dismissed': OfTarget;
  'moderation.lifted': OfAction & { lifts: (typeof moderationActions)[number] };
  /** `profile` reported it; `target` as it was called. */
  'report.filed': { profile: number; report: number; target: string; reason: string };
  'report.closed': { profile: number; report: number; target: string; reason: string };
  'appeal.filed': OfTarget & { appeal: number };
  'appeal.granted': OfTarget & { appeal: number };
  'appeal.refused': OfTarget & { appeal: number };

  /** `id` as it goes by here. */
  'advisory.added': { advisory: number; id: string; summary: string };
  'advisory.changed': { advisory: number; id: string; summary: string };
  'advisory.withdrawn': { advisory: number; id: string; summary: string };

  'handle.claimed': { profile: number; handle: string };
  'handle.renamed': { profile: number; handle: string; from: string };
  'handle.released': { profile: number; handle: string };
  'profile.changed': { profile: number; fields: string[] };
  /** An operator removed it. */
  'profile.picture_removed': { profile: number; handle: string };
  'profile.followed': { profile: number; followed: number };
  'profile.unfollowed': { profile: number; followed: number };
  /** `replaces`: the fingerprint of the key that was bound until now, or empty. */
  'key.bound': OfKey & { public_key: string; replaces: string };
  /** It waits until it is bound, at `due`. */
  'key.queued': OfKey & { due: number };
  'key.called_off': OfKey;
  'key.revoked': OfKey;

  'team.joined': { profile: number; member: number; role: Role };
  'team.role_changed': { profile: number; member: number; role: Role };
  /** A member made themselves the owner of a team that had none. */
  'team.claimed': { profile: number; member: number; handle: string };
  'team.left': { profile: number; member: number };
  /** `to`: the invited person's handle. */
  'invitation.sent': { profile: number; member: number; role: Role; handle: string; to: string };
  'invitation.declined': { profile: number; member: number };
  'invitation.withdrawn': { profile: number; member: number };

  'kit.created': { kit: number };
  'kit.made_public': { kit: number };
  'kit.made_private': { kit: number };
  'kit.changed': { kit: number; fields: string[] };
  'kit.deleted': { kit: number };
  /** An operator shows it on the home page from now on, or no more; `name`: as it was called. */
  'kit.featured': { kit: number; name: string };
  'kit.unfeatured': { kit: number; name: string };
  /** `version` is null for a member that follows the latest. */
  'kit.skill_put': { kit: number; skill: number; version: number | null };
  'kit.skill_removed': { kit: number; skill: number };
  'kit.subscribed': { kit: number; profile: number };
  'kit.unsubscribed': { kit: number; profile: number };

  /** `isNew`: the library did not hold the skill before. */
  'library.approved': { profile: number; skill: number; version: number; isNew: boolean };
  /** `version` is not offered any more; null: what was skipped is offered again. */
  'library.skipped': { profile: number; skill: number; version: number | null };
  'library.removed': { profile: number; skill: number };
  'device.paired': { profile: number; device: number };
  'device.removed': { profile: number; device: number };
}

export type EventKind = keyof Said;
export type Event = { [K in EventKind]: { kind: K } & Said[K] }[EventKind];

/** What an event is about. */
export type Subject = 'version' | 'skill' | 'kit' | 'profile' | 'advisory';

type Topic = EventKind extends infer K ? (K extends `${infer T}.${string}` ? T : never) : never;

/** The id under this name in what an event says, or what its target is. */
const subjects: Record<Topic, Subject | 'target'> = {
  version: 'version',
  skill: 'skill',
  moderation: 'target',
  report: 'profile',
  appeal: 'target',
  advisory: 'advisory',
  handle: 'profile',
  profile: 'profile',
  key: 'profile',
  team: 'profile',
  invitation: 'profile',
  kit: 'kit',
  library: 'profile',
  device: 'profile',
};

export function subjectOf(event: Event): { of: Subject; id: number } {
  const of = subjects[event.kind.split('.')[0] as Topic];
  const ids = event as unknown as Record<Subject, number> & Pick<OfTarget, 'target'>;
  return of === 'target' ? { of: ids.target.kind, id: ids.target.id } : { of, id: ids[of] };
}

/**
 * Who may know of an event: everyone, where everyone sees its subject then (`public`), or saw it until then (`parting`),
 * or where the public log of moderation names it (`logged`).
 */
export type Audience = 'public' | 'parting' | 'logged';

/** Of every other kind only those whom it concerns may know, and those go in time (compaction.ts). */
export const audiences: { [K in EventKind]?: Audience } = {
  'version.published': 'public',
  'version.withdrawn': 'public',
  'skill.made_public': 'public',
  'skill.made_private': 'parting',
  'skill.deprecated': 'public',
  'skill.undeprecated': 'public',
  'moderation.quarantined': 'logged',
  'moderation.hidden': 'logged',
  'moderation.suspended': 'logged',
  'moderation.warned': 'logged',
  'moderation.lifted': 'logged',
  'advisory.added': 'public',
  'advisory.changed': 'public',
  'advisory.withdrawn': 'public',
  'handle.claimed': 'public',
  'handle.renamed': 'public',
  'handle.released': 'parting',
  'key.bound': 'public',
  'key.revoked': 'public',
  'kit.created': 'public',
  'kit.made_public': 'public',
  'kit.made_private': 'parting',
  'kit.deleted': 'public',
};

/** The fields of a change that say something else than the row does: where there are none, nothing happens. */
export const changedFields = <R extends object>(row: R, change: Partial<R>): (keyof R & string)[] =>
  (Object.keys(change) as (keyof R & string)[]).filter((field) => change[field] !== row[field]);
