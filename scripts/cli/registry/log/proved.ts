/** What the transparency log says of one version, for a person to read. */
import { versionId } from '../../../../origin/contract/ids.ts';
import { operationPath } from '../../../../origin/contract/operations.ts';
import { parseCheckpoint } from '../../../../origin/log/checkpoint.ts';
import { parseEntry } from '../../../../origin/log/entry.ts';
import { leafHash } from '../../../../origin/log/hash.ts';
import { LogError } from '../../../../origin/log/logError.ts';
import { checkProof, parseProof } from '../../../../origin/log/proof.ts';
import { inclusionProof, isIncluded } from '../../../../origin/log/tree.ts';
import { IntegrityError } from '../../sync/download/boundedBody.ts';
import { makeHome, type SyncHome } from '../../sync/home.ts';
import type { Registry } from '../registry.ts';
import { askForProof, askForTile } from './answers.ts';
import { askForLog } from './discovery.ts';
import { keysOf } from './keys.ts';
import { fileOf, type KnownLog, knownLog } from './known.ts';
import { openLog } from './log.ts';

export interface ProvedVersion {
  /** Which entry, from 0. */
  entry: number;
  log: string;
  /** When it was entered, in Unix seconds, as the log says. */
  at: number;
  /** The log’s key now, as a verifier key. */
  verifier: string;
  /** Keys that handed over to it, one after the other. */
  earlier_keys: number;
}

interface Version {
  author: string;
  slug: string;
  hash: string;
}

/**
 * The newest checkpoint, after the registry showed that it begins with what this machine saw; undefined of a registry without a
 * log. Errors: `IntegrityError`, `Failure`, and those of the network.
 */
export async function seenLog(registry: Registry, home: SyncHome): Promise<KnownLog | undefined> {
  await makeHome(home);
  return (await openLog(registry, home)) && (await knownLog(home));
}

/**
 * The entry of a version, found in the log that this machine knows. Errors: as `seenLog`; `IntegrityError` with a sentence
 * where there is none to be had.
 */
export async function provedVersion(registry: Registry, home: SyncHome, version: Version): Promise<ProvedVersion> {
  const hosts = [registry.mirrorUrl, registry.originUrl];
  const path = operationPath('getSkillVersionProof', { ...version });
  // Before the checkpoint, which then is over it.
  const log = await askForLog(registry);
  const text = log && (await askForProof(registry, hosts, path));
  const known = log || (await knownLog(home)) ? await seenLog(registry, home) : undefined;
  if (!(log && known)) throw new IntegrityError('it keeps no transparency log');
  if (text === undefined) throw new IntegrityError('not everyone sees this version, so it is in no log');
  const keys = keysOf(log, known, fileOf(home));
  try {
    const { index } = checkProof(text, { verifiers: keys });
    const { extra = Buffer.alloc(0) } = parseProof(text);
    const { type, subject, time } = parseEntry(extra.toString());
    if (type !== 'version.published' || subject !== versionId.format({ ...version }) || typeof time !== 'number')
      throw new IntegrityError('its proof is of another version');
    const { origin, size, root } = parseCheckpoint(known.checkpoint);
    const proof = index < size ? await inclusionProof(index, size, (tile) => askForTile(registry, tile)) : [];
    if (!isIncluded({ index, size, leaf: leafHash(extra), root, proof }))
      throw new IntegrityError('the log that it shows does not have this version');
    return { entry: index, log: origin, at: time, verifier: known.verifier, earlier_keys: keys.length - 1 };
  } catch (error) {
    if (!(error instanceof LogError)) throw error;
    throw new IntegrityError(`its proof is not sound. ${error.message.replace(/\.$/, '')}`);
  }
}
