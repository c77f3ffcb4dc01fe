/**
 * `doctor --repair`: makes again what can be derived, from where it can be proven, and says of each thing what became of
 * it. Bytes of files are put back only where their hash says that they are the ones.
 */
import { existsSync } from 'node:fs';
import { takeBuilderLock } from '../../../mirror/snapshot/builderLock.ts';
import { isSound, setAside } from '../../../mirror/snapshot/catalog/damaged.ts';
import { snapshotPaths } from '../../../mirror/snapshot/paths.ts';
import type { OperatorContext } from '../operatorContext.ts';
import { snapshot } from '../snapshot.ts';
import type { Repairs } from './check.ts';
import { openBackup, repairContents, snapshotSource } from './repairContents.ts';
import { repairIndexes } from './repairIndexes.ts';
import { lookAtSnapshot } from './snapshot.ts';

/** `from`: backups that contents may be in. Rejects where one of them can’t be read, before anything changes. */
export async function repair(context: OperatorContext, from: readonly string[]): Promise<Repairs> {
  const backups = await Promise.all(from.map(openBackup));
  const repairs: Repairs = { done: [], failed: [] };
  const mirror = snapshotSource(context);
  try {
    if (!context.settings.databaseUrl) await repairIndexes(context, repairs);
    await repairContents(context, [mirror, ...backups], repairs);
    await repairSnapshot(context, repairs);
    return repairs;
  } finally {
    for (const { close } of [mirror, ...backups]) await close?.();
  }
}

/** By a full build: here, or where the running registry builds, by that. A damaged catalog makes way for another. */
async function repairSnapshot(context: OperatorContext, repairs: Repairs): Promise<void> {
  const { catalogFile, builderLock } = snapshotPaths(context.settings.dataDir);
  if (!context.settings.catalogUrl && existsSync(catalogFile) && !(await isSound(catalogFile))) {
    const lock = await takeBuilderLock(builderLock);
    if (!lock) return void repairs.failed.push('The mirror’s catalog was not made again: stop the registry first.');
    await setAside(catalogFile).finally(lock.release);
    repairs.done.push(`The mirror’s damaged catalog was set aside, as ${catalogFile}.damaged.`);
  }
  const problems = await lookAtSnapshot(context).then(
    (looked) => looked.problems.map(({ what }) => what),
    (error: Error) => [error.message],
  );
  if (problems.length === 0) return;
  const named = `${problems.slice(0, 5).join('; ')}${problems.length > 5 ? `; and ${problems.length - 5} more` : ''}`;
  try {
    const { text } = await snapshot(context, { full: true });
    repairs.done.push(`The mirror was built again (${named}). ${text}`);
  } catch (error) {
    repairs.failed.push(`The mirror was not built again (${named}): ${(error as Error).message}`);
  }
}
