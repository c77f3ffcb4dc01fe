import { limits } from '../../../contract/fields.ts';
import { operationPath } from '../../../contract/operations.ts';
import { pagePath, pageQuery } from '../../../contract/pages.ts';
import type { PageLoader } from '../page.ts';
import { profilePart } from '../profilePart.ts';
import { plain, skillEntry } from './prose.ts';

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
    list.total > list.limit ? wayOn(site.mirrorUrl, author, list) : '',
  ];
  return `${paragraphs.filter(Boolean).join('\n\n')}\n`;
};

/** Which of them these are, and where the others are. */
function wayOn(
  mirrorUrl: string,
  author: string,
  { total, limit, offset }: Record<'total' | 'limit' | 'offset', number>,
) {
  const last = Math.min(offset + limit, total);
  const at = (from: number) =>
    mirrorUrl + pagePath('profileMarkdown', { author }) + pageQuery('profileMarkdown', { offset: from });
  if (offset >= total) return `There are no more. [Back to the start](${at(0)})`;
  return [
    `Skills ${offset + 1} to ${last} of ${total}.`,
    offset > 0 ? `[Previous](${at(Math.max(0, offset - limit))})` : '',
    last < total && last <= limits.offset ? `[Next](${at(last)})` : '',
    `[All, as JSON](${mirrorUrl}${operationPath('getProfile', { author })})`,
  ]
    .filter(Boolean)
    .join(' ');
}
