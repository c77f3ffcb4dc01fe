import { kitId, skillId } from '../../contract/grammar/ids.ts';
import type { Output } from '../../contract/operations.ts';
import { countNotifications } from '../../store/events/notifications.ts';
import { findKit } from '../../store/kits/kits.ts';
import { kitsToFill } from '../../store/kits/ownKits.ts';
import { isSubscribed } from '../../store/kits/subscriptions.ts';
import { libraryEntry } from '../../store/library/library.ts';
import { isStarred } from '../../store/library/stars.ts';
import { isFollowing } from '../../store/people/follows.ts';
import { findProfile, profileByHandle, profileById } from '../../store/people/people.ts';
import { refusalFor } from '../../store/people/teams.ts';
import { findSkill } from '../../store/skills/skills.ts';
import type { Caller, View } from '../../store/view.ts';
import type { Loader } from '../reading.ts';

type Standing = Output<'getStanding'>;
type OwnView = View & { caller: Caller };

/** A suspended person is told who they are, and can do nothing here. */
export const getStanding: Loader<'getStanding'> = async ({ view, now }, asked) => {
  const { profileId } = view.caller;
  const { handle, display_name, moderation_status } = await profileById(view.db, profileId);
  const suspended = moderation_status === 'suspended';
  const who = { handle: handle ?? '', displayName: display_name, suspended };
  if (suspended) return { ...who, notifications: 0, skill: null, profile: null, kit: null };
  return {
    ...who,
    notifications: await countNotifications(view, profileId, now()),
    skill: asked.skill ? await toSkill(view, asked.skill) : null,
    profile: asked.profile ? await toProfile(view, asked.profile) : null,
    kit: asked.kit ? await toKit(view, asked.kit) : null,
  };
};

async function toSkill(view: OwnView, id: string): Promise<Standing['skill']> {
  const name = skillId.parse(id);
  const skill = name && (await findSkill(view, name.author, name.slug));
  if (!skill) return null;
  const { db, caller } = view;
  const entry = await libraryEntry(view, caller.profileId, { id: skill.id, slug: skill.slug });
  const kits = await kitsToFill(view, caller.profileId, skill.id);
  return {
    skill_id: id,
    library: entry ? { approved: entry.approved, pinned: entry.pinned, pending: entry.pending } : null,
    starred: await isStarred(db, caller.profileId, skill.id),
    star_count: skill.star_count,
    publishes: await publishesUnder(view, name.author),
    kits: kits.map(({ owner, slug, name, member, note, hash }) => ({
      id: kitId.format({ owner: owner ?? '', slug }),
      name,
      has: member !== null,
      hash,
      note: note ?? '',
    })),
  };
}

async function toProfile(view: OwnView, handle: string): Promise<Standing['profile']> {
  const profile = await findProfile(view, handle);
  if (!profile) return null;
  const { profileId } = view.caller;
  return {
    handle,
    following: await isFollowing(view.db, profileId, profile.id),
    followers: profile.follower_count,
    self: profile.id === profileId,
  };
}

async function toKit(view: OwnView, id: string): Promise<Standing['kit']> {
  const name = kitId.parse(id);
  const kit = name && (await findKit(view, name.owner, name.slug));
  if (!kit) return null;
  return {
    id,
    subscribed: await isSubscribed(view.db, view.caller.profileId, kit.id),
    subscriber_count: kit.subscriber_count,
    changes: await publishesUnder(view, name.owner),
    featured: view.caller.isOperator && kit.visibility === 'public' ? kit.featured > 0 : null,
  };
}

async function publishesUnder({ db, caller }: OwnView, handle: string): Promise<boolean> {
  const holder = await profileByHandle(db, handle);
  return holder !== undefined && (await refusalFor(db, caller.profileId, holder, 'publish')) === undefined;
}
