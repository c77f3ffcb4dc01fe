import { setTimeout as wait } from 'node:timers/promises';
import { BuilderBusy, openBuilder, snapshotPaths } from '../../mirror/snapshot/open.ts';
import { readProgress, requestFullBuild } from '../../mirror/snapshot/progress.ts';
import { openSqlite } from '../../origin/store/sqlite.ts';
import type { Desk, Outcome } from './desk.ts';

/** Brings the snapshot up to date here, or, where the running registry builds it, asks that one for a full build. */
export async function snapshot(desk: Desk, { full = false }: { full?: boolean }): Promise<Outcome> {
  try {
    const builder = await openBuilder(desk.settings, desk.engine);
    try {
      const tell = ({ done, total }: { done: number; total: number }) =>
        desk.progress(done, total, 'profiles, skills and kits');
      const counts = (full ? await builder.full(tell) : await builder.step(tell)) ?? {
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
  } catch (error) {
    if (!(error instanceof BuilderBusy)) throw error;
    if (!full) return { text: 'The running registry keeps the snapshot up to date.', json: { following: true } };
    await fullBuildElsewhere(desk);
    return { text: 'The running registry has made every file anew.', json: { following: true, full: true } };
  }
}

async function fullBuildElsewhere({ settings, note }: Desk): Promise<void> {
  const catalog = await openSqlite(snapshotPaths(settings.dataDir).catalogFile, { partial: true });
  try {
    await catalog.write(requestFullBuild);
    note('Asked the running registry for a full build; waiting for it to finish …');
    while ((await readProgress(catalog.db))?.full) await wait(200);
  } finally {
    await catalog.close();
  }
}
