/** What a scan came to, in the words that site, CLI, mails and agents share: they promise no more than was checked. */
import { holdingReasons, type scanStatuses, type unreadReasons } from './records.ts';

interface Unread {
  path: string;
  reason: (typeof unreadReasons)[number];
}

const reasons: Record<Unread['reason'], string> = {
  budget: 'is more than a scan reads',
  syntax: 'is no program that can be read',
  encoding: 'is in no known encoding',
  encrypted: 'is encrypted',
  archive: 'is an archive',
  picture: 'is a picture',
  binary: 'is no text',
  too_large: 'is too large',
};

/** `scripts/big.js is too large`. */
export const unreadSentence = ({ path, reason }: Unread): string => `${path} ${reasons[reason]}`;

/** How many of them a sentence names. */
const named = 3;

/** Those of them that a sentence has room for, as one; empty where there is none. */
export function unreadSentences(unread: readonly Unread[]): string {
  const more = unread.length - named;
  return [...unread.slice(0, named).map(unreadSentence), ...(more > 0 ? [`${more} more`] : [])].join('; ');
}

/** What a version is that is not read whole, and why, where its report says that: `held until … has been read: …`. */
export function heldWords(unread: readonly Unread[]): string {
  const why = unreadSentences(unread.filter(({ reason }) => holdingReasons.some((one) => one === reason)));
  return `held until all of it has been read${why ? `: ${why}` : ''}.`;
}

/** A version's status in words. */
export const statusWords: Readonly<Record<(typeof scanStatuses)[number], string>> = {
  clean: 'No issues found',
  flagged: 'Something to look at',
  quarantined: 'Quarantined',
  incomplete: 'Held',
};
