/** What is known about a version, worded so that it promises no more than was checked. */
import type { Output } from '../../origin/contract/operations.ts';
import { verdictOf } from '../../origin/contract/scanWords.ts';
import { counted } from './figures.ts';

type Skill = Output<'getSkill'>;
type Verdict = NonNullable<Output<'getSkillVersionScan'>['others']>[number];
type Scan = Output<'getSkillVersionScan'>;

interface Wording {
  words: string;
  meaning: string;
}

/** `verified` is the outcome of a verification and nothing else is called so. */
export const signatures: Readonly<Record<Skill['signatureStatus'], Wording>> = {
  verified: { words: 'verified', meaning: 'Signed with a key that was bound to the author when this was published.' },
  unsigned: { words: 'unsigned', meaning: 'Nobody signed this version.' },
  key_revoked: { words: 'key revoked', meaning: 'Signed with a key that the author has since revoked.' },
  mirrored: { words: 'mirrored', meaning: 'Copied from another place; nobody signed it here.' },
};

export const scanMeanings: Readonly<Record<Scan['status'], string>> = {
  clean: 'The rules found nothing. They can’t know every pattern, so read it before an agent follows it.',
  flagged: 'Look at what was found before use.',
  quarantined: 'The content is refused.',
  incomplete: 'The content is held back until all of it has been read.',
};

/** Where all that was found is of low severity or less. */
const cleanButSomething = 'Nothing that the rules call grave, and something to know. They can’t know every pattern.';
/** Where a moderator let through what was not read whole. */
const released = 'Not all of it was read; a moderator released it.';

/** A version's scan with the rules that it was read by. */
export function scanWording(scan: Scan): Wording {
  const { status, findings } = scan;
  const isFound = findings.length > 0;
  const meaning =
    status === 'clean' && isFound
      ? cleanButSomething
      : status === 'flagged' && !isFound
        ? released
        : scanMeanings[status];
  return { words: verdictOf(scan), meaning };
}

const verdictMeanings = { failed: 'it failed', timed_out: 'it took too long' } as const;

/** What a scanner of the operator's came to. */
export const verdictWording = ({ status, findings }: Pick<Verdict, 'status' | 'findings'>): string =>
  status === 'ok'
    ? findings.length > 0
      ? counted(findings.length, 'finding')
      : 'no findings'
    : verdictMeanings[status];
