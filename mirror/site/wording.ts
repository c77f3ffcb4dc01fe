/** What is known about a version, worded so that it promises no more than was checked. */
import type { Output } from '../../origin/contract/operations.ts';
import { verdictOf } from '../../origin/contract/words/scan.ts';
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
  verified: { words: 'verified', meaning: 'Signed with the author’s key at the time of publishing.' },
  unsigned: { words: 'unsigned', meaning: 'This version is not signed.' },
  key_revoked: { words: 'key revoked', meaning: 'Signed with a key that the author later revoked.' },
  mirrored: { words: 'imported', meaning: 'Imported from elsewhere and not signed.' },
};

const readFirst = 'The rules don’t know every pattern, so read the skill before an agent follows it.';

/** Where nothing but the status is known. */
export const scanMeanings: Readonly<Record<Scan['status'], string>> = {
  clean: `Nothing above low severity was found. ${readFirst}`,
  flagged: 'Read the findings before you use it.',
  quarantined: 'Nobody can read, download or sync it.',
  incomplete: 'Nobody can read, download or sync it until the scan has read all of it.',
};

const cleanMeanings = { nothing: `The rules found nothing. ${readFirst}`, minor: `Minor findings only. ${readFirst}` };
/** Where a moderator let through what was not read whole. */
const released = 'The scan didn’t read all of it; a moderator released it.';

/** A version's scan with the rules that it was read by. */
export function scanWording(scan: Scan): Wording {
  const { status, findings } = scan;
  const isFound = findings.length > 0;
  const meaning =
    status === 'clean'
      ? cleanMeanings[isFound ? 'minor' : 'nothing']
      : status === 'flagged' && !isFound
        ? released
        : scanMeanings[status];
  return { words: verdictOf(scan), meaning };
}

const verdictMeanings = { failed: 'failed', timed_out: 'timed out' } as const;

/** What a scanner of the operator's came to. */
export const verdictWording = ({ status, findings }: Pick<Verdict, 'status' | 'findings'>): string =>
  status === 'ok'
    ? findings.length > 0
      ? counted(findings.length, 'finding')
      : 'no findings'
    : verdictMeanings[status];
