/** What a scan came to, in words that site, CLI and agents share: they promise no more than was read. */
import type { Output } from '../operations.ts';
import { isHolding, type scanStatuses, severities, type UnreadReason } from '../subjects/scanned.ts';

type Status = (typeof scanStatuses)[number];

export interface Unread {
  path: string;
  reason: UnreadReason;
}

const reasons: Readonly<Record<Unread['reason'], string>> = {
  budget: 'is more than a scan can read',
  syntax: 'could not be parsed',
  encoding: 'has an unknown encoding',
  encrypted: 'is encrypted',
  archive: 'is an archive',
  picture: 'is a picture',
  binary: 'is not text',
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

/** What a version is that is not read whole, and why, where its report says that: `held until the scan has read all of it: …`. */
export function heldWords(unread: readonly Unread[]): string {
  const why = unreadWords(unread.filter(({ reason }) => isHolding(reason)));
  return `held until the scan has read all of it${why ? `: ${why}` : ''}.`;
}

/** A status where nothing else of the report is known: `clean` may still have findings of low severity. */
export const statusWords: Readonly<Record<Status, string>> = {
  clean: 'not flagged',
  flagged: 'flagged',
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

type RuleBehind = NonNullable<Output<'getSkillVersionScan'>['rules']>[number];

/** How often a rule is right: `right in 3 of 4 findings checked by hand`, or that nobody measured it. */
export const precisionWords = (measured: RuleBehind['measured']): string =>
  measured
    ? `right in ${measured.right} of ${measured.of} finding${measured.of === 1 ? '' : 's'} checked by hand`
    : 'not measured';

interface Reported extends Scanned {
  findings: readonly {
    detector: string;
    severity: (typeof severities)[number];
    path: string;
    line: number;
    message: string;
  }[];
  rules: readonly RuleBehind[];
  unread: readonly Unread[];
}

/** A report for agents: what it came to, each finding with how often its rule is right, and what was not read. */
export function reportWords({ findings, rules, unread, ...scanned }: Reported): string {
  const precisionOf = new Map(rules.map(({ id, measured }) => [id, precisionWords(measured)]));
  const lines = findings.map(({ detector, severity, path, line, message }) => {
    const place = line > 0 ? `${path}:${line}` : path;
    return `- ${severity} in ${place}: ${message} (rule ${detector}: ${precisionOf.get(detector) ?? precisionWords(undefined)})`;
  });
  const missed = unread.length > 0 ? [`Not read: ${unreadWords(unread)}.`] : [];
  return [`${verdictOf({ ...scanned, findings })}.`, ...lines, ...missed].join('\n');
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
