/** What a lock proves by itself, and whether the log as the registry shows it now leads on from that. */
import type { Context } from '../../context.ts';
import { Failure } from '../../failure.ts';
import { isAway } from '../../registry/log/away.ts';
import { checkedLog } from '../../registry/log/checked.ts';
import type { CheckedLog } from '../../registry/log/checkedLog.ts';
import type { Registry } from '../../registry/registry.ts';
import { IntegrityError } from '../../sync/download/boundedBody.ts';
import { inParallel } from '../../sync/download/parallel.ts';
import { makeHome, type SyncHome } from '../../sync/home.ts';
import { oneLine } from '../../terminal/printable.ts';
import { idOf } from '../chosen.ts';
import type { LockFile } from '../lockFile.ts';
import { noProofs, type Proofs, proofsIn } from './proofs.ts';
import { seenFor } from './seen.ts';

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
  const proofs = proofsIn(lock, await seenFor(lock, { registry, log, home }));
  if (!log || log.away) {
    const why = log?.away ? reasonOf(log.away) : 'the registry does not answer';
    return { ...proofs, uncompared: proofs.proved.map((name) => ({ name, why })) };
  }
  if (!lock.log) return { ...proofs, unproved: await nonesOf(log, proofs) };
  const [refused, uncompared] = [new Map<string, string>(), new Map<string, string>()];
  await inParallel(atOnce, proofs.proved, async (name) => {
    const { hash, proof, private: isPrivate } = lock.skills[name] as LockFile['skills'][string];
    try {
      await log.prove({ skill_id: idOf(name), hash, source: isPrivate ? 'own' : '', proof });
    } catch (error) {
      if (isAway(error)) uncompared.set(name, reasonOf(error));
      else if (error instanceof IntegrityError || error instanceof Failure) refused.set(name, error.message);
      else throw error;
    }
  });
  return {
    ...proofs,
    proved: proofs.proved.filter((name) => !refused.has(name)),
    problems: [...proofs.problems, ...[...refused].map(([name, why]) => `${name}: ${why}`).sort()],
    uncompared: [...uncompared].map(([name, why]) => ({ name, why })).sort((a, b) => (a.name < b.name ? -1 : 1)),
  };
}

/** What happened, as a part of a sentence, without what to do about it. */
const reasonOf = ({ message }: Error): string => oneLine(message).replace(/\.( .*)?$/, '');

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
