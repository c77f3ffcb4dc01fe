/** What `backup --verify` does with the newest state: it is restored, and tells of contents outside, and of its log. */
import type { Settings } from '../../../origin/settings/settings.ts';
import { replay, timeOf } from '../../../origin/store/backup/back/replay.ts';
import type { Store } from '../../../origin/store/backup/chains.ts';
import { objectsKept, openObjectCheck } from '../../../origin/store/contents/check.ts';
import type { Contents } from '../../../origin/store/contents/contents.ts';
import type { Db, Engine } from '../../../origin/store/engine/engine.ts';
import { withContents } from '../../../origin/store/engine/open.ts';
import { openSqlite } from '../../../origin/store/engine/sqlite.ts';
import { counted } from '../doctor/check.ts';
import type { OperatorContext } from '../operatorContext.ts';
import { lookAtLogKey } from './logKey.ts';
import { faultsOfKept, faultsOfNamed, objectsNamed } from './objects.ts';
import { inScratch } from './scratch.ts';

export interface Options {
  /** Every object is read. */
  isThorough: boolean;
  /** Where the state is restored to; the system’s folder for such if unset. */
  folder: string | undefined;
  progress: OperatorContext['progress'];
}

export interface StateVerified {
  /** Sentences of what was looked at. */
  looked: string[];
  /** A sentence each. */
  problems: string[];
  /** What may be said where nothing is wrong, here and in the backup. */
  verdict: string;
  json: object;
}

const whole = 'All of it is as it was written.';
const wholeHere = 'The backup is as it was written.';

/** What can’t be looked at is a problem: nothing is called whole that was not seen. */
export async function verifyState(settings: Settings, copy: Store, options: Options): Promise<StateVerified> {
  try {
    return await inScratch(options.folder, async (file) => {
      const state = timeOf((await replay(copy, file, undefined)).at);
      const restored = await openSqlite(file);
      try {
        const key = await lookAtLogKey(copy, settings, restored.db);
        const objects = await verifyObjects(settings, restored, options).catch(unlooked);
        return {
          looked: [`Restored the state of ${state}${key.looked && `: ${key.looked}`}.`, ...objects.looked],
          problems: [...key.problems, ...objects.problems],
          verdict: objects.verdict,
          json: { state, logKey: key.looked, objects: objects.json },
        };
      } finally {
        await restored.close();
      }
    });
  } catch (error) {
    const verified = unlooked(error as Error);
    return { ...verified, json: { objects: verified.json } };
  }
}

async function verifyObjects(settings: Settings, restored: Engine, options: Options): Promise<StateVerified> {
  const { db } = restored;
  const { days } = settings.backup;
  const needed = { named: await objectsNamed(db), kept: await objectsKept(db, days) };
  const all = needed.named.length + needed.kept.length;
  if (all === 0) return noneOutside;
  const { contents } = settings.objectStore ? await withContents(restored, settings, () => undefined) : {};
  if (!contents) return notSought(all);
  // Whose the objects are: never asked where that could make them this registry’s.
  if (needed.named.length > 0) await contents.probe();
  return look(db, contents, needed, { ...options, days });
}

interface Needed {
  /** By the newest state. */
  named: readonly string[];
  /** By earlier seconds alone. */
  kept: readonly string[];
}

async function look(
  db: Db,
  contents: Contents,
  { named, kept }: Needed,
  { isThorough, progress, days }: Options & { days: number },
): Promise<StateVerified> {
  const { address } = contents;
  const check = await openObjectCheck(contents);
  const onProgress = (done: number, total: number) => progress(done, total, 'objects');
  const problems = [
    ...(await faultsOfNamed(db, check, named, { isThorough, onProgress })),
    ...(await faultsOfKept(check, kept, { isThorough, days })),
  ];
  const [all, read] = [named.length + kept.length, check.read()];
  const earlier = kept.length > 0 ? ` and ${kept.length.toLocaleString('en')} that earlier seconds name` : '';
  return {
    looked: [
      `It names ${counted(named.length, 'object')} in ${address}${earlier}; ${read.toLocaleString('en')} were read.`,
    ],
    problems,
    verdict:
      read >= all
        ? `${whole.slice(0, -1)}, and so is each of these objects.`
        : `${wholeHere} These objects are there, and those that were read are whole. To read all: backup --verify --thorough.`,
    json: { address, named: named.length, kept: kept.length, read, problems },
  };
}

const noneOutside: StateVerified = {
  ...{ looked: ['It names no object outside of it.'], problems: [], verdict: whole },
  json: { named: 0, kept: 0 },
};

const notSeen = (problem: string): StateVerified => ({
  ...{ looked: [], problems: [problem], verdict: wholeHere },
  json: { problems: [problem] },
});

const notSought = (all: number): StateVerified =>
  notSeen(
    `${counted(all, 'object')} of an object store that it names, or earlier seconds do, were not looked for. Set OBJECT_STORE to where they are.`,
  );

function unlooked(error: Error): StateVerified {
  const { message, code } = (error.cause instanceof Error ? error.cause : error) as NodeJS.ErrnoException;
  const where = code === 'ENOSPC' ? ' Name a folder with room for the store by --in.' : '';
  const why = /[.?]$/.test(message) ? message : `${message}.`;
  return notSeen(`what is outside of the backup was not looked at: ${why}${where}`);
}
