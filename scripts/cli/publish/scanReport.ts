/** What a scan came to and what a version does, in lines for a terminal: of a folder here, or of a published version. */

import type { Output } from '../../../origin/contract/operations.ts';
import { shownCapabilities } from '../../../origin/contract/words/does.ts';
import { precisionWords } from '../../../origin/contract/words/scan.ts';
import { findingLine } from '../../findingLine.ts';
import type { Context } from '../context.ts';
import { oneLine } from '../terminal/printable.ts';
import { columns } from '../terminal/table.ts';

type Report = Output<'getSkillVersionScan'>;

type Capabilities = Parameters<typeof shownCapabilities>[0];

interface Reported extends Pick<Report, 'rules'> {
  capabilities?: Capabilities | undefined;
  findings: readonly Parameters<typeof findingLine>[1][];
}

/** One line a finding, `folder/path:line: severity: message (detector)`; then the rules behind them; then what it does. */
export function reportLines(
  context: Context,
  folder: string,
  { findings, rules = [], capabilities }: Reported,
): string[] {
  const blocks = [
    findingLines(context, folder, findings),
    rules.map(({ id, summary, measured }) => `Rule ${id}: ${oneLine(summary)} Precision: ${precisionWords(measured)}.`),
    capabilities ? doingLines(capabilities) : [],
  ];
  return blocks.filter((lines) => lines.length > 0).flatMap((lines) => [...lines, '']);
}

export function findingLines({ terminal }: Context, folder: string, findings: Reported['findings']): string[] {
  const { yellow, dim } = terminal.style;
  const style = (severity: string) => (severity === 'info' || severity === 'low' ? dim(severity) : yellow(severity));
  return findings.map((finding) => findingLine(folder, finding, style));
}

/** What it does, each kind with its names and the first place of each. */
function doingLines(record: Capabilities): string[] {
  const { found, none } = shownCapabilities(record);
  const rows = found.flatMap(({ words, names, more, isCut }) => {
    const shown = names.map(({ name, path, line }) => oneLine(`${name} (${path}${line > 0 ? `:${line}` : ''})`));
    const rest = more > 0 ? [`${isCut ? 'at least ' : ''}${more} more`] : [];
    return inLines([...shown, ...rest]).map((line, at) => [at === 0 ? words : '', line]);
  });
  return [...(rows.length > 0 ? [columns(rows)] : []), ...(none ? [none] : [])];
}

/** Characters of a line of names. */
const width = 90;

/** Names with commas, in as many lines as they take. */
function inLines(names: readonly string[]): string[] {
  const lines: string[] = [];
  for (const name of names) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + name.length < width) lines[lines.length - 1] = `${last}, ${name}`;
    else {
      if (last !== undefined) lines[lines.length - 1] = `${last},`;
      lines.push(name);
    }
  }
  return lines;
}
