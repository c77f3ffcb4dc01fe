/**
 * The Markdown of a SKILL.md after its frontmatter. Published files that predate today's checks have frontmatter of
 * every kind, so this reads no YAML: it drops what stands between two lines of three dashes at the very start.
 */
export function bodyOf(skillMd: string): string {
  const text = skillMd.replace(/^\uFEFF/, '');
  const opening = /^---[ \t]*\r?\n/.exec(text)?.[0].length;
  if (opening === undefined) return text;
  // From the opening's own line break, so that an empty frontmatter closes too.
  const closing = /\n---[ \t]*\r?(?:\n|$)/.exec(text.slice(opening - 1));
  return closing ? text.slice(opening - 1 + closing.index + closing[0].length) : text;
}
