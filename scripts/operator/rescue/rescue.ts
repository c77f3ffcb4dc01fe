/** Where a registry out of a mirror's folder goes: in place of the store of the data directory, or into an empty database. */
import type { Settings } from '../../../origin/settings/settings.ts';
import { openSqlite } from '../../../origin/store/engine/sqlite.ts';
import { copyStore } from '../../../origin/store/moving/copy.ts';
import { restoreFrom, restoreTo } from '../backup/backup.ts';
import { type Outcome, type Screen, screenFor } from '../operatorContext.ts';
import { fillPostgres, refuseTarget } from '../store/move.ts';
import { mirrorSource } from './fromMirror.ts';

export async function rescue(settings: Settings, folder: string, stderr: Screen): Promise<Outcome> {
  const screen = screenFor(stderr);
  const source = mirrorSource(settings, folder, screen);
  const { databaseUrl: url } = settings;
  if (!url) return restoreFrom(settings, source);
  await refuseTarget(settings, url);
  return restoreTo(settings, source, async (draft) => {
    const made = await openSqlite(draft, { readOnly: true });
    try {
      const hearing = {
        onProgress: ({ done, total, what }: { done: number; total: number; what: string }) =>
          screen.progress(done, total, what),
        onTable: () => undefined,
      };
      await fillPostgres(settings, url, async (db) => {
        await made.read((from) => copyStore({ kind: 'sqlite', db: from }, { kind: 'postgres', db }, hearing));
      });
    } finally {
      await made.close();
    }
    return undefined;
  });
}
