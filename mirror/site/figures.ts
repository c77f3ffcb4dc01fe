/** Numbers, sizes, dates and hashes as a reader sees them: the same in every locale and time zone. */

const grouped = new Intl.NumberFormat('en');

export const count = (value: number): string => grouped.format(value);

/** `1 skill`, `2 skills`. */
export const counted = (value: number, noun: string): string => `${count(value)} ${noun}${value === 1 ? '' : 's'}`;

export function size(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  const kilobytes = bytes / 1024;
  if (kilobytes < 1024) return `${kilobytes.toFixed(1)} KiB`;
  return `${(kilobytes / 1024).toFixed(1)} MiB`;
}

/** The UTC day of a Unix time: `2026-11-03`. */
export const day = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(0, 10);

/** Enough of a hash to recognise it by; the whole one belongs in a title beside it. */
export const shortHash = (hash: string): string => hash.replace(/^sha256:/, '').slice(0, 12);
