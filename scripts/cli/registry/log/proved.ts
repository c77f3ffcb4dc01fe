/** What the transparency log says of one version, for a person to read. */
import { skillId } from '../../../../origin/contract/grammar/ids.ts';
import { parseEntry } from '../../../../origin/log/entry.ts';
import { parseProof } from '../../../../origin/log/proof.ts';
import { IntegrityError } from '../../sync/download/boundedBody.ts';
import { makeHome, type SyncHome } from '../../sync/home.ts';
import type { Registry } from '../registry.ts';
import { NotInLog } from './answers.ts';
import type { CheckedLog, Cosigned } from './checkedLog.ts';
import type { KnownLog } from './known.ts';
import { checkLog } from './log.ts';
import type { Policy } from './policy.ts';

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
  /** How many of the witnesses that the person trusts cosigned the entry; not there where none are wanted. */
  cosigned?: Cosigned;
}

interface Version {
  author: string;
  slug: string;
  hash: string;
}

/** Where it is looked at, for whom. */
export interface Reader {
  registry: Registry;
  home: SyncHome;
  policy: Policy | undefined;
}

/** A registry that never had a log. */
export class NoLog extends IntegrityError {}

/**
 * The log that the registry showed to begin with what this machine saw, and the newest checkpoint of it. Errors: `NoLog`,
 * `IntegrityError`, `Failure`, and those of the network.
 */
export async function openLog(reader: Reader): Promise<{ log: CheckedLog; known: KnownLog }> {
  // Where nothing can be kept, it is looked at all the same.
  await makeHome(reader.home).catch(() => undefined);
  const log = await checkLog(reader);
  if (log.away) throw log.away;
  // One that goes on needs not say again what it is.
  const known = log.known() ?? ((await log.told()) && log.known());
  if (!known) throw new NoLog('it keeps no transparency log');
  return { log, known };
}

/**
 * The entry of a version, found in the log that this machine knows, and how many cosigned that. Errors: as `openLog`; `NotInLog`
 * with a sentence where there is none to be had.
 */
export async function provedVersion(reader: Reader, version: Version): Promise<ProvedVersion> {
  const { log } = await openLog(reader);
  const { author, slug, hash } = version;
  const text = await log.find({ skill_id: skillId.format({ author, slug }), hash, source: 'mirror' });
  if (text === undefined) throw new NotInLog('not everyone sees this version, so it is in no log');
  const { index, extra = Buffer.alloc(0) } = parseProof(text);
  const { time } = parseEntry(extra.toString());
  const { origin, keys } = log.known() as KnownLog;
  const cosigned = await log.cosigned(index);
  return {
    ...{ entry: index, log: origin, at: Number(time), verifier: keys.at(-1) ?? '', earlier_keys: keys.length - 1 },
    ...(cosigned && { cosigned }),
  };
}
