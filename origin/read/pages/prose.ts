/** User text inside the Markdown that we write around it. */

/** One line that Markdown reads as text. */
export const plain = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[\\`*_[\]<>#]/g, '\\$&');

/** A skill as a list entry with its address. */
export const skillEntry = (
  mirrorUrl: string,
  skill: { author: string; slug: string; deprecated: boolean; description: string },
): string =>
  `- [${skill.author}/${skill.slug}](${mirrorUrl}/${skill.author}/${skill.slug}.md)${skill.deprecated ? ' (deprecated)' : ''}: ${plain(skill.description)}`;
