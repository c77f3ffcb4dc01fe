/** What `backup --verify` says of contents that are not in the backup: the newest state is restored, and tells of them. */
import type { Settings } from '../../../origin/settings/settings.ts';
import { replay, timeOf } from '../../../origin/store/backup/back/replay.ts';
import type { Store } from '../../../origin/store/backup/chains.ts';
import { objectsKept, openObjectCheck } from '../../../origin/store/contents/check.ts';
import type { Contents } from '../../../origin/store/contents/contents.ts';
import type { Db } from '../../../origin/store/engine/engine.ts';
import { withContents } from '../../../origin/store/engine/open.ts';
import { openSqlite } from '../../../origin/store/engine/sqlite.ts';
import { counted } from '../doctor/check.ts';
import type { OperatorContext } from '../operatorContext.ts';
import { faultsOfKept, faultsOfNamed, objectsNamed } from './objects.ts';
import { inScratch } from './scratch.ts';

export interface Options {
  /** Every object is read. */
  isThorough: boolean;
  /** Where the state is restored to; the system’s folder for such if unset. */
  folder: string | undefined;
  progress: OperatorContext['progress'];
}

export interface ObjectsVerified {
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
export async function verifyObjects(settings: Settings, copy: Store, options: Options): Promise<ObjectsVerified> {
  try {
    return await inScratch(options.folder, async (file) => {
      const state = timeOf((await replay(copy, file, undefined)).at);
      const restored = await openSqlite(file);
      try {
        const { db } = restored;
        const needed = { named: await objectsNamed(db), kept: await objectsKept(db, settings.backup.days) };
        const all = needed.named.length + needed.kept.length;
        if (all === 0) return noneOutside(state);
        if (!settings.objectStore) return unseen(all);
        const { contents } = await withContents(restored, settings, () => undefined);
        // Whose the objects are: never asked where that could make them this registry’s.
        if (needed.named.length > 0) await contents?.probe();
        return contents
          ? await look(db, contents, needed, { ...options, days: settings.backup.days, state })
          : unseen(all);
      } finally {
        await restored.close();
      }
    });
  } catch (error) {
    const { cause, message } = error as Error;
    const why = cause instanceof Error ? cause.message : message;
    return unlooked(`what is outside of the backup was not looked at: ${why}`);
  }
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
  { isThorough, progress, days, state }: Options & { days: number; state: string },
): Promise<ObjectsVerified> {
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
      `Restored the state of ${state}. It names ${counted(named.length, 'object')} in ${address}${earlier}; ${read.toLocaleString('en')} were read.`,
    ],
    problems,
    verdict:
      read >= all
        ? `${whole.slice(0, -1)}, and so is each of these objects.`
        : `${wholeHere} These objects are there, and those that were read are whole. To read all: backup --verify --thorough.`,
    json: { address, state, named: named.length, kept: kept.length, read, problems },
  };
}

const noneOutside = (state: string): ObjectsVerified => ({
  ...{ looked: [`Restored the state of ${state}. It names no object outside of it.`], problems: [] },
  ...{ verdict: whole, json: { state, named: 0, kept: 0 } },
});

const unseen = (all: number): ObjectsVerified =>
  unlooked(
    `${counted(all, 'object')} of an object store that it names, or earlier seconds do, were not looked for. Set OBJECT_STORE to where they are.`,
  );

const unlooked = (problem: string): ObjectsVerified => ({
  ...{ looked: [], problems: [problem], verdict: wholeHere, json: { problems: [problem] } },
});
