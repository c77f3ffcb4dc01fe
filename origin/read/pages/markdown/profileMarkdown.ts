import { operationPath } from '../../../contract/operations.ts';
import { pagePath } from '../../../contract/pages.ts';
import type { PageLoader } from '../page.ts';
import { profilePart } from '../profilePart.ts';
import { plain, skillEntry } from './prose.ts';
import { wayOn } from './wayOn.ts';

/** A profile as prose for agents: who, and a page of the public skills with their descriptions. */
export const profileMarkdown: PageLoader<'profileMarkdown'> = async ({ view, site }, { author, offset }) => {
  const { profile, list } = await profilePart(view, author, offset);
  const paragraphs = [
    `# ${plain(profile.displayName)} (@${profile.handle})`,
    plain(profile.bio),
    `${profile.kind === 'team' ? 'Team' : 'Person'} · ${profile.followers} followers · ${profile.totalInstalls} installs`,
    profile.ownerless ? 'This team has no owner.' : '',
    `## Skills (${list.total})`,
    profile.skills.map((skill) => skillEntry(site.mirrorUrl, skill)).join('\n'),
    wayOn(list, {
      host: site.mirrorUrl,
      page: 'profileMarkdown',
      path: pagePath('profileMarkdown', { author }),
      record: operationPath('getProfile', { author }),
    }),
  ];
  return `${paragraphs.filter(Boolean).join('\n\n')}\n`;
};
