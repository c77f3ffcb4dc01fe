import { join } from 'node:path';
import { alsoWords } from '../origin/contract/words/scan.ts';
import type { Scan } from '../origin/scan/scan.ts';

/** One that another registry sent may have no places. */
type Finding = Omit<Scan['findings'][number], 'places' | 'count'> & Parameters<typeof alsoWords>[0];

/** A finding as compilers write theirs: `folder/path:line: severity: message (detector)`, and where else it stands. */
export function findingLine(
  folder: string,
  finding: Finding,
  style: (severity: string) => string = (text) => text,
): string {
  const { severity, message, detector } = finding;
  const nameOf = ({ path, line }: { path: string; line: number }) => `${join(folder, path)}${line ? `:${line}` : ''}`;
  const also = alsoWords(finding, nameOf);
  return `${nameOf(finding)}: ${style(severity)}: ${message} (${detector})${also ? `\n    ${also}` : ''}`;
}
