/** Whether every file of a copy is what the registry said, and none is beside them. */
import { missingFiles } from '../../../mirror/followers/state.ts';
import { isFilled } from '../../../mirror/snapshot/catalog/progress.ts';
import { type Fault, faultsOf } from '../../../mirror/snapshot/files/content.ts';
import { entriesAfter, entriesOf } from '../../../mirror/snapshot/files/manifest.ts';
import type { Files } from '../../../mirror/snapshot/files/sink.ts';
import { straysIn } from '../../../mirror/snapshot/files/strays.ts';
import { openServed } from '../../../mirror/snapshot/served.ts';
import type { Settings } from '../../../origin/settings/settings.ts';
import type { Db } from '../../../origin/store/engine/engine.ts';
import { problemsAtRest } from '../doctor/atRest.ts';
import { type Check, counted, type Problem } from '../doctor/check.ts';
import { neverAtRest, standing } from './standing.ts';

export const copyAgain =
  'Stop it, remove the folder mirror of DATA_DIR, and start it again: everything is copied again and checked.';

const entriesAtOnce = 500;

export async function lookAtFiles(settings: Settings, db: Db): Promise<Omit<Check, 'name'>> {
  const { files, close } = openServed(settings);
  const problems: Problem[] = [];
  let looked = 0;
  try {
    const faults: Fault[] = [];
    for (let last = ''; ; ) {
      const entries = await entriesAfter(db, last, entriesAtOnce);
      if (entries.length === 0) break;
      last = entries.at(-1)?.path ?? '';
      looked += entries.length;
      for (const entry of entries) faults.push(...(await faultsOf(files, entry)));
    }
    const atRest = { standing: () => standing(db), remedy: neverAtRest };
    problems.push(
      ...(await problemsAtRest({
        ...{ ...atRest, found: faults, again: lookAgain(files, db) },
        problemOf: ({ path, what }) => ({ what: `${path} ${what}`, remedy: copyAgain }),
        nameOf: ({ path }) => path,
      })),
    );
    for (const path of await missingFiles(db))
      problems.push({
        what: `${path} is missing: the registry had lost it when it was copied`,
        remedy: 'Tell its operator. Once it is made again there, it is copied.',
      });
    problems.push(
      ...(await problemsAtRest({
        ...{ ...atRest, found: await strayPaths(files, db), again: straysAgain(files, db) },
        problemOf: (path) => ({ what: `${path} belongs to nothing`, remedy: 'Remove it.' }),
        nameOf: (path) => path,
      })),
    );
  } finally {
    await close();
  }
  if (!(await isFilled(db))) problems.push({ what: 'the first copy is not whole yet', remedy: 'Wait for it.' });
  return { looked: `${counted(looked, 'file')}, every byte, against what the registry said`, problems };
}

const lookAgain = (files: Files, db: Db) => async (found: readonly Fault[]) => {
  const still: Fault[] = [];
  const known = await entriesOf(db, [...new Set(found.map(({ file }) => file))]);
  for (const entry of known.values()) still.push(...(await faultsOf(files, entry)));
  return still;
};

async function strayPaths(files: Pick<Files, 'list'>, db: Db): Promise<string[]> {
  const strays: string[] = [];
  for await (const some of straysIn(files, db)) strays.push(...some);
  return strays;
}

/** Of those that were found, which are still there: to list all files again takes as long as the first time. */
const straysAgain = (files: Files, db: Db) => (found: readonly string[]) =>
  strayPaths(
    {
      async *list() {
        for (const path of found) if (await files.read(path)) yield path;
      },
    },
    db,
  );
