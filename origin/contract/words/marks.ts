/** What every list says of a skill beside its name: the verdicts that people choose by, in words that all media share. */
import type { Output } from '../operations.ts';

type Summary = Output<'listSkills'>['skills'][number];
export type Marked = Pick<Summary, 'deprecated' | 'scanStatus' | 'moderationStatus' | 'signatureStatus'>;

/** How each is to be taken: `danger` and `caution` before use, `good` where something was verified. */
export const tones = {
  quarantined: 'danger',
  suspended: 'danger',
  hidden: 'danger',
  warned: 'danger',
  held: 'caution',
  flagged: 'caution',
  'key revoked': 'caution',
  deprecated: 'plain',
  imported: 'plain',
  signed: 'good',
} as const;
export type Mark = keyof typeof tones;

const scanned = { clean: undefined, flagged: 'flagged', quarantined: 'quarantined', incomplete: 'held' } as const;
const signed = { unsigned: undefined, verified: 'signed', key_revoked: 'key revoked', mirrored: 'imported' } as const;

/** The worst first; nothing of a skill that nobody signed and nothing was found in. */
export function marksOf({ deprecated, scanStatus, moderationStatus, signatureStatus }: Marked): Mark[] {
  const marks = [
    moderationStatus === 'none' ? undefined : moderationStatus,
    scanned[scanStatus],
    deprecated ? 'deprecated' : undefined,
    signed[signatureStatus],
  ] as const;
  return Object.keys(tones).filter((mark): mark is Mark => marks.some((each) => each === mark));
}

/** ` (flagged, imported)`, or nothing. */
export function marksInWords(skill: Marked): string {
  const marks = marksOf(skill);
  return marks.length > 0 ? ` (${marks.join(', ')})` : '';
}
