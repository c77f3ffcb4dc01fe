/** What the transparency log says of one version, for a person to read. */
import { skillId } from '../../../../origin/contract/ids.ts';
import { parseEntry } from '../../../../origin/log/entry.ts';
import { parseProof } from '../../../../origin/log/proof.ts';
import { IntegrityError } from '../../sync/download/boundedBody.ts';
import { makeHome, type SyncHome } from '../../sync/home.ts';
import type { Registry } from '../registry.ts';
import type { CheckedLog } from './checkedLog.ts';
import { type KnownLog, knownLog } from './known.ts';
import { checkLog } from './log.ts';

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
export const seenLog = async (registry: Registry, home: SyncHome): Promise<KnownLog | undefined> =>
  (await openLog(registry, home))?.known;

async function openLog(registry: Registry, home: SyncHome): Promise<{ log: CheckedLog; known: KnownLog } | undefined> {
  await makeHome(home);
  const log = await checkLog({ registry, home, policy: undefined });
  if (log.away) throw log.away;
  const known = (await log.told()) && (await knownLog(home));
  return known && { log, known };
}

/**
 * The entry of a version, found in the log that this machine knows. Errors: as `seenLog`; `IntegrityError` with a sentence
 * where there is none to be had.
 */
export async function provedVersion(registry: Registry, home: SyncHome, version: Version): Promise<ProvedVersion> {
  const opened = await openLog(registry, home);
  if (!opened) throw new IntegrityError('it keeps no transparency log');
  const { log, known } = opened;
  const { author, slug, hash } = version;
  const text = await log.prove({ skill_id: skillId.format({ author, slug }), hash, source: 'mirror' });
  if (text === undefined) throw new IntegrityError('not everyone sees this version, so it is in no log');
  const { index, extra = Buffer.alloc(0) } = parseProof(text);
  const { time } = parseEntry(extra.toString());
  return {
    ...{ entry: index, log: known.origin, at: Number(time), verifier: known.keys.at(-1) ?? '' },
    earlier_keys: known.keys.length - 1,
  };
}
