import { membersOf } from '../store/people.ts';
import { publicKeyOf, skillSummaries } from '../store/skills.ts';
import { foundProfile } from './found.ts';
import type { Loader } from './reading.ts';

export const getProfile: Loader<'getProfile'> = async ({ view }, { author }) => {
  const profile = await foundProfile(view, author);
  const skills = await skillSummaries(view, (all) =>
    all.where('skills.owner_id', '=', profile.id).orderBy('skills.created_at', 'desc').orderBy('skills.id', 'desc'),
  );
  return {
    handle: author,
    displayName: profile.display_name,
    bio: profile.bio,
    avatarUrl: profile.avatar_url,
    kind: profile.kind,
    followers: profile.follower_count,
    following: profile.following_count,
    totalInstalls: skills.reduce((sum, skill) => sum + skill.install_count, 0),
    skills,
    publicKey: await publicKeyOf(view, profile.id),
    createdAt: profile.created_at,
    ...(profile.kind === 'team' && { members: await membersOf(view, profile.id) }),
  };
};
