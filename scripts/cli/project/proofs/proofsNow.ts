/** What a lock proves by itself, and whether the log as the registry shows it now leads on from that. */
import { RegistryError } from '../../../../origin/contract/client.ts';
import type { Context } from '../../context.ts';
import { Failure, Unreachable } from '../../failure.ts';
import { checkedLog } from '../../registry/log/checked.ts';
import type { CheckedLog } from '../../registry/log/checkedLog.ts';
import { fileOf, knownLog } from '../../registry/log/known.ts';
import type { Registry } from '../../registry/registry.ts';
import { IntegrityError } from '../../sync/download/boundedBody.ts';
import { inParallel } from '../../sync/download/parallel.ts';
import { makeHome, type SyncHome } from '../../sync/home.ts';
import { idOf } from '../chosen.ts';
import type { LockFile } from '../lockFile.ts';
import { noProofs, type Proofs, proofsIn } from './proofs.ts';

const atOnce = 8;

/**
 * Without a registry, what the lock proves offline. With one, the person who made the lock and this machine were shown one history.
 * Errors: `Failure` of a registry that shows this machine two.
 */
export async function proofsNow(
  context: Context,
  registry: Registry | undefined,
  home: SyncHome,
  lock: LockFile,
): Promise<Proofs> {
  // Where nothing can be kept, it is looked at all the same.
  if (registry) await makeHome(home).catch(() => undefined);
  const log = registry && (await checkedLog(context, registry, home));
  const proofs = proofsIn(lock, { known: await knownLog(home), file: fileOf(home) });
  if (!log || log.away) return proofs;
  if (!lock.log) return { ...proofs, unproved: await nonesOf(log, proofs) };
  const refused = new Map<string, string>();
  await inParallel(atOnce, proofs.proved, async (name) => {
    const { hash, proof, private: isPrivate } = lock.skills[name] as LockFile['skills'][string];
    try {
      await log.prove({ skill_id: idOf(name), hash, source: isPrivate ? 'own' : '', proof });
    } catch (error) {
      if (error instanceof IntegrityError || error instanceof Failure) refused.set(name, error.message);
      else if (!isAway(error)) throw error;
    }
  });
  return {
    proved: proofs.proved.filter((name) => !refused.has(name)),
    unproved: proofs.unproved,
    problems: [...proofs.problems, ...[...refused].map(([name, why]) => `${name}: ${why}`).sort()],
  };
}

/** An older registry has nothing to prove with, which no install will change. */
async function nonesOf(log: CheckedLog, { unproved }: Proofs): Promise<Proofs['unproved']> {
  if (unproved.length === 0) return unproved;
  const hasNone = await log.told().then(
    (told) => told === undefined,
    (error: unknown) => {
      if (isAway(error)) return false;
      throw error;
    },
  );
  return unproved.map((one) =>
    hasNone && one.why === noProofs ? { ...one, why: 'the registry has no transparency log' } : one,
  );
}

const isAway = (error: unknown): boolean => error instanceof Unreachable || error instanceof RegistryError;
