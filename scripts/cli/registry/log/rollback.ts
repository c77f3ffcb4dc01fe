/** A registry that shows less of its history than it did, and one that is only away. */
import { parseCheckpoint } from '../../../../origin/log/checkpoint.ts';
import { Unreachable } from '../../failure.ts';
import { IntegrityError } from '../../sync/download/boundedBody.ts';
import type { SyncHome } from '../../sync/home.ts';
import { now } from '../../sync/syncRun.ts';
import { plural } from '../../terminal/table.ts';
import type { Registry } from '../registry.ts';
import { askForCheckpoint } from './answers.ts';
import { awayIn } from './away.ts';
import type { Following } from './follow.ts';
import { keepEvidence } from './known.ts';

/** Seconds after which no cache and no mirror still has the checkpoint before. */
const cachesLast = 10 * 60;

/**
 * Why it can’t be told whether it shows less, where its origin is away, which alone would know; undefined where it does not.
 * Errors: `IntegrityError` where the registry shows less of its history than this machine saw long ago.
 */
export async function rollbackIn(
  registry: Registry,
  home: SyncHome,
  follow: Following,
  note: string,
): Promise<Error | undefined> {
  const known = follow.newest();
  const sizeIn = (text: string) => parseCheckpoint(text).size;
  const isLess = (text: string) => known !== undefined && sizeIn(text) < sizeIn(known.checkpoint);
  if (!known || !isLess(note) || isLately(known.seen_at)) return undefined;
  // A mirror may be behind.
  const origin = await askForCheckpoint({ ...registry, mirrorUrl: registry.originUrl }).catch(awayIn);
  const less = `it shows ${plural(sizeIn(note), 'entry', 'entries')} of its history, and showed ${sizeIn(known.checkpoint)} before`;
  if (origin instanceof Error) return new Unreachable(`${less}, and its origin can’t be asked why. ${origin.message}`);
  await follow.to(origin);
  if (!isLess(origin)) return undefined;
  throw new IntegrityError(`${less}: ${await keepEvidence(home, registry, known, { what: 'rollback', seen: note })}`);
}

/** Not by a clock that was set back since. */
function isLately(seenAt: number): boolean {
  const age = now() - seenAt;
  return age >= 0 && age < cachesLast;
}
