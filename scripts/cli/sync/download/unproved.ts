/** What of the versions that are to be placed no log proves. */

import { isAway } from '../../registry/log/away.ts';
import type { CheckedLog } from '../../registry/log/checkedLog.ts';
import { type Brought, concurrency, reasonOf, type Wanted } from './bringVersions.ts';
import { inParallel } from './parallel.ts';

const isInNone = 'in no transparency log: the registry says that it is private';
const isNotAsked = 'not looked up in the transparency log, which does not answer';

/**
 * Finds each version that is here in the log, also one that was brought for something else, or by a CLI that knew no log. What
 * the log refuses is a failure, and no longer here. Resolves to why others have no proof though the registry has a log, by
 * their hashes: `it is …`.
 */
export async function unprovedOf(
  log: CheckedLog,
  versions: readonly Wanted[],
  { here, failures }: Brought,
): Promise<Map<string, string>> {
  const unproved = new Map<string, string>();
  const found = new Map(versions.map((version) => [version.hash, version]));
  await inParallel(concurrency, [...found.values()], async ({ near: _, ...version }) => {
    const { hash } = version;
    if (!here.has(hash)) return;
    try {
      if ((await log.find(version)) === undefined && log.known()) unproved.set(hash, isInNone);
    } catch (error) {
      if (isAway(error)) return void unproved.set(hash, isNotAsked);
      here.delete(hash);
      failures.set(hash, reasonOf(error));
    }
  });
  return unproved;
}
