import { siteName } from '../../../origin/contract/clients/discovery.ts';
import type { Output } from '../../../origin/contract/operations.ts';
import { pagePath } from '../../../origin/contract/pages.ts';
import type { PersonName } from '../../../origin/read/pages/page.ts';
import type { Site } from '../../../origin/read/reading.ts';
import { profileAddress } from '../addresses.ts';
import { breadcrumb, counter, dateTime, profileId, type Thing } from './graph.ts';

/** A kit's page: the collection with what it holds, and where it stands. */
export function kitThings({ mirrorUrl }: Site, kit: Output<'getKitByHandle'>, owner: PersonName): Thing[] {
  const path = pagePath('kitPage', kit);
  const ownerPath = profileAddress(owner.handle);
  const name = kit.name || kit.slug;
  const ownerName = owner.displayName || owner.handle;
  return [
    {
      '@type': 'Collection',
      '@id': `${mirrorUrl}${path}#kit`,
      name,
      identifier: kit.id,
      description: kit.description || undefined,
      url: mirrorUrl + path,
      version: kit.version,
      dateCreated: dateTime(kit.created_at),
      dateModified: dateTime(kit.updated_at),
      keywords: kit.category,
      creator: {
        '@type': owner.kind === 'team' ? 'Organization' : 'Person',
        '@id': profileId(mirrorUrl, owner.handle),
        name: ownerName,
        url: mirrorUrl + ownerPath,
      },
      collectionSize: kit.skill_count,
      hasPart: kit.skills.map(({ skill, hash, version_label }) => ({
        '@type': 'SoftwareSourceCode',
        name: `${skill.author}/${skill.slug}`,
        url: mirrorUrl + pagePath('skillPage', skill),
        identifier: hash,
        version: version_label,
      })),
      interactionStatistic: counter('SubscribeAction', kit.subscriber_count),
    },
    breadcrumb(mirrorUrl, [
      [siteName, '/'],
      [ownerName, ownerPath],
      [name, path],
    ]),
  ];
}
