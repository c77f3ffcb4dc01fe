/**
 * A registry's transparency log as this machine knows it: one history, that only grows, and that has every version which is
 * brought here. What is seen first is trusted; after that nothing can be taken back without being noticed here.
 */
import { RegistryError } from '../../../../origin/contract/clients/client.ts';
import { versionId } from '../../../../origin/contract/grammar/ids.ts';
import { operationPath } from '../../../../origin/contract/operations.ts';
import type { LogKey } from '../../../../origin/log/chain.ts';
import { leafHash } from '../../../../origin/log/hash.ts';
import { LogError } from '../../../../origin/log/logError.ts';
import { parseProof } from '../../../../origin/log/proof.ts';
import { inclusionProof, isIncluded } from '../../../../origin/log/tree.ts';
import { namesIn } from '../../reference.ts';
import { IntegrityError } from '../../sync/download/boundedBody.ts';
import type { SyncHome } from '../../sync/home.ts';
import type { Registry } from '../registry.ts';
import { askForCheckpoint, askForProof } from './answers.ts';
import { awayIn } from './away.ts';
import type { CheckedLog, Cosigned, Version } from './checkedLog.ts';
import { askForLog } from './discovery.ts';
import { type Following, following } from './follow.ts';
import { keysOf } from './keys.ts';
import { fileOf, type KnownLog, knownLog } from './known.ts';
import type { Policy } from './policy.ts';
import { provedEntry } from './provedEntry.ts';
import { rollbackIn } from './rollback.ts';
import { refuseFewer, refuseWithoutLog, witnessed } from './witnessed.ts';

interface Place {
  registry: Registry;
  home: SyncHome;
  /** Undefined where no witnesses are wanted. */
  policy: Policy | undefined;
}

/**
 * The log, after the registry showed that it still begins with what this machine saw of it, which costs one request; of a log
 * that it never saw, nothing is asked before there is something to prove. Errors: `IntegrityError` where it does not;
 * `Failure` of another log.
 */
export const checkLog = (place: Place): Promise<CheckedLog> =>
  inWords(async () => {
    const { registry, home, policy } = place;
    const follow = following(registry, home, await knownLog(home));
    let shown: string | undefined;
    const ask = async (options: { isBrief?: boolean } = {}): Promise<string> => {
      shown = await askForCheckpoint(registry, options);
      await follow.to(shown);
      return shown;
    };
    const looked = follow.newest() && (await lookAt(place, follow, ask));
    let begun: Promise<Told | undefined> | undefined;
    const begin = (): Promise<Told | undefined> => {
      begun ??= inWords(() => beginWith(place, follow, looked === 'goes on' ? undefined : ask));
      return begun;
    };
    const counted = witnessed(registry, follow, policy, () => shown);
    const cosigned = async (index: number): Promise<Cosigned | undefined> => {
      if (!policy) return undefined;
      if (looked !== 'goes on' && !(await begin())) refuseWithoutLog(policy);
      return inWords(() => counted(index));
    };
    const findNow = async (version: Version): Promise<string | undefined> => {
      const told = await begin();
      if (told) return inWords(() => find(registry, follow, version));
      if (version.proof) throw new IntegrityError(isGone);
      return undefined;
    };
    const found = new Map<string, Promise<string | undefined>>();
    const findOnce = (version: Version): Promise<string | undefined> => {
      const { skill_id, hash, source, proof } = version;
      const key = JSON.stringify([skill_id, hash, source === 'own', proof]);
      const finding = found.get(key) ?? findNow(version);
      found.set(key, finding);
      // What failed may not the next time.
      finding.catch(() => found.delete(key));
      return finding;
    };
    const log: CheckedLog = {
      known: follow.newest,
      told: begin,
      cosigned,
      find: findOnce,
      prove: async (version) => {
        const text = await findOnce(version);
        refuseFewer(await cosigned(text === undefined ? -1 : parseProof(text).index));
        return text;
      },
    };
    const away = looked instanceof Error ? looked : looked === 'other' ? await begin().catch(awayIn) : undefined;
    return away instanceof Error ? { ...log, away } : log;
  });

const isGone = 'it had a transparency log, and has none now';

type Ask = (options?: { isBrief?: boolean }) => Promise<string>;

/** By the keys that are known already: whether it goes on, or is of other keys or gone, so that the registry has to say. */
async function lookAt({ registry, home }: Place, follow: Following, ask: Ask): Promise<'goes on' | 'other' | Error> {
  try {
    return (await rollbackIn(registry, home, follow, await ask({ isBrief: true }))) ?? 'goes on';
  } catch (error) {
    const isOther = error instanceof LogError && error.reason === 'unsigned';
    const isMissing = error instanceof RegistryError && error.status === 404;
    return isOther || isMissing ? 'other' : awayIn(error);
  }
}

interface Told {
  origin: string;
  chain: LogKey[];
}

/** `ask`: for its checkpoint, where that was not seen yet. */
async function beginWith(
  { registry, home }: Place,
  follow: Following,
  ask: Ask | undefined,
): Promise<Told | undefined> {
  const told = await askForLog(registry);
  const known: KnownLog | undefined = follow.newest();
  if (!told && known) throw new IntegrityError(isGone);
  if (!told) return undefined;
  const { trusted, chain } = keysOf(told, known, fileOf(home));
  follow.trust(told.origin, trusted);
  if (ask) await ask();
  else if (known && trusted.length !== known.keys.length) await follow.to(known.checkpoint);
  return { origin: told.origin, chain };
}

async function find(
  registry: Registry,
  { verifiers, readTile, to }: Following,
  { skill_id, hash, source, isSettled = false, proof: had }: Version,
): Promise<string | undefined> {
  const names = namesIn(skill_id);
  const hosts = source === 'own' ? [registry.originUrl] : [registry.mirrorUrl, registry.originUrl];
  const path = operationPath('getSkillVersionProof', { ...names, hash });
  const text = had ?? (await askForProof(registry, { hosts, path, isSettled }));
  if (text === undefined) return undefined;
  const { index } = provedEntry(text, versionId.format({ ...names, hash }), verifiers());
  const { extra = Buffer.alloc(0), checkpoint } = parseProof(text);
  const { size, root } = await to(checkpoint);
  const proof = await inclusionProof(index, size, readTile);
  if (!isIncluded({ index, size, leaf: leafHash(extra), root, proof }))
    throw new IntegrityError('the log that it shows does not have this version');
  return text;
}

/** What the formats refuse, as what the registry is told of. */
const inWords = <T>(work: () => Promise<T>): Promise<T> =>
  work().catch((error) => {
    if (!(error instanceof LogError)) throw error;
    throw new IntegrityError(`its transparency log is not sound. ${error.message.replace(/\.$/, '')}`);
  });
