/** One finding of a scan as a row, linked to the rule behind it. */
import type { Output } from '../../../origin/contract/operations.ts';
import { copyOf, fill } from './form.ts';

type Finding = Pick<
  Output<'getSkillVersionScan'>['findings'][number],
  'detector' | 'severity' | 'path' | 'line' | 'message'
>;

/** `excerpt`: the line that it is about, where there is one. */
export function findingRow({ detector, severity, path, line, message }: Finding, excerpt: string): HTMLElement {
  const place = line > 0 ? `${path}:${line}` : path;
  const row = fill(copyOf('finding'), { severity, place, message, detector, excerpt });
  row.querySelector('.severity')?.classList.add(severity);
  const rule = row.querySelector('a');
  rule?.setAttribute('href', `${rule.getAttribute('href')}#${detector}`);
  if (!excerpt) row.querySelector('pre')?.remove();
  return row;
}
