import { operationPath } from '../../../contract/operations.ts';
import { pagePath } from '../../../contract/pages.ts';
import { kitPart } from '../kitPart.ts';
import type { PageLoader } from '../page.ts';
import { plain, skillEntry } from './prose.ts';
import { wayOn } from './wayOn.ts';

/** A kit as prose for agents: what it is for, and a page of its skills. */
export const kitMarkdown: PageLoader<'kitMarkdown'> = async ({ view, site }, { owner, slug, offset }) => {
  const { kit, list } = await kitPart(view, { owner, slug, offset });
  const paragraphs = [
    `# ${plain(kit.name)} (${kit.id})`,
    plain(kit.description),
    `Kit version ${kit.version} by @${kit.owner} · ${kit.subscriber_count} subscribers`,
    `## Skills (${list.total})`,
    kit.skills
      .map(
        ({ skill, pinned, hash, note }) =>
          skillEntry(site.mirrorUrl, skill) +
          (pinned ? ` Pinned to ${hash}.` : '') +
          (note ? `\n  Note: ${plain(note)}` : ''),
      )
      .join('\n'),
    wayOn(list, {
      // The mirror knows nothing private.
      host: kit.visibility === 'private' ? site.originUrl : site.mirrorUrl,
      page: 'kitMarkdown',
      path: pagePath('kitMarkdown', { owner, slug }),
      record: operationPath('getKitByHandle', { owner, slug }),
    }),
  ];
  return `${paragraphs.filter(Boolean).join('\n\n')}\n`;
};
