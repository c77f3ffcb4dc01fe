/** What the scan and the lint say, each with the line that it is about where the files are here. */
import type { Output } from '../../../../origin/contract/operations.ts';
import { visible } from '../../../../origin/contract/words/visible.ts';
import { findingRow } from '../forms/finding.ts';
import { part } from '../forms/form.ts';
import type { Chosen } from './chosen.ts';

export type Finding = Output<'publishSkillVersion'>['findings'][number];

/** More of a line than tells what it is about. */
const longestLine = 300;

export async function showFindings(findings: readonly Finding[], chosen: Chosen): Promise<void> {
  const rows = findings.map(async (finding) => findingRow(finding, await lineOf(chosen, finding)));
  part('findings').replaceChildren(...(await Promise.all(rows)));
}

async function lineOf({ files }: Chosen, { path, line }: Finding): Promise<string> {
  if (line === 0) return '';
  const text = await files.find((one) => one.path === path)?.file.text();
  return visible(text?.split(/\r\n|\r|\n/)[line - 1] ?? '').slice(0, longestLine);
}
