import { setTimeout as wait } from 'node:timers/promises';
import { cliFiles, loadAssets, renderHtml } from '../../../mirror/site/built.ts';
import { fingerprintsOf, staleKinds } from '../../../mirror/snapshot/build/fingerprint.ts';
import { inspectAgain, inspectSnapshot } from '../../../mirror/snapshot/build/inspect.ts';
import { journalFor } from '../../../mirror/snapshot/building.ts';
import { type Comparison, compareCatalog } from '../../../mirror/snapshot/catalog/compareCatalog.ts';
import { type CatalogPlace, catalogOf, findCatalog } from '../../../mirror/snapshot/catalog/place.ts';
import { type Progress, readProgress } from '../../../mirror/snapshot/catalog/progress.ts';
import type { Journal } from '../../../mirror/snapshot/files/journal.ts';
import type { Files } from '../../../mirror/snapshot/files/sink.ts';
import { openServed } from '../../../mirror/snapshot/served.ts';
import type { Engine } from '../../../origin/store/engine/engine.ts';
import { DamagedContent } from '../../../origin/store/engine/faults.ts';
import { newestChange } from '../../../origin/store/events/changes.ts';
import { hasGoneBack } from '../../../origin/store/events/lineage.ts';
import { secondsOfDay } from '../../../origin/store/schema/indexing.ts';
import { readBlob } from '../../../origin/store/skills/blobs.ts';
import { tagBitsOf } from '../../../origin/store/tagBits.ts';
import { viewOf } from '../../../origin/store/view.ts';
import type { OperatorContext } from '../operatorContext.ts';
import { problemsAtRest } from './atRest.ts';
import { builderNow } from './builder.ts';
import { type Check, counted, type Problem, repairIt, startIt } from './check.ts';
import { pageDamage } from './sqliteDamage.ts';

const rebuild = 'Run: npm run operator -- snapshot --full.';

/** Milliseconds for a builder at work to take in what is new; after that it counts as stuck unless it gets on. */
const patience = 10_000;

interface Looked extends Omit<Check, 'name'> {
  /** The newest change of the store that the snapshot shows, and the store's newest. */
  seq: number;
  newest: number;
  files: number;
}

/** That the snapshot has taken in every change, that its catalog holds the store's public rows, and each file every byte. */
export async function lookAtSnapshot(context: OperatorContext): Promise<Looked> {
  const { engine, settings } = context;
  const newest = await newestChange(engine.db);
  const catalog = await findCatalog(settings);
  if (!catalog) {
    const problems = [{ what: 'there is none yet', remedy: startIt }];
    return { looked: settings.catalogUrl ? 'its database' : 'its folder', problems, seq: 0, newest, files: 0 };
  }
  try {
    // PostgreSQL's own tools look at its pages.
    const damage = settings.catalogUrl ? [] : await pageDamage(catalog.db);
    if (damage.length > 0) {
      const problems = damage.map(({ what }) => ({ what: `its catalog is damaged: ${what}`, remedy: repairIt }));
      return { looked: 'pages of its catalog', problems, seq: 0, newest, files: 0 };
    }
    const state = await settled(context, catalog);
    const seen = { seq: state?.seq ?? 0, newest: await newestChange(engine.db), files: 0 };
    const looked = `change ${seen.seq} of ${seen.newest}`;
    const unready = await whyNotReady(context, state, seen);
    if (unready) return { ...seen, looked, problems: [unready] };
    const rows = await compareAtRest(engine, catalogOf(settings));
    const { files, problems } = await lookAtFiles(context, catalog);
    const catalogProblems = Object.entries(rows.differing ?? {}).map(([table, count]) => ({
      what: `the catalog’s ${table} differ from the store’s in ${counted(count, 'row')}`,
      remedy: rebuild,
    }));
    if (!rows.differing)
      catalogProblems.push({
        what: 'the catalog could not be compared with the store, because both kept changing',
        remedy: 'Run doctor again at a quieter time.',
      });
    return {
      ...seen,
      files,
      looked: `${looked}, ${settings.catalogUrl ? '' : 'pages and '}${counted(rows.rows, 'row')} of its catalog, ${counted(files, 'file')} ${settings.catalogUrl ? `in ${settings.objectStore} ` : ''}byte by byte`,
      problems: [...catalogProblems, ...problems],
    };
  } finally {
    await catalog.close();
  }
}

/** While the registry runs, a publish may come between the two. */
async function compareAtRest(engine: Engine, place: CatalogPlace): Promise<Comparison> {
  for (let tries = 0; tries < 4; tries += 1) {
    const compared = await compareCatalog(engine, place);
    if (compared.differing) return compared;
  }
  return { rows: 0, differing: undefined };
}

/** Where the catalog stands once a builder has caught up, or gets on no more. */
async function settled({ engine, settings }: OperatorContext, catalog: Engine): Promise<Progress | undefined> {
  const isComing = async () => settings.catalogUrl !== undefined || (await builderNow(settings.dataDir)) !== undefined;
  // Lists may wait a moment after what they list is there.
  const owed = async () => (await unfinishedIn(journalFor(settings, catalog)))?.length ?? 0;
  let [state, left] = [await readProgress(catalog.db), await owed()];
  let moved = performance.now();
  while (state && (state.full || left > 0 || state.seq < (await newestChange(engine.db)))) {
    if (performance.now() - moved > patience || !(await isComing())) break;
    await wait(100);
    const next = await readProgress(catalog.db);
    if (next?.seq !== state.seq) moved = performance.now();
    [state, left] = [next, await owed()];
  }
  return state;
}

async function whyNotReady(
  { settings, engine }: OperatorContext,
  state: Progress | undefined,
  { seq, newest }: { seq: number; newest: number },
): Promise<Problem | undefined> {
  const isBuilt = (await builderNow(settings.dataDir)) !== undefined;
  if (!state || state.full) {
    if (isBuilt) return { what: 'a full build is under way', remedy: 'Run doctor again when it is done.' };
    return { what: 'a full build did not finish, and no process is continuing it', remedy: startIt };
  }
  if (await hasGoneBack(engine.db, state))
    return {
      what: 'the store is older than the mirror: it was restored, or is another copy',
      remedy: startIt,
    };
  if (seq < newest) {
    const behind = counted(newest - seq, 'change');
    if (!isBuilt) return { what: `the mirror is ${behind} behind, and no process is building it`, remedy: startIt };
    return { what: `the mirror is ${behind} behind and makes no progress`, remedy: 'The log of the builder says why.' };
  }
  const fingerprints = await fingerprintsOf(settings.site, await tagBitsOf(settings));
  if (staleKinds(state.made, fingerprints).length === 0) return undefined;
  return {
    what: 'it was built by other code, or for other addresses than MIRROR_URL and ORIGIN_URL',
    remedy: 'Run doctor with the settings of the registry; after an upgrade, start the registry again.',
  };
}

interface LookedFiles {
  files: number;
  problems: Problem[];
}

async function lookAtFiles(context: OperatorContext, catalog: Engine): Promise<LookedFiles> {
  const { files, close } = openServed(context.settings);
  try {
    return await lookAtEach(context, catalog, files);
  } finally {
    await close();
  }
}

async function lookAtEach(context: OperatorContext, catalog: Engine, files: Files): Promise<LookedFiles> {
  const { engine, settings, progress } = context;
  const blob = (hash: string) => readBlob(engine, hash);
  // Some files change by day: each is to be as it was on the day that it was made.
  let day = (await readProgress(catalog.db))?.day ?? 0;
  const now = () => day * secondsOfDay;
  const reading = { view: viewOf(catalog), site: settings.site, html: renderHtml, cliFiles, now, blob };
  const inspected = { reading, files, assets: await loadAssets(), tagBits: await tagBitsOf(settings) };
  const { files: looked, wrong } = await inspectSnapshot(inspected, (done, total) =>
    progress(done, total, 'profiles, skills and kits'),
  );
  // Some may have been on their way while the registry runs.
  const problems = await problemsAtRest({
    standing: async () => {
      const state = await settled(context, catalog);
      return JSON.stringify([state?.seq, state?.day]);
    },
    found: wrong,
    again: async (found) => {
      day = (await readProgress(catalog.db))?.day ?? day;
      return await inspectAgain(inspected, [...new Set(found.map(({ file }) => file))]);
    },
    problemOf: ({ path, what, isLost }) => ({ what: `${path} ${what}`, remedy: isLost ? repairIt : rebuild }),
    nameOf: ({ path }) => path,
    remedy: 'Run doctor again at a quieter time.',
  });
  // With a catalog in a database the builder is elsewhere, and what is unfinished is made within a second.
  const unfinished =
    settings.catalogUrl || (await builderNow(settings.dataDir))
      ? []
      : await unfinishedIn(journalFor(settings, catalog));
  if (!unfinished) problems.push({ what: 'its journal is damaged', remedy: repairIt });
  else if (unfinished.length > 0)
    problems.push({
      what: `a step that was to touch ${counted(unfinished.length, 'file')} was not finished`,
      remedy: startIt,
    });
  return { files: looked, problems };
}

/** Undefined where nobody can tell. */
const unfinishedIn = (journal: Journal): Promise<string[] | undefined> =>
  journal.read().catch((error) => {
    if (error instanceof DamagedContent) return undefined;
    throw error;
  });
