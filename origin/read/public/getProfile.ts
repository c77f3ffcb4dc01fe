import type { Output } from '../../contract/operations.ts';
import { remembered } from '../../store/memory.ts';
import { publicKeyOf } from '../../store/people/keys.ts';
import { membersOf } from '../../store/people/people.ts';
import { portraitPath } from '../../store/people/portraits.ts';
import type { ProfileRow } from '../../store/schema/tables.ts';
import { newestFirst } from '../../store/skills/ofOwner.ts';
import { skillSummaries } from '../../store/skills/skills.ts';
import type { View } from '../../store/view.ts';
import { foundProfile } from '../found.ts';
import type { Loader } from '../reading.ts';

export const getProfile: Loader<'getProfile'> = async ({ view }, { author }) =>
  profileRecord(view, await foundProfile(view, author));

/** The record of a profile, with the skills that the caller may see. */
export const profileRecord = (view: View, profile: ProfileRow): Promise<Output<'getProfile'>> =>
  remembered(view.memory, `profile ${profile.id}`, () => readProfile(view, profile));

async function readProfile(view: View, profile: ProfileRow): Promise<Output<'getProfile'>> {
  const skills = await skillSummaries(view, (all) => newestFirst(all.where('skills.owner_id', '=', profile.id)));
  const totalInstalls = skills.reduce((sum, skill) => sum + skill.install_count, 0);
  return profileShowing(view, profile, { skills, totalInstalls });
}

/** The record with these skills, whichever of all they are. */
export async function profileShowing(
  view: View,
  profile: ProfileRow,
  { skills, totalInstalls }: Pick<Output<'getProfile'>, 'skills' | 'totalInstalls'>,
): Promise<Output<'getProfile'>> {
  return {
    handle: profile.handle ?? '',
    displayName: profile.display_name,
    bio: profile.bio,
    avatarUrl: portraitPath(profile.handle),
    kind: profile.kind,
    followers: profile.follower_count,
    following: profile.following_count,
    totalInstalls,
    skills,
    publicKey: await publicKeyOf(view, profile.id),
    createdAt: profile.created_at,
    ...(profile.kind === 'team' && { members: await membersOf(view, profile.id) }),
    ...(profile.ownerless === 1 && { ownerless: true }),
  };
}
