import { join } from 'node:path';
import type { Scan } from '../origin/scan/scan.ts';

/** One that another registry sent may have no places. */
type Finding = Omit<Scan['findings'][number], 'places' | 'count'>;

/** A finding as compilers write theirs: `folder/path:line: severity: message (detector)`. */
export const findingLine = (
  folder: string,
  { path, line, severity, message, detector }: Finding,
  style: (severity: string) => string = (text) => text,
): string => `${join(folder, path)}${line ? `:${line}` : ''}: ${style(severity)}: ${message} (${detector})`;

/** What a report comes down to, in words that never say that something is safe. */
export const verdictOf = (status: Scan['status'], corpusVersion: number): string =>
  status === 'clean' ? `no known pattern, corpus ${corpusVersion}` : `${status}, corpus ${corpusVersion}`;
