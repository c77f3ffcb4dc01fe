/** What an install came to, for people and programs. */
import type { Context, Outcome } from '../context.ts';
import { now } from '../sync/syncRun.ts';
import { oneLine } from '../terminal/printable.ts';
import { plural } from '../terminal/table.ts';
import type { Chosen } from './chosen.ts';
import type { Installed } from './install.ts';
import type { LockFile } from './lockFile.ts';
import { checkedAt, checkedText } from './objections.ts';
import { lockName, manifestName, type Project, shownIn } from './project.ts';
import { provedText } from './proofs/proofs.ts';

/** Seconds for which the lists of what there is against versions count as those of now. */
const freshFor = 60;

interface Done {
  /** Whether it went by the lock alone. */
  isFrozen?: boolean;
  project: Project;
  installed: Installed;
  chosen: readonly Chosen[];
  before: LockFile | undefined;
  dryRun: boolean;
}

export function outcomeOf(
  context: Context,
  { project, installed, chosen, before, dryRun, isFrozen = false }: Done,
): Outcome {
  const { terminal } = context;
  const { change, lock, proofs, lists, folders, kept, missing } = installed;
  for (const { name, label, warnings } of chosen)
    for (const warning of warnings) terminal.note(terminal.style.yellow(`${name} ${oneLine(label)} is ${warning}`));
  if (now() - checkedAt(lists) > freshFor)
    terminal.note(terminal.style.yellow(`The registry was not asked: ${checkedText(lists)}.`));
  for (const path of kept) terminal.note(`Your edited copy is in ${path}`);
  const put = [...new Set(change.puts.map(({ skill }) => skill.name))].sort();
  const had = [...change.drops.map(({ name }) => name), ...Object.keys(before?.skills ?? {})];
  const gone = [...new Set(had)].filter((name) => !(name in lock.skills)).sort();
  const lines = changeLines({ put, gone, lock, before });
  const where = folders.map((folder) => shownIn(project, folder)).join(' and ');
  const absent = missing > 0 ? `, ${missing} of them missing there: skill-registry install` : '';
  const total = `${plural(chosen.length, 'skill')} ${absent ? 'for' : 'in'} ${where}${absent}`;
  const acts = [
    ...(put.length > 0 ? [`${dryRun ? 'install' : 'installed'} ${put.length}`] : []),
    ...(gone.length > 0 ? [`${dryRun ? 'remove' : 'removed'} ${gone.length}`] : []),
  ].join(' and ');
  const said = acts ? `${dryRun ? `Would ${acts}` : capital(acts)}: ${total}.` : `Nothing to change: ${total}.`;
  const next = !dryRun && !before ? [`Commit ${manifestName} and ${lockName}.`] : [];
  return {
    text: [...lines, said, ...(isFrozen ? [`Of what is locked: ${provedText(proofs)}.`] : []), ...next].join('\n'),
    json: {
      project: project.root,
      folders,
      skills: lock.skills,
      installed: put,
      removed: gone,
      proved: proofs.proved,
      unproved: proofs.unproved,
      log_known: proofs.isKnown,
      checked_at: checkedAt(lists) || null,
      dry_run: dryRun,
    },
  };
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

interface Changed {
  /** Names. */
  put: readonly string[];
  gone: readonly string[];
  lock: LockFile | undefined;
  before: LockFile | undefined;
}

/** A line for each skill. */
export const changeLines = ({ put, gone, lock, before }: Changed): string[] => [
  ...put.map((name) => lineOf(name, lock?.skills[name]?.version ?? '', before?.skills[name]?.version)),
  ...gone.map((name) => `- ${name}`),
];

const lineOf = (name: string, is: string, was: string | undefined): string =>
  was === undefined || was === is ? `+ ${name} ${oneLine(is)}` : `+ ${name} ${oneLine(was)} → ${oneLine(is)}`;
