import { siteName } from '../../../origin/contract/clients/discovery.ts';
import type { Output } from '../../../origin/contract/operations.ts';
import { pagePath } from '../../../origin/contract/pages.ts';
import type { Site } from '../../../origin/read/reading.ts';
import { profileAddress } from '../addresses.ts';
import { breadcrumb, counter, dateTime, profileId, type Thing } from './graph.ts';

/** A profile's page: the person or team that it is about, and where it stands. */
export function profileThings({ mirrorUrl }: Site, profile: Output<'getProfile'>): Thing[] {
  const { handle, displayName, bio, kind, members = [] } = profile;
  const path = profileAddress(handle);
  const url = mirrorUrl + path;
  return [
    {
      '@type': 'ProfilePage',
      url,
      dateCreated: dateTime(profile.createdAt),
      mainEntity: {
        '@type': kind === 'team' ? 'Organization' : 'Person',
        '@id': profileId(mirrorUrl, handle),
        name: displayName || handle,
        alternateName: handle,
        identifier: handle,
        description: bio || undefined,
        url,
        image: mirrorUrl + pagePath('profilePicture', { author: handle }),
        interactionStatistic: counter('FollowAction', profile.followers),
        ...(kind === 'team' && {
          member: members.map((member) => ({
            '@type': 'Person',
            name: member.name || member.handle,
            url: mirrorUrl + profileAddress(member.handle),
          })),
        }),
      },
    },
    breadcrumb(mirrorUrl, [
      [siteName, '/'],
      [displayName || handle, path],
    ]),
  ];
}
