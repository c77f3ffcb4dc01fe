import { stat } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import type { Settings } from '../../../origin/settings/settings.ts';
import { newestOf, positionIn } from '../../../origin/store/backup/back/newest.ts';
import { timeOf } from '../../../origin/store/backup/back/replay.ts';
import type { Store } from '../../../origin/store/backup/chains.ts';
import { sqliteFile } from '../../../origin/store/engine/open.ts';
import { openCopy } from '../backup/copied.ts';
import { keepIt, lookAtLogKey } from '../backup/logKey.ts';
import type { OperatorContext } from '../operatorContext.ts';
import type { Check, Problem } from './check.ts';

/** Milliseconds for what is written now to be in the backup. */
const patience = 10_000;

/** Milliseconds for a log that only just began to have a write: who publishes all the time begins one now and then. */
const beginning = 2000;

const stopped = 'which is stopped: the command drill compares all of it';
const idle = 'whose log of new writes is empty: the command drill compares all of it';

/** That the continuous backup has the newest write, and the key of the log. `backup --verify` reads all of it. */
export async function lookAtBackup(
  { engine, settings }: OperatorContext,
  dir: string,
  isStopped: boolean,
): Promise<Omit<Check, 'name'>> {
  const copy = await openCopy(dir, settings);
  const { looked, problems } = await lookAtCopy(settings, copy, isStopped);
  // Later: who has just started puts the key there first.
  const key = await lookAtLogKey(copy, settings, engine.db, isStopped);
  return {
    looked: key.looked ? `${looked}; ${key.looked}` : looked,
    problems: [...problems, ...key.problems.map((what) => ({ what, remedy: keepIt }))],
  };
}

async function lookAtCopy(settings: Settings, copy: Store, isStopped: boolean): Promise<Omit<Check, 'name'>> {
  const dir = copy.place.address;
  const problems = await exposureOf(settings.backup.keyFile);
  // Nothing is committed in a log that only just began.
  const logged = async () => {
    const there = isStopped ? undefined : await positionIn(sqliteFile(settings.dataDir));
    return there?.frame === 0 ? undefined : there;
  };
  let wanted = await logged();
  for (const begun = performance.now(); ; await wait(200)) {
    const newest = await newestOf(copy);
    const looked = newest ? `${dir}, up to ${timeOf(newest.at)}` : dir;
    const waited = performance.now() - begun;
    if (newest && !wanted && (isStopped || waited >= beginning))
      return { looked: `${looked}; not compared with the store, ${isStopped ? stopped : idle}`, problems };
    if (newest && wanted && newest.position.salts === wanted.salts && newest.position.frame >= wanted.frame)
      return { looked: `${looked}, and the store’s newest write is in it`, problems };
    const now = await logged();
    if (now?.salts !== wanted?.salts) wanted = now;
    if (waited < patience) continue;
    const what = newest ? 'the backup lacks the newest writes' : 'there is no backup yet';
    return {
      looked,
      problems: [
        ...problems,
        { what, remedy: 'Start the registry with BACKUP_DIR set; /readyz and the log of its origin say what fails.' },
      ],
    };
  }
}

/** Who reads the key can read the backup. */
async function exposureOf(keyFile: string | undefined): Promise<Problem[]> {
  if (!keyFile || ((await stat(keyFile)).mode & 0o077) === 0) return [];
  return [{ what: `others can read ${keyFile}, the key of the backup`, remedy: `chmod 600 ${keyFile}` }];
}
