/** `restore --from-mirror`: a registry out of the folder of its mirror, which everyone could have made. */
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { openCatalog } from '../../../mirror/snapshot/catalog/place.ts';
import { isFilled } from '../../../mirror/snapshot/catalog/progress.ts';
import { publicTables } from '../../../mirror/snapshot/catalog/publicColumns.ts';
import { openFolder } from '../../../mirror/snapshot/files/folder.ts';
import { snapshotPaths } from '../../../mirror/snapshot/paths.ts';
import type { Settings } from '../../../origin/settings/settings.ts';
import type { Engine } from '../../../origin/store/engine/engine.ts';
import { isDamage } from '../../../origin/store/engine/faults.ts';
import { copySqlite, openSqlite } from '../../../origin/store/engine/sqlite.ts';
import { rebuildRows, settleContents } from '../../../origin/store/rescue/rebuild.ts';
import { readStanding } from '../../../origin/store/schema/migrate.ts';
import { countSteps } from '../../../origin/store/schema/steps.ts';
import type { Source } from '../backup/copied.ts';
import type { OperatorContext } from '../operatorContext.ts';
import { takeContents } from './archives.ts';
import { lookAtRescuedLog } from './log.ts';
import { notesOf } from './notes.ts';

/** `folder`: a data directory whose mirror's snapshot is to be read. Nothing in it is changed. */
export function mirrorSource(
  settings: Settings,
  folder: string,
  { progress }: Pick<OperatorContext, 'progress'>,
): Source {
  const name = resolve(folder);
  const { catalogFile, root } = snapshotPaths(name);
  if (!existsSync(catalogFile))
    throw new Error(`${name} is no data directory of a mirror: there is no ${catalogFile}.`);
  return {
    name,
    isPartial: true,
    write: async (draft) => {
      const copy = `${draft}.catalog`;
      const remove = async (file: string) => {
        for (const suffix of ['', '-wal', '-shm']) await rm(file + suffix, { force: true });
      };
      const now = Math.floor(Date.now() / 1000);
      await remove(copy);
      await remove(draft);
      try {
        const catalog = await openCopy(catalogFile, copy);
        const store = await openSqlite(draft);
        try {
          const { originUrl, mirrorUrl } = settings.site;
          const rebuilt = await catalog.read((db) =>
            rebuildRows(db, store, {
              isPublic: (table) => table in publicTables,
              ...{ addresses: [originUrl, mirrorUrl], now },
            }),
          );
          const lost = await takeContents({
            ...{ store, files: openFolder(root) },
            onProgress: (done, total) => progress(done, total, 'versions'),
          });
          const broken = await settleContents(store, now);
          const log = await lookAtRescuedLog(store.db, settings);
          return {
            state: 'everything that was public',
            damage: [
              ...lost,
              ...broken.map((version) => `${version} is withdrawn: its files do not make its hash.`),
              ...log.faults.map((what) => `The transparency log: ${what}.`),
            ],
            notes: notesOf(rebuilt, log.notes, settings),
          };
        } finally {
          await store.close();
          await catalog.close();
        }
      } finally {
        await remove(copy);
      }
    },
  };
}

/** As it is now, at this program's schema: a builder may run, and an earlier program may have made it. */
async function openCopy(catalogFile: string, copy: string): Promise<Engine> {
  try {
    await copySqlite(catalogFile, copy);
    const catalog = await openCatalog(copy, { keepsNewer: true });
    const isUsable =
      (await isFilled(catalog.db)) && ((await readStanding(catalog.db))?.schema ?? 0) <= (await countSteps('sqlite'));
    if (isUsable) return catalog;
    await catalog.close();
  } catch (error) {
    if (!isDamage(error)) throw error;
    throw new Error(`${catalogFile} is damaged: ${(error as Error).message}`, { cause: error });
  }
  throw new Error(`${catalogFile} is not whole yet, or is from a newer version of the registry.`);
}
