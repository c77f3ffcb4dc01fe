/** One finding of a scan as a row, linked to the rule behind it. */
import type { Output } from '../../../../origin/contract/operations.ts';
import { alsoWords } from '../../../../origin/contract/words/scan.ts';
import { copyOf, fill } from './form.ts';

type Finding = Pick<
  Output<'getSkillVersionScan'>['findings'][number],
  'detector' | 'severity' | 'path' | 'line' | 'message' | 'places' | 'count'
>;

/** `excerpt`: the line that it is about, where there is one. */
export function findingRow(finding: Finding, excerpt: string): HTMLElement {
  const { detector, severity, message: first } = finding;
  const place = nameOf(finding);
  const also = alsoWords(finding, nameOf);
  const message = also ? `${first} ${also}` : first;
  const row = fill(copyOf('finding'), { severity, place, message, detector, excerpt });
  row.querySelector('.severity')?.classList.add(severity);
  const rule = row.querySelector('a');
  rule?.setAttribute('href', `${rule.getAttribute('href')}#${detector}`);
  if (!excerpt) row.querySelector('pre')?.remove();
  return row;
}

const nameOf = ({ path, line }: { path: string; line: number }): string => (line > 0 ? `${path}:${line}` : path);
