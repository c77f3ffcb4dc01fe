/** User text inside the Markdown that we write around it. */
import { pagePath } from '../../../contract/pages.ts';
import { type Marked, marksInWords } from '../../../contract/words/marks.ts';
import type { DocsEntry } from '../../docs/guides.ts';

/** One line that Markdown reads as text. */
export const plain = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[\\`*_[\]<>#]/g, '\\$&');

/** A skill as a list entry with its address. */
export const skillEntry = (
  mirrorUrl: string,
  skill: { author: string; slug: string; description: string } & Marked,
): string =>
  `- [${skill.author}/${skill.slug}](${mirrorUrl}${pagePath('skillMarkdown', skill)})${marksInWords(skill)}: ${plain(skill.description)}`;

/** A page of the documentation as a list entry, in its Markdown form. */
export const docsLink = (mirrorUrl: string, { title, path, summary }: DocsEntry): string =>
  `- [${title}](${mirrorUrl}${path}.md): ${summary}`;
