/** Scans folders as the registry would, offline: the same findings in the same order. */
import { readdir } from 'node:fs/promises';
import { basename, join, relative, resolve } from 'node:path';
import { skillFile } from '../../../origin/bundle/paths.ts';
import { ApiError } from '../../../origin/contract/errors.ts';
import { isLeftOut } from '../../../origin/contract/grammar/segments.ts';
import { isReadable } from '../../../origin/contract/subjects/scanned.ts';
import { unreadWords, verdictOf } from '../../../origin/contract/words/scan.ts';
import { corpusVersion, detectors } from '../../../origin/scan/detectors.ts';
import type { Scan } from '../../../origin/scan/scan.ts';
import { findingLine } from '../../findingLine.ts';
import { packFolder } from '../../packing/packFolder.ts';
import type { OperatorContext, Outcome } from '../operatorContext.ts';

/** Every folder with a SKILL.md, the directory itself included. Exit 1 where something would not be taken as it is. */
export async function scanFolders(
  { reader, progress }: Pick<OperatorContext, 'reader' | 'progress'>,
  directory: string,
): Promise<Outcome> {
  const root = resolve(directory);
  const folders = await foldersWithSkill(root);
  if (folders.length === 0) throw new Error(`${root} has no folder with a ${skillFile}.`);
  const reports = [];
  for (const [index, folder] of folders.entries()) {
    progress(index, folders.length, relative(root, folder));
    reports.push({ folder: relative(root, folder) || '.', ...(await reportOf(reader, folder)) });
  }
  progress(folders.length, folders.length, '');
  const counts = new Map(detectors.map(({ id }) => [id, 0]));
  for (const report of reports) {
    if (!('findings' in report)) continue;
    for (const id of new Set(report.findings.map(({ detector }) => detector)))
      counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return {
    text: [
      ...reports.flatMap((report) =>
        'findings' in report
          ? [
              ...report.findings.map((finding) => findingLine(report.folder, finding)),
              `${report.folder}: ${verdictOf({ ...report, corpus_version: corpusVersion })}${notRead(report.unread)}`,
            ]
          : [`${report.folder}: refused: ${report.message} (${report.code})`],
      ),
      '',
      `${reports.length} skills; findings by rule:`,
      ...[...counts].map(([id, count]) => `${String(count).padStart(6)}  ${id}`),
    ].join('\n'),
    json: { corpus_version: corpusVersion, skills: reports, counts: Object.fromEntries(counts) },
    exitCode: reports.some((report) => !('status' in report) || !isReadable(report.status)) ? 1 : 0,
  };
}

const notRead = (unread: Scan['unread']): string => (unread.length > 0 ? `. Not read: ${unreadWords(unread)}` : '');

async function reportOf(reader: OperatorContext['reader'], folder: string) {
  try {
    const { scan } = await reader.read({ slug: basename(folder), bundle: (await packFolder(folder)).files });
    return scan;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { code: error.code, message: error.message };
  }
}

async function foldersWithSkill(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  if (entries.some((entry) => entry.isFile() && entry.name === skillFile)) return [folder];
  const below = entries.filter((entry) => entry.isDirectory() && !isLeftOut(entry.name));
  const found = await Promise.all(below.map((entry) => foldersWithSkill(join(folder, entry.name))));
  return found.flat().sort();
}
