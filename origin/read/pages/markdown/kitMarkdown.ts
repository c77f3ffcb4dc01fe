import { getKitByHandle } from '../../public/getKitByHandle.ts';
import type { PageLoader } from '../page.ts';
import { plain, skillEntry } from './prose.ts';

/** A kit as prose for agents: what it is for, and its skills. */
export const kitMarkdown: PageLoader<'kitMarkdown'> = async (reading, { owner, slug }) => {
  const kit = await getKitByHandle(reading, { owner, slug });
  const paragraphs = [
    `# ${plain(kit.name)} (${kit.id})`,
    plain(kit.description),
    `Kit version ${kit.version} by @${kit.owner} · ${kit.subscriber_count} subscribers`,
    `## Skills (${kit.skill_count})`,
    kit.skills
      .map(
        ({ skill, pinned, hash, note }) =>
          skillEntry(reading.site.mirrorUrl, skill) +
          (pinned ? ` Pinned to ${hash}.` : '') +
          (note ? `\n  Note: ${plain(note)}` : ''),
      )
      .join('\n'),
  ];
  return `${paragraphs.filter(Boolean).join('\n\n')}\n`;
};
