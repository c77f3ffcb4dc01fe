/** What the scan and the lint say, each with the line that it is about where the files are here. */
import type { Output } from '../../../../origin/contract/operations.ts';
import { copyOf, fill, part } from '../form.ts';
import { visible } from '../visible.ts';
import type { Chosen } from './chosen.ts';

export type Finding = Output<'publishSkillVersion'>['findings'][number];

/** More of a line than tells what it is about. */
const longestLine = 300;

export async function showFindings(findings: readonly Finding[], chosen: Chosen): Promise<void> {
  part('findings').replaceChildren(...(await Promise.all(findings.map((finding) => findingRow(finding, chosen)))));
}

async function findingRow({ detector, severity, path, line, message }: Finding, chosen: Chosen): Promise<HTMLElement> {
  const place = line > 0 ? `${path}:${line}` : path;
  const excerpt = line > 0 ? await lineOf(chosen, path, line) : '';
  const row = fill(copyOf('finding'), { severity, place, message, detector, excerpt });
  row.querySelector('.severity')?.classList.add(severity);
  const rule = row.querySelector('a');
  rule?.setAttribute('href', `${rule.getAttribute('href')}#${detector}`);
  if (!excerpt) row.querySelector('pre')?.remove();
  return row;
}

async function lineOf({ files }: Chosen, path: string, line: number): Promise<string> {
  const text = await files.find((one) => one.path === path)?.file.text();
  return visible(text?.split(/\r\n|\r|\n/)[line - 1] ?? '').slice(0, longestLine);
}
