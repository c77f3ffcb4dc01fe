/** `restore --from-mirror`: a registry out of the folder of its mirror. */
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { type Part, partInWords, readPart } from '../../../mirror/followers/part/part.ts';
import { openCatalog } from '../../../mirror/snapshot/catalog/place.ts';
import { isFilled } from '../../../mirror/snapshot/catalog/progress.ts';
import { publicTables } from '../../../mirror/snapshot/catalog/publicColumns.ts';
import { snapshotPaths } from '../../../mirror/snapshot/paths.ts';
import { openServed } from '../../../mirror/snapshot/served.ts';
import type { Settings } from '../../../origin/settings/settings.ts';
import type { Engine } from '../../../origin/store/engine/engine.ts';
import { isDamage, isPassing } from '../../../origin/store/engine/faults.ts';
import { copySqlite, openSqlite } from '../../../origin/store/engine/sqlite.ts';
import type { Row } from '../../../origin/store/moving/rows.ts';
import { type Rebuilt, rebuildRows, settleContents } from '../../../origin/store/rescue/rebuild.ts';
import { readStanding } from '../../../origin/store/schema/migrate.ts';
import { countSteps } from '../../../origin/store/schema/steps.ts';
import type { Source } from '../backup/copied.ts';
import type { OperatorContext } from '../operatorContext.ts';
import { takeContents } from './archives.ts';
import { lookAtRescuedLog } from './log.ts';
import { notesOf } from './notes.ts';

/** `folder`: a data directory whose mirror's snapshot is read. Nothing in it is changed. */
export function mirrorSource(
  settings: Settings,
  folder: string,
  { progress }: Pick<OperatorContext, 'progress'>,
): Source {
  const name = resolve(folder);
  const { catalogFile } = snapshotPaths(name);
  if (!existsSync(catalogFile))
    throw new Error(`${name} is no data directory of a mirror: there is no ${catalogFile}.`);
  return {
    name,
    isPartial: true,
    write: async (draft) => {
      const copy = `${draft}.catalog`;
      const now = Math.floor(Date.now() / 1000);
      for (const file of [copy, draft]) await remove(file);
      const served = openServed({ dataDir: name, catalogUrl: undefined, objectStore: undefined, s3: settings.s3 });
      const store = await openSqlite(draft);
      try {
        const rebuilt = await takeRows(catalogFile, copy, store, { ...settings.site, now });
        const part = await partIn(copy);
        const lost = await takeContents({
          ...{ store, files: served.files },
          onProgress: (done, total) => progress(done, total, 'versions'),
        });
        const { broken, unproven, altered, overruled } = await settleContents(store, now);
        const log = await lookAtRescuedLog(store.db, settings);
        return {
          state: part ? `a part of what was public (${partInWords(part)})` : 'everything that was public',
          damage: [
            ...lost,
            ...broken.map((version) => `${version} is withdrawn: its files do not make its hash.`),
            ...unproven.map((version) => `${version} is withdrawn: the transparency log has no entry of it.`),
            ...overruled.map(({ name, says }) => `${name} is withdrawn: the transparency log says that ${says}.`),
            ...altered.map((version) => `${version} is not what its entry in the transparency log says.`),
            ...log.faults.map((what) => `The transparency log: ${what}.`),
          ],
          notes: [
            ...(part
              ? [
                  `This mirror held a part of the registry alone, ${partInWords(part)}. The other skills are not here; the transparency log still names them.`,
                ]
              : []),
            ...notesOf(rebuilt, log.notes, settings),
          ],
        };
      } finally {
        await store.close();
        await served.close();
        await remove(copy);
      }
    },
  };
}

/** What alone a mirror held; undefined of one that held everything. */
async function partIn(copy: string): Promise<Part | undefined> {
  const catalog = await openSqlite(copy, { readOnly: true });
  try {
    return await readPart(catalog.db);
  } finally {
    await catalog.close();
  }
}

async function remove(file: string): Promise<void> {
  for (const suffix of ['', '-wal', '-shm']) await rm(file + suffix, { force: true });
}

interface Registry {
  originUrl: string;
  mirrorUrl: string;
  /** Unix seconds. */
  now: number;
}

async function takeRows(
  catalogFile: string,
  copy: string,
  store: Engine,
  { originUrl, mirrorUrl, now }: Registry,
): Promise<Rebuilt> {
  try {
    const catalog = await openCopy(catalogFile, copy);
    try {
      return await catalog.read((db) => rebuildRows(db, store, { shown, addresses: [originUrl, mirrorUrl], now }));
    } finally {
      await catalog.close();
    }
  } catch (error) {
    if (isPassing(error)) throw error;
    const what = isDamage(error) ? 'is damaged' : 'can’t be taken over';
    throw new Error(`${catalogFile} ${what}: ${(error as Error).message}`, { cause: error });
  }
}

/** Of a row, what the catalog is filled with: whatever else stands there, a hand put there. */
function shown(name: string): ((row: Row) => Row) | undefined {
  const table = (publicTables as Record<string, { row(shown: object): object } | undefined>)[name];
  return table && ((row) => table.row(row) as Row);
}

/** As it is now, at this program's schema: a builder may run meanwhile, and an earlier program may have made it. */
async function openCopy(catalogFile: string, copy: string): Promise<Engine> {
  await copySqlite(catalogFile, copy);
  const catalog = await openCatalog(copy, { keepsNewer: true });
  try {
    const { schema = 0 } = (await readStanding(catalog.db)) ?? {};
    if (schema > (await countSteps('sqlite'))) throw new Error('It is from a newer version of the registry.');
    if (!(await isFilled(catalog.db))) throw new Error('It is not whole yet.');
    return catalog;
  } catch (error) {
    await catalog.close();
    throw error;
  }
}
