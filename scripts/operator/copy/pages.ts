/** Whether the files of a copy say what its rows do, which the log proves: they are made again of these. */
import { fileContents } from '../../../mirror/fallback/contents.ts';
import { readLed, siteOf } from '../../../mirror/followers/leaderFile.ts';
import { readPart } from '../../../mirror/followers/part/part.ts';
import { cliFiles, loadAssets, renderHtml } from '../../../mirror/site/built.ts';
import { inspectAgain, inspectSnapshot } from '../../../mirror/snapshot/build/inspect.ts';
import { readProgress } from '../../../mirror/snapshot/catalog/progress.ts';
import { type Fault, isOf } from '../../../mirror/snapshot/files/content.ts';
import { entriesOf } from '../../../mirror/snapshot/files/manifest.ts';
import { openServed } from '../../../mirror/snapshot/served.ts';
import type { Answer } from '../../../origin/read/answer.ts';
import type { Settings } from '../../../origin/settings/settings.ts';
import type { Db, Engine } from '../../../origin/store/engine/engine.ts';
import { secondsOfDay } from '../../../origin/store/schema/indexing.ts';
import { viewOf } from '../../../origin/store/view.ts';
import { problemsAtRest } from '../doctor/atRest.ts';
import { type Check, counted, type Problem } from '../doctor/check.ts';
import { neverAtRest, standing } from './standing.ts';

export async function lookAtPages(settings: Settings, catalog: Engine): Promise<Omit<Check, 'name'>> {
  const { db } = catalog;
  const [led, part] = [await readLed(settings.dataDir), await readPart(db)];
  let progress = await readProgress(db);
  // Who asked for this is not told that all is well: a registry that lies could choose to be one that can't be compared.
  const not = (why: string, remedy: string) => ({
    looked: 'nothing',
    problems: [{ what: `could not be compared with what the registry’s rows say: ${why}`, remedy }],
  });
  if (!led || !progress) return not('there is no copy yet', 'Wait for the first one.');
  if (part) return not('this is a part of a registry', 'Run doctor without --thorough, or copy all of the registry.');
  const assets = await loadAssets();
  if (!(await isOfThisRelease(db, assets)))
    return not(
      'it runs another release than this one, or has altered what its pages load',
      'Run doctor of the registry’s release. If this is that one, ask the operator of the registry.',
    );
  const { files, close } = openServed(settings);
  try {
    const now = () => (progress?.day ?? 0) * secondsOfDay;
    const blob = fileContents(db, files);
    const reading = { view: viewOf(catalog), site: siteOf(led.site), html: renderHtml, cliFiles, now, blob };
    const inspected = { reading, files, assets, tagBits: led.tagBits };
    const { files: looked, wrong } = await inspectSnapshot(inspected, () => undefined);
    const again = async (found: readonly Fault[]) => {
      progress = await readProgress(db);
      return eachPath(await inspectAgain(inspected, [...new Set(found.map(({ file }) => file))]));
    };
    return {
      looked: `${counted(looked, 'file')}, made again of the rows`,
      problems: await problemsAtRest({
        ...{ standing: () => standing(db), found: eachPath(wrong), again, remedy: neverAtRest },
        ...{ problemOf, nameOf: ({ path }: Fault) => path },
      }),
    };
  } finally {
    await close();
  }
}

/** One fault of each path. */
const eachPath = (faults: readonly Fault[]): Fault[] => [
  ...new Map(faults.map((fault) => [fault.path, fault])).values(),
];

const problemOf = ({ path }: Fault): Problem => ({
  what: `${path} does not say what the registry’s rows do`,
  remedy: 'Ask the operator of the registry: what people are shown is not what it proves.',
});

/** What pages load has its hash in its name: where all of it is there, the same templates made them. */
async function isOfThisRelease(db: Db, assets: ReadonlyMap<string, Answer>): Promise<boolean> {
  const known = await entriesOf(
    db,
    [...assets.keys()].map((path) => path.slice(1)),
  );
  return [...assets].every(([path, { body }]) => {
    const entry = known.get(path.slice(1));
    return entry !== undefined && isOf(body, entry);
  });
}
