import { setTimeout as wait } from 'node:timers/promises';
import { listed, openCaches } from '../../mirror/purge/open.ts';
import {
  type BuilderLock,
  describeBuilder,
  findBuilder,
  silentFor,
  takeBuilderLock,
} from '../../mirror/snapshot/builderLock.ts';
import { journalFor } from '../../mirror/snapshot/building.ts';
import { catalogOf, findCatalog, openCatalog } from '../../mirror/snapshot/catalog/place.ts';
import { readProgress, requestFullBuild } from '../../mirror/snapshot/catalog/progress.ts';
import { openBuilder } from '../../mirror/snapshot/open.ts';
import { snapshotPaths } from '../../mirror/snapshot/paths.ts';
import { DamagedContent } from '../../origin/store/engine/faults.ts';
import { newestChange } from '../../origin/store/events/changes.ts';
import { hasGoneBack } from '../../origin/store/events/lineage.ts';
import type { OperatorContext, Outcome } from './operatorContext.ts';

/** Brings the snapshot up to date: here, or, where the running registry builds it, by waiting until that one has. */
export async function snapshot(context: OperatorContext, { full = false }: { full?: boolean }): Promise<Outcome> {
  const file = snapshotPaths(context.settings.dataDir).builderLock;
  let wanted: number | undefined;
  let asked = 0;
  for (;;) {
    const lock = await takeBuilderLock(file);
    if (lock) return buildHere(context, lock, full);
    const builder = await findBuilder(file);
    if (!builder) continue;
    if (wanted === undefined) {
      wanted = await newestChange(context.engine.db);
      asked = Date.now() / 1000;
      if (full) await askForFullBuild(context);
      context.note(`Waiting for ${describeBuilder(builder)}, which builds this snapshot …`);
    }
    if (await isBuilt(context, wanted))
      return full
        ? { text: 'The running registry has checked every file.', json: { following: true, full: true } }
        : { text: `The running registry is up to date (change ${wanted}).`, json: { following: true } };
    if (builder.failure && builder.failure.at > asked) throw isFailing(builder.failure.reason);
    if (builder.heard !== undefined && Date.now() / 1000 - builder.heard > silentFor) throw isStuck(builder);
    await wait(200);
  }
}

async function buildHere(context: OperatorContext, lock: BuilderLock, full: boolean): Promise<Outcome> {
  const builder = await openBuilder(context.settings, context.engine, lock, {
    alarm: (what) => context.note(what),
    caches: listed(openCaches(context.settings.cdn)),
    listsEvery: 0,
  });
  try {
    const onProgress = ({ done, total }: { done: number; total: number }) =>
      context.progress(done, total, 'profiles, skills and kits');
    const counts = (full ? await builder.full(onProgress) : await builder.step(onProgress)) ?? {
      written: 0,
      removed: 0,
      unchanged: 0,
    };
    return {
      text: `${counts.written} files written, ${counts.removed} removed, ${counts.unchanged} unchanged.`,
      json: counts,
    };
  } finally {
    await builder.close();
  }
}

async function askForFullBuild({ settings }: OperatorContext): Promise<void> {
  const found = await findCatalog(settings);
  await found?.close();
  // Where there is none yet, the first build looks at every file.
  if (!found) return;
  const catalog = await openCatalog(catalogOf(settings));
  try {
    await catalog.write(requestFullBuild);
  } finally {
    await catalog.close();
  }
}

/** Whether the catalog shows the store's change `wanted`, the files that follow from it are made, and no full build is due. */
async function isBuilt({ settings, engine }: OperatorContext, wanted: number): Promise<boolean> {
  const catalog = await findCatalog(settings);
  if (!catalog) return false;
  try {
    const progress = await readProgress(catalog.db);
    if (progress === undefined || progress.full !== 0 || progress.seq < wanted) return false;
    if (await hasGoneBack(engine.db, progress)) return false;
    return (await journalFor(settings, catalog).read().catch(unlessDamaged))?.length === 0;
  } finally {
    await catalog.close();
  }
}

/** The builder looks at every file then. */
function unlessDamaged(error: unknown): undefined {
  if (!(error instanceof DamagedContent)) throw error;
}

const isStuck = (builder: Parameters<typeof describeBuilder>[0]): Error =>
  new Error(
    `The snapshot is built by ${describeBuilder(builder)}, which has not moved for ${silentFor} s. Its log says why; ` +
      'end it (kill -9 does no harm) and run this again.',
  );

const isFailing = (reason: string): Error =>
  new Error(`The running registry can’t build the snapshot: ${reason}. It tries again every few seconds.`);
