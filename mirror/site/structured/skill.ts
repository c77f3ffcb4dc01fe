import { siteName } from '../../../origin/contract/clients/discovery.ts';
import type { Output } from '../../../origin/contract/operations.ts';
import { pagePath } from '../../../origin/contract/pages.ts';
import type { Site } from '../../../origin/read/reading.ts';
import { profileAddress } from '../addresses.ts';
import { breadcrumb, counter, dateTime, profileId, type Thing } from './graph.ts';

/** A skill's page: its source code, and where it stands. */
export function skillThings({ mirrorUrl }: Site, skill: Output<'getSkill'>): Thing[] {
  const { author, slug, latest_hash, versions } = skill;
  const path = pagePath('skillPage', skill);
  const latest = versions.find(({ hash }) => hash === latest_hash);
  return [
    {
      '@type': 'SoftwareSourceCode',
      '@id': `${mirrorUrl}${path}#skill`,
      name: `${author}/${slug}`,
      description: skill.description,
      url: mirrorUrl + path,
      identifier: latest_hash,
      version: skill.version_label,
      dateCreated: dateTime(skill.created_at),
      dateModified: latest && dateTime(latest.published_at),
      // A person or a team: its own page says which.
      author: {
        '@id': profileId(mirrorUrl, author),
        name: skill.author_name || author,
        url: mirrorUrl + profileAddress(author),
      },
      keywords: [skill.category, ...skill.triggers],
      license: skill.mirror_license || undefined,
      isBasedOn: skill.is_mirror && webAddress(skill.mirror_source_url) ? skill.mirror_source_url : undefined,
      creativeWorkStatus: skill.deprecated ? 'Deprecated' : undefined,
      encoding: {
        '@type': 'MediaObject',
        encodingFormat: 'application/gzip',
        contentUrl: mirrorUrl + pagePath('versionArchive', { author, slug, hash: latest_hash }),
      },
      interactionStatistic: counter('InstallAction', skill.install_count),
    },
    breadcrumb(mirrorUrl, [
      [siteName, '/'],
      [author, profileAddress(author)],
      [slug, path],
    ]),
  ];
}

const webAddress = (url: string): boolean => /^https?:\/\//.test(url);
