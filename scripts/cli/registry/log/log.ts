/**
 * A registry's transparency log as this machine knows it: one history, that only grows, and that has every version which is
 * brought here. What is seen first is trusted; after that nothing can be taken back without being noticed here.
 */
import { RegistryError } from '../../../../origin/contract/client.ts';
import { versionId } from '../../../../origin/contract/ids.ts';
import { operationPath } from '../../../../origin/contract/operations.ts';
import type { LogKey } from '../../../../origin/log/chain.ts';
import { parseCheckpoint } from '../../../../origin/log/checkpoint.ts';
import { leafHash } from '../../../../origin/log/hash.ts';
import { LogError } from '../../../../origin/log/logError.ts';
import { parseProof } from '../../../../origin/log/proof.ts';
import { inclusionProof, isIncluded } from '../../../../origin/log/tree.ts';
import { Failure } from '../../failure.ts';
import { namesIn } from '../../reference.ts';
import { IntegrityError } from '../../sync/download/boundedBody.ts';
import type { SyncHome } from '../../sync/home.ts';
import type { Registry } from '../registry.ts';
import { askForCheckpoint, askForProof } from './answers.ts';
import type { CheckedLog, Version } from './checkedLog.ts';
import { askForLog } from './discovery.ts';
import { type Following, following } from './follow.ts';
import { keysOf } from './keys.ts';
import { fileOf, type KnownLog, knownLog } from './known.ts';
import type { Policy } from './policy.ts';
import { provedEntry } from './provedEntry.ts';
import { awayIn, refuseRollback } from './rollback.ts';
import { witnessed } from './witnessed.ts';

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
    const { registry, home } = place;
    const known = await knownLog(home);
    const follow = following(registry, home, known);
    const looked = known && (await lookAt(place, follow));
    let begun: Promise<Begun> | undefined;
    const begin = (): Promise<Begun> => {
      begun ??= inWords(() => beginWith(place, follow, looked === 'goes on'));
      return begun;
    };
    const log: CheckedLog = {
      told: async () => (await begin()).told,
      prove: async (version) => {
        const { told, cosigned } = await begin();
        if (told) return inWords(() => prove({ registry, cosigned, origin: told.origin }, follow, version));
        if (version.proof) throw new IntegrityError('it had a transparency log, and has none now');
        await cosigned(-1);
        return undefined;
      },
    };
    const away = looked instanceof Error ? looked : looked === 'other' ? await begin().catch(awayIn) : undefined;
    return away instanceof Error ? { ...log, away } : log;
  });

/** By the keys that are known already: whether it goes on, or is of other keys or gone, so that the registry has to say. */
async function lookAt({ registry, home }: Place, follow: Following): Promise<'goes on' | 'other' | Error> {
  try {
    const note = await askForCheckpoint(registry, { isBrief: true });
    await follow.to(note);
    await refuseRollback(registry, home, follow, note);
    return 'goes on';
  } catch (error) {
    const isOther = error instanceof LogError && error.reason === 'unsigned';
    const isGone = error instanceof RegistryError && error.status === 404;
    return isOther || isGone ? 'other' : awayIn(error);
  }
}

interface Begun {
  told: { origin: string; chain: LogKey[] } | undefined;
  /** Resolves once enough witnesses cosigned a log with this entry; -1 for any log. */
  cosigned(index: number): Promise<void>;
}

async function beginWith({ registry, home, policy }: Place, follow: Following, isSeen: boolean): Promise<Begun> {
  const told = await askForLog(registry);
  const known: KnownLog | undefined = follow.newest();
  if (!told && known) throw new IntegrityError('it had a transparency log, and has none now');
  const cosigned = witnessed(registry, told ? follow : undefined, policy);
  if (!told) return { told, cosigned };
  const { trusted, chain } = keysOf(told, known, fileOf(home));
  follow.trust(told.origin, trusted);
  if (!isSeen || trusted.length !== known?.keys.length) await follow.to(await askForCheckpoint(registry));
  return { told: { origin: told.origin, chain }, cosigned };
}

async function prove(
  { registry, origin, cosigned }: Pick<Place, 'registry'> & Pick<Begun, 'cosigned'> & { origin: string },
  { verifiers, readTile, to }: Following,
  { skill_id, hash, source, isSettled = false, proof: had }: Version,
): Promise<string | undefined> {
  const names = namesIn(skill_id);
  const hosts = source === 'own' ? [registry.originUrl] : [registry.mirrorUrl, registry.originUrl];
  const path = operationPath('getSkillVersionProof', { ...names, hash });
  const text = had ?? (await askForProof(registry, { hosts, path, isSettled }));
  if (text === undefined) return cosigned(-1).then(() => undefined);
  if (had) refuseReplaced(had, origin);
  const { index } = provedEntry(text, versionId.format({ ...names, hash }), verifiers());
  const { extra = Buffer.alloc(0), checkpoint } = parseProof(text);
  const { size, root } = await to(checkpoint);
  const proof = await inclusionProof(index, size, readTile);
  if (!isIncluded({ index, size, leaf: leafHash(extra), root, proof }))
    throw new IntegrityError('the log that it shows does not have this version');
  await cosigned(index);
  return text;
}

/** Errors: `Failure` where what was proved once was proved by another log. */
function refuseReplaced(proof: string, now: string): void {
  const { origin } = parseCheckpoint(parseProof(proof).checkpoint);
  if (origin === now) return;
  throw new Failure(
    `its proof is of the transparency log ${origin}, which the registry replaced with ${now}. Ask its operator why. To lock new proofs: skill-registry install.`,
  );
}

/** What the formats refuse, as what the registry is told of. */
const inWords = <T>(work: () => Promise<T>): Promise<T> =>
  work().catch((error) => {
    if (!(error instanceof LogError)) throw error;
    throw new IntegrityError(`its transparency log is not sound. ${error.message.replace(/\.$/, '')}`);
  });
