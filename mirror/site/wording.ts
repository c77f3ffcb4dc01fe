/** What is known about a version, worded so that it promises no more than was checked. */
import type { Output } from '../../origin/contract/operations.ts';
import { count, counted } from './figures.ts';

type Skill = Output<'getSkill'>;
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

/** One version's scan where only the outcome is known. */
export const scanOutcomes: Readonly<Record<Scan['status'], string>> = {
  clean: 'no known pattern',
  flagged: 'flagged',
  quarantined: 'quarantined',
  incomplete: 'incomplete',
};

export const scanMeanings: Readonly<Record<Scan['status'], string>> = {
  clean: 'The scanner looked for the patterns it knows and found none. It can’t know them all.',
  flagged: 'The scanner found something to look at before use.',
  quarantined: 'The content is refused.',
  incomplete: 'A limit was hit, so not everything was looked at.',
};

/** Where all that was found is of low severity or less. */
const cleanButSomething =
  'The scanner found nothing that its rules call grave, and something to know. It can’t know every pattern.';

/** A version's scan with what it was checked against. */
export const scanWording = ({ status, corpus_version, findings }: Scan): Wording => ({
  words: `${status === 'flagged' ? counted(findings.length, 'finding') : scanOutcomes[status]}, corpus ${count(corpus_version)}`,
  meaning: status === 'clean' && findings.length > 0 ? cleanButSomething : scanMeanings[status],
});
