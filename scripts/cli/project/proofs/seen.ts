/** What this machine knows of the log that the proofs of a lock are to be of. */
import { isAway } from '../../registry/log/away.ts';
import { refusalOf } from '../../registry/log/checked.ts';
import type { CheckedLog } from '../../registry/log/checkedLog.ts';
import { fileOf, knownLog } from '../../registry/log/known.ts';
import type { Registry } from '../../registry/registry.ts';
import { IntegrityError } from '../../sync/download/boundedBody.ts';
import type { SyncHome } from '../../sync/home.ts';
import type { LockFile } from '../lockFile.ts';
import { lockName } from '../project.ts';
import type { Seen } from './proofs.ts';

/** Without asking anyone. */
export const seenHere = async (log: CheckedLog | undefined, home: SyncHome): Promise<Seen> => ({
  known: log ? log.known() : await knownLog(home),
  file: fileOf(home),
});

/**
 * Asked of the registry where this machine saw nothing of its log yet: else the author of the lock would say whose keys count.
 * Errors: `Failure` of a log that is not sound, or of a registry that keeps none.
 */
export async function seenFor(
  lock: LockFile | undefined,
  { registry, log, home }: { registry: Registry | undefined; log: CheckedLog | undefined; home: SyncHome },
): Promise<Seen> {
  if (registry && log && lock?.log && !log.known()) {
    try {
      if (!(await log.told()))
        throw new IntegrityError(`it keeps no transparency log, and ${lockName} has proofs of one`);
    } catch (error) {
      if (!isAway(error)) throw refusalOf(error, registry);
    }
  }
  return seenHere(log, home);
}
