/** The continuous backup, as the operator’s commands find it. */
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Settings } from '../../../origin/settings/settings.ts';
import { replay, timeOf, type Until } from '../../../origin/store/backup/back/replay.ts';
import type { Store } from '../../../origin/store/backup/chains.ts';
import { logKeyIn } from '../../../origin/store/backup/logKeys.ts';
import { openPlace } from '../../../origin/store/backup/place/open.ts';
import { adopt, checkTarget, readKey } from '../../../origin/store/backup/place/target.ts';
import { openSqlite } from '../../../origin/store/engine/sqlite.ts';
import { bucketAddress, isBucketAddress } from '../../../origin/store/objects/s3/bucket.ts';

import { adoptIt, type KeySource, type LogState, logStateIn } from './logKey.ts';
import { inScratch } from './scratch.ts';

/** To be read. Rejects, with what to do, where there is none or the key is another. */
export async function openCopy(dir: string, { backup, s3 }: Pick<Settings, 'backup' | 's3'>): Promise<Store> {
  const place = openPlace(dir, s3);
  const key = await readKey(backup.keyFile);
  await checkTarget(place, key);
  return { place, key };
}

/** The folder or bucket that is meant: one that was named, or the setting; undefined where a file was named. */
export async function copyNamed({ backup }: Settings, named: string | undefined): Promise<string | undefined> {
  if (named === undefined) {
    if (!backup.dir) throw new Error('Name a backup file, or set BACKUP_DIR.');
    return backup.dir;
  }
  if (isBucketAddress(named)) return bucketAddress(named);
  return (await stat(named)).isDirectory() ? resolve(named) : undefined;
}

/** What a store is restored from. */
export interface Source {
  /** What it is called: a file, a folder or a bucket. */
  name: string;
  /** Whether what it lacks is told of, and the rest restored. */
  isPartial?: boolean;
  /** Makes it a database, and says of what time, what kept it from being all that was asked for, and what else there is to know. */
  write(draft: string): Promise<{ state?: string; damage: string[]; notes?: string[] }>;
  /** Once it is in place. */
  adopt?(): Promise<void>;
  /** Where the key of its log may be; unset where it says itself what is to be done about that. */
  keys?: KeySource;
}

const lateness = 'What came after that time, as far as it was there, is not restored.';

/** What is brought back of a continuous backup: as it was `at` that time or at last. */
export function replayTo(dir: string, settings: Settings, at: string | undefined): Source {
  const until: Until = at === undefined ? undefined : { time: timeFrom(at) };
  let isDamaged = false;
  return {
    name: dir,
    write: async (draft) => {
      const replayed = await replay(await openCopy(dir, settings), draft, until);
      isDamaged = replayed.damage.length > 0;
      return {
        state: `the state of ${timeOf(replayed.at)}`,
        damage: replayed.damage.map(({ message }) => `${message} ${lateness}`),
      };
    },
    // This registry goes on copying to where it came from, unless it has a place of its own.
    adopt: async () => {
      const store = await openCopy(dir, settings);
      if ((settings.backup.dir ?? dir) === dir) await adopt(settings.dataDir, store.place, store.key);
    },
    keys: {
      find: async (verifier) => logKeyIn(await openCopy(dir, settings), verifier),
      refusal: async (log) => {
        const isBehind = isDamaged || (until && (await hasMore(await openCopy(dir, settings), settings, log)));
        return isBehind ? behind(isDamaged) : undefined;
      },
    },
  };
}

const behind = (isDamaged: boolean): string =>
  `The key of the transparency log was not restored: ${isDamaged ? 'the backup is damaged, and may have had more of the log' : 'the backup has more of the log than this state'}, and who signed on from here would sign two histories. Begin another log before you start: ${adoptIt}`;

/** Whether the newest state of the copy has entries that this log does not, or another one. */
const hasMore = (copy: Store, { dataDir }: Settings, log: LogState): Promise<boolean> =>
  inScratch(dataDir, async (file) => {
    await replay(copy, file, undefined);
    const newest = await openSqlite(file);
    try {
      const state = await logStateIn(newest.db);
      return state?.origin !== log.origin || state.size > log.size;
    } finally {
      await newest.close();
    }
  });

/** Milliseconds, Unix time: to the end of a second that is named without a fraction. */
export function timeFrom(text: string, now = Date.now()): number {
  const isUnix = /^\d{9,11}$/.test(text);
  const time = isUnix ? Number(text) * 1000 : Date.parse(text);
  if (Number.isNaN(time))
    throw new Error(`--at: ${text} is no time. Write it as 2027-01-31T12:00:00Z, or in Unix seconds.`);
  if (time > now) throw new Error(`--at: ${timeOf(time)} is in the future.`);
  return /\.\d+/.test(text) ? time : time + 999;
}
