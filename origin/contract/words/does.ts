/** What a version does as far as its files tell, in words that site and CLI share. */
import type { CapabilityKind } from '../subjects/scanned.ts';
import type { Unread } from './scan.ts';

/** The record as answers have it, or as the scan makes it. */
type Capabilities = Readonly<Record<CapabilityKind, readonly { name: string; path: string; line: number }[]>> & {
  more: readonly CapabilityKind[];
  unread: readonly Unread[];
};

/** Each kind of what a version does, in the order in which people decide by it: of what there is, and of what there is none. */
const capabilityWords: readonly (readonly [kind: CapabilityKind, words: string, missing: string])[] = [
  ['acts', 'Does', 'data sent, downloads run, secrets read, connections listened for'],
  ['programs', 'Runs', 'programs run'],
  ['hosts', 'Connects or links to', 'hosts'],
  ['variables', 'Reads variables', 'variables read'],
  ['filesRead', 'Reads files', 'files read'],
  ['filesWritten', 'Writes files', 'files written'],
  ['tools', 'Requests tools', 'tools requested'],
  ['packages', 'Installs', 'packages installed'],
  ['agentConfig', 'Touches agent configuration', 'agent configuration touched'],
];

/** Names of a kind that a person reads at once. */
export const shownNames = 12;

const isProse = (path: string): boolean => /\.(?:mdx?|markdown|txt)$/i.test(path);

/** What programs do before what a text mentions, which may be long: for lists that a person reads the start of. */
export const programsFirst = <T extends { path: string }>(found: readonly T[]): T[] =>
  found.toSorted((a, b) => Number(isProse(a.path)) - Number(isProse(b.path)));

interface ShownCapability {
  words: string;
  /** Those of programs first: links of a text are many, and do nothing by themselves. */
  names: Capabilities[CapabilityKind];
  /** How many there are apart from those. */
  more: number;
  /** Whether there are even more, which the record left out. */
  isCut: boolean;
}

/** What a version does, as much as is shown at once, and in a sentence what was not found: of what was read, where not all was. */
export function shownCapabilities(record: Capabilities): { found: ShownCapability[]; none: string } {
  const kinds = capabilityWords.map(([kind, words, missing]) => ({ kind, words, missing, all: record[kind] }));
  const found = kinds
    .filter(({ all }) => all.length > 0)
    .map(({ kind, words, all }) => ({
      words,
      names: programsFirst(all).slice(0, shownNames),
      more: Math.max(0, all.length - shownNames),
      isCut: record.more.includes(kind),
    }));
  const missing = kinds.filter(({ all }) => all.length === 0).map((kind) => kind.missing);
  const none = record.unread.length === 0 ? 'None found' : 'None found in the files that were read';
  return { found, none: missing.length > 0 ? `${none}: ${missing.join('; ')}.` : '' };
}

/** The same in lines: `Runs: git, npm`, and what was not found; none where the record is not made yet. */
export function doesLines({ capabilities }: { capabilities?: Capabilities | undefined }): string[] {
  if (!capabilities) return [];
  const { found, none } = shownCapabilities(capabilities);
  const lines = found.map(({ words, names, more }) => {
    const shown = names.map(({ name }) => name);
    return `${words}: ${[...shown, ...(more > 0 ? [`${more} more`] : [])].join(', ')}`;
  });
  return [...lines, ...(none ? [none] : [])];
}
