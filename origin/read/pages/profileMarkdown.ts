import { getProfile } from '../getProfile.ts';
import type { PageLoader } from '../reading.ts';

/** A profile as prose for agents: who, and every public skill with its description. */
export const profileMarkdown: PageLoader<'profileMarkdown'> = async (reading, { author }) => {
  const profile = await getProfile(reading, { author });
  const { mirrorUrl } = reading.site;
  const paragraphs = [
    `# ${plain(profile.displayName)} (@${profile.handle})`,
    plain(profile.bio),
    `${profile.kind === 'team' ? 'Team' : 'Person'} · ${profile.followers} followers · ${profile.totalInstalls} installs`,
    `## Skills (${profile.skills.length})`,
    profile.skills
      .map(
        (skill) =>
          `- [${skill.slug}](${mirrorUrl}/${skill.author}/${skill.slug}.md)${skill.deprecated ? ' (deprecated)' : ''}: ${plain(skill.description)}`,
      )
      .join('\n'),
  ];
  return `${paragraphs.filter(Boolean).join('\n\n')}\n`;
};

/** One line of text that markdown reads as text. */
const plain = (text: string) =>
  text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[\\`*_[\]<>#]/g, '\\$&');
