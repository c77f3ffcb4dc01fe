/** What a scan came to, in words that site, CLI and agents share: they promise no more than was read. */
import type { Output } from './operations.ts';
import { type CapabilityKind, isHolding, type scanStatuses, severities, type UnreadReason } from './scanned.ts';

type Status = (typeof scanStatuses)[number];

interface Unread {
  path: string;
  reason: UnreadReason;
}

const reasons: Readonly<Record<Unread['reason'], string>> = {
  budget: 'is more than a scan reads',
  syntax: 'is no program that can be read',
  encoding: 'is in no known encoding',
  encrypted: 'is encrypted',
  archive: 'is an archive',
  picture: 'is a picture',
  binary: 'is no text',
  too_large: 'is too large',
};

/** How many files a sentence names. */
const named = 3;

/** `a.js is too large; b.png is a picture; 2 more`: as many as a sentence has room for, or `most`; empty without any. */
export function unreadWords(unread: readonly Unread[], most = named): string {
  const more = unread.length - most;
  const sentences = unread.slice(0, most).map(({ path, reason }) => `${path} ${reasons[reason]}`);
  return [...sentences, ...(more > 0 ? [`${more} more`] : [])].join('; ');
}

/** What a version is that is not read whole, and why, where its report says that: `held until … has been read: …`. */
export function heldWords(unread: readonly Unread[]): string {
  const why = unreadWords(unread.filter(({ reason }) => isHolding(reason)));
  return `held until all of it has been read${why ? `: ${why}` : ''}.`;
}

/** A status where nothing else of the report is known. */
export const statusWords: Readonly<Record<Status, string>> = {
  clean: 'no issues found',
  flagged: 'issues found',
  quarantined: 'quarantined',
  incomplete: 'held',
};

interface Scanned {
  status: Status;
  corpus_version: number;
  findings: readonly { severity: (typeof severities)[number] }[];
}

/** `No issues found (rules 3)`, or what was found, the worst first: `1 high, 2 low findings (rules 3)`. */
export function verdictOf({ status, corpus_version, findings }: Scanned): string {
  const found = foundWords(findings);
  const words = status === 'quarantined' ? 'Quarantined' : status === 'incomplete' ? 'Held' : '';
  return `${[words, found].filter(Boolean).join(': ') || 'No issues found'} (rules ${corpus_version})`;
}

function foundWords(findings: Scanned['findings']): string {
  const counts = severities.toReversed().map((severity) => {
    const count = findings.filter((finding) => finding.severity === severity).length;
    return count > 0 ? [`${count} ${severity}`] : [];
  });
  return findings.length === 0 ? '' : `${counts.flat().join(', ')} finding${findings.length === 1 ? '' : 's'}`;
}

interface Placed {
  path: string;
  line: number;
  places?: readonly { path: string; line: number }[] | undefined;
  count?: number | undefined;
}

/** Where else a rule found the same, and in how many places more than a report names. */
export function otherPlaces({ places = [], count = places.length }: Placed) {
  return { others: places.slice(1), more: Math.max(0, count - Math.max(places.length, 1)) };
}

/** `Also a.md:3, b.md:9 and 4 more.`; empty where there is one place alone. */
export function alsoWords(finding: Placed, nameOf: (place: { path: string; line: number }) => string): string {
  const { others, more } = otherPlaces(finding);
  if (others.length === 0) return '';
  return `Also ${others.map(nameOf).join(', ')}${more > 0 ? ` and ${more} more` : ''}.`;
}

type Capabilities = NonNullable<Output<'getSkillVersionScan'>['capabilities']>;

/** Each kind of what a version does, in the order in which people decide by it. */
export const capabilityWords: readonly (readonly [CapabilityKind, string])[] = [
  ['acts', 'Does'],
  ['programs', 'Runs'],
  ['hosts', 'Talks to'],
  ['variables', 'Reads variables'],
  ['filesRead', 'Reads files'],
  ['filesWritten', 'Writes files'],
  ['tools', 'Asks for tools'],
  ['packages', 'Installs'],
  ['agentConfig', 'Touches agent configuration'],
];

/** What a list is that names nothing: that there is none is said only where everything was read. */
export const noneWords = ({ unread }: Pick<Capabilities, 'unread'>): string =>
  unread.length === 0 ? 'none found' : 'none found in what was read';
