/** What a sync did, for people and programs. */
import { nameOf } from '../../../origin/contract/grammar/ids.ts';
import type { Outcome } from '../context.ts';
import { exitCodes } from '../failure.ts';
import { oneLine } from '../terminal/printable.ts';
import { plural } from '../terminal/table.ts';
import type { Terminal } from '../terminal/terminal.ts';

type Change = 'added' | 'updated' | 'restored';

export interface Problem {
  /** Empty where it is about a folder. */
  skill_id: string;
  /** One plain sentence with a way on. */
  message: string;
}

export interface SyncReport {
  /** The registry did not answer: what was there stays. */
  offline: boolean;
  /** Nothing was done; this is what would be. */
  dry_run: boolean;
  /** Versions that the registry holds until all of them has been read; those that are here stay. */
  held: { skill_id: string; hash: string; version_label: string; isHere: boolean }[];
  /** How many skills are approved. */
  approved: number;
  folders: string[];
  /** Files of skills that stay, by size, times and inode; versions whose files were read as well (edits.ts). */
  looked_at: { files: number; versions_read: number };
  placed: {
    skill_id: string;
    hash: string;
    version_label: string;
    name: string;
    change: Change;
    /** Why it has no proof though the registry has a transparency log. */
    unproved?: string;
  }[];
  removed: { skill_id: string; name: string }[];
  /** Where the copies are that `--force` kept. */
  kept: { skill_id: string; path: string }[];
  problems: Problem[];
}

export const isUnchanged = ({ placed, removed, kept, problems }: SyncReport): boolean =>
  placed.length + removed.length + kept.length + problems.length === 0;

const signs = { added: '+', updated: '~', restored: '+' } as const;

/** One line for each change, and one that sums up. */
export function reportText(report: SyncReport): string {
  const { placed, removed, kept, approved, dry_run } = report;
  const lines = placed.map(
    ({ skill_id, version_label, name, change, unproved }) =>
      `${signs[change]} ${nameOf(skill_id)} ${version_label}${skill_id.endsWith(`:${name}`) ? '' : ` as ${name}`}${unproved ? ` (${unproved})` : ''}`,
  );
  for (const { skill_id, name } of removed) lines.push(`- ${skill_id ? nameOf(skill_id) : name}`);
  for (const { path } of kept) lines.push(`your copy: ${path}`);
  return [...lines, summary(report, dry_run ? 'would be ' : '', approved)].join('\n');
}

function summary(
  { placed, removed, offline, problems, looked_at }: SyncReport,
  would: string,
  approved: number,
): string {
  if (offline)
    return `The registry does not answer. ${approved === 1 ? '1 skill stays unchanged' : `${approved} skills stay unchanged`}.`;
  const count = (change: Change) => placed.filter((one) => one.change === change).length;
  const counts = [
    [count('added'), 'added'],
    [count('updated'), 'updated'],
    [count('restored'), 'restored'],
    [removed.length, 'removed'],
  ] as const;
  const changes = counts.filter(([number]) => number > 0).map(([number, what]) => `${number} ${would}${what}`);
  if (changes.length > 0) return `${skills(approved)} approved: ${changes.join(', ')}.`;
  return problems.length > 0
    ? `${skills(approved)} approved: nothing changed.`
    : `${skills(approved)}, all up to date${approved > 0 ? `; ${lookedText(looked_at)}, none edited` : ''}.`;
}

/** How far the sentence that nothing was edited goes. */
export const lookedText = ({ files, versions_read }: SyncReport['looked_at']): string =>
  `${plural(files, 'file')} checked by size and times${versions_read > 0 ? `, ${plural(versions_read, 'skill')} read` : ''}`;

const skills = (number: number): string => plural(number, 'skill');

/** Says on stderr what went wrong, and what the registry holds. */
export function noteProblems({ problems, held }: SyncReport, terminal: Terminal): void {
  for (const { skill_id, version_label, isHere } of held) {
    const stays = isHere
      ? 'Your copy stays and can be used. It is removed if the scan finds a problem.'
      : 'It is installed once that is done.';
    terminal.note(
      `${nameOf(skill_id)} ${oneLine(version_label)}: the registry holds this version until the scan has read all of it. ${stays}`,
    );
  }
  for (const { skill_id, message } of problems) {
    terminal.note(terminal.style.red(skill_id ? `${nameOf(skill_id)}: ${message}` : message));
  }
}

export const outcomeOf = (report: SyncReport): Outcome => ({
  text: reportText(report),
  json: report,
  exitCode: report.problems.length > 0 ? exitCodes.failed : exitCodes.done,
});
