/** A registry that shows less of its history than it did, and one that is only away. */
import { RegistryError } from '../../../../origin/contract/client.ts';
import { parseCheckpoint } from '../../../../origin/log/checkpoint.ts';
import { Unreachable } from '../../failure.ts';
import { IntegrityError } from '../../sync/download/boundedBody.ts';
import type { SyncHome } from '../../sync/home.ts';
import { now } from '../../sync/syncRun.ts';
import { plural } from '../../terminal/table.ts';
import type { Registry } from '../registry.ts';
import { askForCheckpoint } from './answers.ts';
import type { Following } from './follow.ts';
import { keepEvidence } from './known.ts';

/** Seconds after which no cache and no mirror still has the checkpoint before. */
const cachesLast = 10 * 60;

/** Errors: `IntegrityError` where the registry shows less of its history than this machine saw long ago. */
export async function refuseRollback(
  registry: Registry,
  home: SyncHome,
  follow: Following,
  note: string,
): Promise<void> {
  const known = follow.newest();
  const sizeIn = (text: string) => parseCheckpoint(text).size;
  const isLess = (text: string) => known !== undefined && sizeIn(text) < sizeIn(known.checkpoint);
  if (!known || !isLess(note) || now() - known.seen_at < cachesLast) return;
  // A mirror may be behind.
  const origin = await askForCheckpoint({ ...registry, mirrorUrl: registry.originUrl }).catch(awayIn);
  if (typeof origin === 'string') await follow.to(origin);
  if (typeof origin === 'string' && !isLess(origin)) return;
  const file = await keepEvidence(home, registry, known, { what: 'rollback', seen: note });
  throw new IntegrityError(
    `it shows ${plural(sizeIn(note), 'entry', 'entries')} of its history, and showed ${sizeIn(known.checkpoint)} before: ${file}`,
  );
}

/** One that is half built or half restored has taken nothing back. Errors: all others. */
export function awayIn(error: unknown): Error {
  if (error instanceof Unreachable || error instanceof RegistryError) return error;
  throw error;
}
