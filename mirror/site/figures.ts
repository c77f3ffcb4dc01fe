/** Numbers, sizes, dates and hashes as a reader sees them: the same in every locale and time zone. */

const grouped = new Intl.NumberFormat('en');

export const count = (value: number): string => grouped.format(value);

/** `1 skill`, `2 skills`. */
export const counted = (value: number, noun: string): string => `${count(value)} ${plural(value, noun)}`;

/** `skill` of one, `skills` of any other number. */
export const plural = (value: number, noun: string): string => (value === 1 ? noun : `${noun}s`);

export function size(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  const kilobytes = bytes / 1024;
  if (kilobytes < 1024) return `${kilobytes.toFixed(1)} KiB`;
  return `${(kilobytes / 1024).toFixed(1)} MiB`;
}

/** The UTC day of a Unix time: `2026-11-03`. */
export const day = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(0, 10);

const dayInWords = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeZone: 'UTC' });

/** `Saturday, 21 November 2026`, of the UTC day of a Unix time. */
export const longDay = (seconds: number): string => dayInWords.format(seconds * 1000);

/** `16:04`, in UTC. */
export const timeOfDay = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(11, 16);

/** `12%` of a whole; anything that isn't all or nothing stays between. */
export function share(part: number, whole: number): string {
  if (part === 0 || whole === 0) return '0%';
  const percent = (part / whole) * 100;
  if (percent < 1) return 'under 1%';
  return part < whole ? `${Math.min(99, Math.round(percent))}%` : '100%';
}

const longestExcerpt = 300;

/** Free text on one line, shortened between words to what cards and search results show. */
export function excerpt(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  const characters = [...line];
  if (characters.length <= longestExcerpt) return line;
  const kept = characters.slice(0, longestExcerpt - 1).join('');
  return `${kept.replace(/ [^ ]*$/, '')}…`;
}

/**
 * What a SKILL.md usually costs, to hold a number against: the median of `token_count` over the 2,248 skills in a public
 * backup of another registry, counted once as origin/bundle/tokens.ts does (a quarter cost less than 518, a quarter more
 * than 1,564). A constant: what changes with each publish here would rewrite every page.
 */
export const usualTokens = { median: 864, of: 2248 };
