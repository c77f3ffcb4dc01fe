import { getProfile } from '../../public/getProfile.ts';
import type { PageLoader } from '../page.ts';
import { plain, skillEntry } from './prose.ts';

/** A profile as prose for agents: who, and every public skill with its description. */
export const profileMarkdown: PageLoader<'profileMarkdown'> = async (reading, { author }) => {
  const profile = await getProfile(reading, { author });
  const paragraphs = [
    `# ${plain(profile.displayName)} (@${profile.handle})`,
    plain(profile.bio),
    `${profile.kind === 'team' ? 'Team' : 'Person'} · ${profile.followers} followers · ${profile.totalInstalls} installs`,
    profile.ownerless ? 'This team has no owner.' : '',
    `## Skills (${profile.skills.length})`,
    profile.skills.map((skill) => skillEntry(reading.site.mirrorUrl, skill)).join('\n'),
  ];
  return `${paragraphs.filter(Boolean).join('\n\n')}\n`;
};
