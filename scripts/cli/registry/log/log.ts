/**
 * A registry's transparency log as this machine knows it: one history, that only grows, and that every version which is brought
 * here stands in. Trusted is what was seen first; after that the registry can't take anything back unseen.
 */
import { join } from 'node:path';
import { RegistryError } from '../../../../origin/contract/client.ts';
import { versionId } from '../../../../origin/contract/ids.ts';
import { operationPath } from '../../../../origin/contract/operations.ts';
import { pages } from '../../../../origin/contract/pages.ts';
import { type Checkpoint, parseCheckpoint } from '../../../../origin/log/checkpoint.ts';
import { entryHash, parseEntry } from '../../../../origin/log/entry.ts';
import { LogError } from '../../../../origin/log/logError.ts';
import { openNote, parseVerifier, type Verifier, verifierText } from '../../../../origin/log/note.ts';
import { checkProof, parseProof } from '../../../../origin/log/proof.ts';
import { tilePath } from '../../../../origin/log/tile.ts';
import {
  consistencyProof,
  inclusionProof,
  isConsistent,
  isIncluded,
  type ReadTile,
} from '../../../../origin/log/tree.ts';
import { Failure, Unreachable } from '../../failure.ts';
import { namesIn } from '../../reference.ts';
import { IntegrityError, readBounded } from '../../sync/download/boundedBody.ts';
import type { SyncHome } from '../../sync/home.ts';
import type { Registry } from '../registry.ts';
import { askForLog, type ToldLog } from './discovery.ts';
import { type KnownLog, keepEvidence, keepLog, knownLog } from './known.ts';

export interface CheckedLog {
  /** That everyone can see that this version was published. Errors: `IntegrityError`, where nobody can. */
  prove(version: { skill_id: string; hash: string; source: string }): Promise<void>;
}

const longestText = 64 * 1024;

/** Where tiles are, below either host. */
const tilesPath = pages.logTile.path.replace('/{tile}', '');

/** Milliseconds between two looks for the proof of a version that was just published, and for how long. */
const [askEvery, patience] = [500, 5000];

/**
 * The log, after the registry showed that it begins with what this machine saw of it; undefined of a registry that never had one.
 * Errors: `IntegrityError` where it does not.
 */
export async function openLog(registry: Registry, home: SyncHome): Promise<CheckedLog | undefined> {
  const known = await knownLog(home);
  const told = await askForLog(registry);
  if (!told && !known) return undefined;
  if (!told) throw new IntegrityError('it had a transparency log, and has none now');
  const keys = soundly(() => keysOf(told, known, join(home.root, 'log.json')));
  const tiles = new Map<string, Promise<Uint8Array>>();
  const readTile: ReadTile = (tile) => {
    const path = tilePath(tile);
    const found = tiles.get(path) ?? eitherOf(registry, (base) => bytesAt(registry, `${base}${tilesPath}/${path}`));
    tiles.set(path, found);
    return found;
  };
  let newest: KnownLog | undefined = known && { ...known, ...told };
  /** Of two at a time, each has to lead on from the other. */
  let advancing: Promise<unknown> = Promise.resolve();
  const advance = (note: string): Promise<Checkpoint> => {
    const advanced = advancing.then(() => goOn(note));
    advancing = advanced.catch(() => undefined);
    return advanced;
  };
  /** Goes on to a checkpoint that begins with what is known. Resolves to the newest of both. */
  const goOn = async (note: string): Promise<Checkpoint> => {
    const seen = parseCheckpoint(openNote(note, keys).text);
    if (seen.origin !== told.origin) throw new IntegrityError('its checkpoint is of another log');
    if (newest?.checkpoint) {
      const before = parseCheckpoint(newest.checkpoint);
      const [from, to] = [before, seen].sort((one, other) => one.size - other.size) as [Checkpoint, Checkpoint];
      const proof = await consistencyProof(from.size, to.size, readTile);
      if (!isConsistent({ from: from.size, fromRoot: from.root, to: to.size, toRoot: to.root, proof }))
        throw new IntegrityError(
          `it showed another history before: ${await keepEvidence(home, registry, newest, note)}`,
        );
      if (seen.size <= before.size) return before;
    }
    newest = { origin: told.origin, verifier: told.verifier, checkpoint: note };
    await keepLog(home, newest);
    return seen;
  };
  return worded(async () => {
    await advance(await eitherOf(registry, (base) => textAt(registry, base + pages.logCheckpoint.path)));
    return {
      prove: (version) => worded(() => prove(version)),
    };
  });

  async function prove({ skill_id, hash, source }: Parameters<CheckedLog['prove']>[0]): Promise<void> {
    const names = namesIn(skill_id);
    const path = operationPath('getSkillVersionProof', { ...names, hash });
    const hosts = source === 'own' ? [registry.originUrl] : [registry.mirrorUrl, registry.originUrl];
    const proof = await firstProof(registry, hosts, path);
    if (proof === undefined) return;
    const { index } = checkProof(proof, { verifiers: keys });
    const line = Buffer.from(parseProof(proof).extra ?? []).toString();
    const { type, subject } = parseEntry(line);
    if (type !== 'version.published' || subject !== versionId.format({ ...names, hash }))
      throw new IntegrityError('its proof is of another version');
    const head = await advance(parseProof(proof).checkpoint);
    const leaf = entryHash(line);
    const { size, root } = head;
    if (!isIncluded({ index, size, leaf, root, proof: await inclusionProof(index, size, readTile) }))
      throw new IntegrityError('the log that it shows does not have this version');
  }
}

/**
 * The keys that the log had, the newest last, each of which the one before it handed over to: older proofs are under older keys. The
 * one that was seen before has to be among them.
 */
function keysOf({ origin, verifier, history }: ToldLog, known: KnownLog | undefined, file: string): Verifier[] {
  if (known && known.origin !== origin)
    throw new Failure(
      `The registry replaced its transparency log, ${known.origin}, with a new one, ${origin}. Ask its operator why. To accept it, remove ${file}.`,
    );
  const keys: Verifier[] = [];
  for (const next of history.filter((one) => one.origin === origin)) {
    const [before, key] = [keys.at(-1), parseVerifier(next.verifier)];
    const handOver = `skill-registry log key\n${origin}\n${next.verifier}\n`;
    if (before && openNote(next.statement ?? '', [before]).text !== handOver) break;
    keys.push(key);
  }
  const texts = keys.map(verifierText);
  if (keys.length === 0 || texts.at(-1) !== verifier || (known && !texts.includes(known.verifier)))
    throw new IntegrityError('its transparency log has another key, which the one before did not hand over to');
  return keys;
}

/** Undefined of what nobody sees without a token: it is in no log. What may be the person’s own is not named to the mirror. */
async function firstProof(registry: Registry, hosts: readonly string[], path: string): Promise<string | undefined> {
  for (const started = performance.now(); ; ) {
    const codes = new Set<string>();
    for (const base of hosts) {
      try {
        return await textAt(registry, base + path);
      } catch (error) {
        const isMissing = error instanceof RegistryError && error.status === 404;
        // The other may be there.
        if (!isMissing && !(error instanceof Unreachable && base !== registry.originUrl)) throw error;
        if (isMissing) codes.add(error.code);
      }
    }
    if (!codes.has('proof_not_found')) return undefined;
    if (performance.now() - started > patience)
      throw new IntegrityError('its transparency log does not have this version');
    await new Promise((resolve) => setTimeout(resolve, askEvery));
  }
}

/** What the mirror answers, or the origin where that has nothing yet or is away. */
async function eitherOf<T>({ mirrorUrl, originUrl }: Registry, read: (base: string) => Promise<T>): Promise<T> {
  try {
    return await read(mirrorUrl);
  } catch (error) {
    if (error instanceof RegistryError || error instanceof Unreachable) return read(originUrl);
    throw error;
  }
}

const bytesAt = async ({ get }: Registry, url: string): Promise<Uint8Array> => readBounded(await get(url), longestText);

async function textAt(registry: Registry, url: string): Promise<string> {
  const bytes = await bytesAt(registry, url);
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new IntegrityError('an answer of its transparency log is no text');
  }
}

/** What the formats refuse, as what the registry is told of. */
const worded = <T>(work: () => Promise<T>): Promise<T> =>
  work().catch((error) => {
    throw inWords(error);
  });

function soundly<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw inWords(error);
  }
}

const inWords = (error: unknown): unknown =>
  error instanceof LogError
    ? new IntegrityError(`its transparency log is not sound. ${error.message.replace(/\.$/, '')}`)
    : error;
