/** `backup` without a file: what the continuous backup holds. */
import { statSync } from 'node:fs';
import type { Settings } from '../../../origin/settings/settings.ts';
import { inspect } from '../../../origin/store/backup/back/inspect.ts';
import { newestOf } from '../../../origin/store/backup/back/newest.ts';
import { timeOf } from '../../../origin/store/backup/back/replay.ts';
import { chainsIn, readBase } from '../../../origin/store/backup/chains.ts';
import { counted } from '../doctor/check.ts';
import { type Outcome, type Screen, screenFor } from '../operatorContext.ts';
import { openCopy } from './copied.ts';
import { verifyState } from './verifyState.ts';

export interface ListOptions {
  /** Reads all of it, and looks for what it names in the object store. */
  verify?: boolean;
  /** And reads every object there. */
  thorough?: boolean;
  /** Where its newest state is restored for that. */
  in?: string;
}

/** Problems that are shown; JSON has all. */
const maxShown = 20;

export async function listBackup(settings: Settings, options: ListOptions, stderr: Screen): Promise<Outcome> {
  const { dir } = settings.backup;
  if (!dir) throw new Error('Name a new file for the backup, or set BACKUP_DIR to have one made continuously.');
  const store = await openCopy(dir, settings);
  const [oldest] = await chainsIn(store.place);
  if (oldest === undefined)
    return { text: `${dir} has no backup yet. Start the registry with BACKUP_DIR set.`, json: { dir }, exitCode: 1 };
  const describe = (from: number | undefined, until: number | undefined) => ({
    notes: [
      `${dir}: ${store.key ? 'encrypted' : 'not encrypted'}.`,
      ...(from !== undefined && until !== undefined
        ? [`It is of the time from ${timeOf(from)} to ${timeOf(until)}.`]
        : []),
      ...(isSameDisk(dir, settings.dataDir) ? ['It is on the same disk as the store, and would be lost with it.'] : []),
    ],
    json: { dir, encrypted: store.key !== undefined, from, until },
  });
  if (!options.verify) {
    const { notes, json } = describe((await readBase(store, oldest)).at, (await newestOf(store))?.at);
    const unread = 'Only its oldest base and its newest segment were read. To read all of it: backup --verify.';
    return { text: [...notes, unread].join('\n'), json };
  }
  const found = await inspect(store);
  const { chains, pieces, segments, transactions, keys } = found;
  const { notes, json } = describe(found.from, found.until);
  const read = [
    counted(chains, 'base'),
    counted(pieces, 'piece'),
    counted(segments, 'segment'),
    counted(transactions, 'transaction'),
    ...(keys > 0 ? [counted(keys, 'key of the log').replace('key of the logs', 'keys of the log')] : []),
  ];
  const { thorough: isThorough = false, in: folder } = options;
  const state = await verifyState(settings, store, { isThorough, folder, progress: screenFor(stderr).progress });
  const problems = [...found.problems, ...state.problems];
  const shown = problems.slice(0, maxShown).map((problem) => `  ${problem}`);
  if (problems.length > maxShown) shown.push(`  and ${problems.length - maxShown} more: --json lists all`);
  const verdict = problems.length > 0 ? `${counted(problems.length, 'problem')}.` : state.verdict;
  return {
    text: [...notes, `Read ${read.join(', ')}.`, ...state.looked, ...shown, verdict].join('\n'),
    json: { ...json, ...found, problems, ...state.json },
    exitCode: problems.length > 0 ? 1 : 0,
  };
}

function isSameDisk(dir: string, dataDir: string): boolean {
  try {
    return statSync(dir).dev === statSync(dataDir).dev;
  } catch {
    return false;
  }
}
