/**
 * A registry's transparency log as this machine knows it: one history, that only grows, and that has every version which is
 * brought here. What is seen first is trusted; after that nothing can be taken back without being noticed here.
 */
import { versionId } from '../../../../origin/contract/ids.ts';
import { operationPath } from '../../../../origin/contract/operations.ts';
import { type Checkpoint, parseCheckpoint } from '../../../../origin/log/checkpoint.ts';
import { parseEntry } from '../../../../origin/log/entry.ts';
import { leafHash } from '../../../../origin/log/hash.ts';
import { LogError } from '../../../../origin/log/logError.ts';
import { openNote } from '../../../../origin/log/note.ts';
import { checkProof, parseProof } from '../../../../origin/log/proof.ts';
import { tilePath } from '../../../../origin/log/tile.ts';
import {
  consistencyProof,
  inclusionProof,
  isConsistent,
  isIncluded,
  type ReadTile,
} from '../../../../origin/log/tree.ts';
import { namesIn } from '../../reference.ts';
import { IntegrityError } from '../../sync/download/boundedBody.ts';
import type { SyncHome } from '../../sync/home.ts';
import type { Registry } from '../registry.ts';
import { askForCheckpoint, askForProof, askForTile } from './answers.ts';
import { askForLog, type ToldLog } from './discovery.ts';
import { keysOf } from './keys.ts';
import { fileOf, type KnownLog, keepEvidence, keepLog, knownLog } from './known.ts';

interface Version {
  skill_id: string;
  hash: string;
  /** `own` where its name is not told to the mirror. */
  source: string;
}

export interface CheckedLog {
  /** That everyone can see that this version was published. Errors: `IntegrityError`, where nobody can. */
  prove(version: Version): Promise<void>;
}

/**
 * The log, after the registry showed that it begins with what this machine saw of it; undefined of a registry that never had one.
 * Errors: `IntegrityError` where it does not.
 */
export const openLog = (registry: Registry, home: SyncHome): Promise<CheckedLog | undefined> =>
  inWords(async () => {
    const known = await knownLog(home);
    const told = await askForLog(registry);
    if (!told && !known) return undefined;
    if (!told) throw new IntegrityError('it had a transparency log, and has none now');
    const follow = following(registry, home, told, known);
    await follow.to(await askForCheckpoint(registry));
    return { prove: (version) => inWords(() => prove(registry, follow, version)) };
  });

/** The newest checkpoint that is known to lead on from all others that were seen. */
function following(registry: Registry, home: SyncHome, told: ToldLog, known: KnownLog | undefined) {
  const keys = keysOf(told, known, fileOf(home));
  const { origin, verifier } = told;
  const tiles = new Map<string, Promise<Uint8Array>>();
  const readTile: ReadTile = (tile) => {
    const bytes = tiles.get(tilePath(tile)) ?? askForTile(registry, tile);
    tiles.set(tilePath(tile), bytes);
    return bytes;
  };
  let newest = known;
  const goOn = async (note: string): Promise<Checkpoint> => {
    const seen = parseCheckpoint(openNote(note, keys).text);
    if (seen.origin !== origin) throw new IntegrityError('its checkpoint is of another log');
    if (newest) {
      const before = parseCheckpoint(newest.checkpoint);
      const [from, to] = before.size <= seen.size ? [before, seen] : [seen, before];
      const proof = await consistencyProof(from.size, to.size, readTile);
      if (!isConsistent({ from: from.size, fromRoot: from.root, to: to.size, toRoot: to.root, proof }))
        throw new IntegrityError(
          `it showed another history before: ${await keepEvidence(home, registry, newest, note)}`,
        );
      if (seen.size <= before.size) return before;
    }
    newest = { origin, verifier, checkpoint: note };
    await keepLog(home, newest);
    return seen;
  };
  // Of two at a time, each has to lead on from the other.
  let last: Promise<unknown> = Promise.resolve();
  return {
    keys,
    readTile,
    /** Resolves to the newest of what was known and this one. */
    to: (note: string): Promise<Checkpoint> => {
      const gone = last.then(() => goOn(note));
      last = gone.catch(() => undefined);
      return gone;
    },
  };
}

async function prove(
  registry: Registry,
  { keys, readTile, to }: ReturnType<typeof following>,
  { skill_id, hash, source }: Version,
): Promise<void> {
  const names = namesIn(skill_id);
  const hosts = source === 'own' ? [registry.originUrl] : [registry.mirrorUrl, registry.originUrl];
  const text = await askForProof(registry, hosts, operationPath('getSkillVersionProof', { ...names, hash }));
  if (text === undefined) return;
  const { index } = checkProof(text, { verifiers: keys });
  const { extra = Buffer.alloc(0), checkpoint } = parseProof(text);
  const { type, subject } = parseEntry(extra.toString());
  if (type !== 'version.published' || subject !== versionId.format({ ...names, hash }))
    throw new IntegrityError('its proof is of another version');
  const { size, root } = await to(checkpoint);
  const proof = await inclusionProof(index, size, readTile);
  if (!isIncluded({ index, size, leaf: leafHash(extra), root, proof }))
    throw new IntegrityError('the log that it shows does not have this version');
}

/** What the formats refuse, as what the registry is told of. */
const inWords = <T>(work: () => Promise<T>): Promise<T> =>
  work().catch((error) => {
    if (!(error instanceof LogError)) throw error;
    throw new IntegrityError(`its transparency log is not sound. ${error.message.replace(/\.$/, '')}`);
  });
