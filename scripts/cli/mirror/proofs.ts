/** Holds the versions of a copy against the registry’s transparency log, before anybody is shown them. */
import { skillId, versionId } from '../../../origin/contract/grammar/ids.ts';
import { type Checkpoint, parseCheckpoint } from '../../../origin/log/checkpoint.ts';
import { parseEntry } from '../../../origin/log/entry.ts';
import { parseProof } from '../../../origin/log/proof.ts';
import { Failure } from '../failure.ts';
import { NotInLog } from '../registry/log/answers.ts';
import type { CheckedLog } from '../registry/log/checkedLog.ts';
import { readEntries } from '../registry/log/entries.ts';
import { following } from '../registry/log/follow.ts';
import { NoLog, openLog, type Reader } from '../registry/log/proved.ts';
import { refuseFewer, refuseWithoutLog } from '../registry/log/witnessed.ts';
import { IntegrityError } from '../sync/download/boundedBody.ts';
import { inParallel } from '../sync/download/parallel.ts';
import type { CopyLog } from './folder.ts';

interface Held {
  /** Digests of archives that were not held against it before, by their versions. */
  versions: ReadonlyMap<string, string>;
  /** The checkpoint that is among the files; undefined where there is none. */
  note: string | undefined;
  /** What the copy was held against before. */
  before: CopyLog | undefined;
  tell(sentence: string): void;
}

export interface Proved {
  log: CopyLog;
  /** Versions that are taken at the registry’s word. */
  unnamed: string[];
}

export const sizeOf = ({ checkpoint }: Pick<CopyLog, 'checkpoint'>): number => parseCheckpoint(checkpoint).size;

const atOnce = 4;

/**
 * Resolves to the log as far as the files go, and what it does not name; undefined of a registry that never had one. Errors: `IntegrityError` and `LogError`,
 * `NotInLog` where it lacks a version; `Failure` of another log or too few witnesses; those of the network.
 */
export async function prove(reader: Reader, { versions, note, before, tell }: Held): Promise<Proved | undefined> {
  const opened = await openLog(reader).catch((error) => {
    if (error instanceof NoLog) return undefined;
    throw error;
  });
  if (!opened) {
    if (before || note !== undefined) throw new IntegrityError('it had a transparency log, and has none now');
    refuseWithoutLog(reader.policy);
    return undefined;
  }
  const { log, known } = opened;
  if (before && before.origin !== known.origin)
    throw new Failure(
      `This copy was held against the log ${before.origin}, and the registry has another one now, ${known.origin}. Ask its operator why. To accept it: --full.`,
    );
  if (note === undefined) throw new IntegrityError('it has a transparency log, and no checkpoint among its files');
  refuseFewer(await log.cosigned(sizeOf(known) - 1));
  const follow = following(reader.registry, reader.home, known);
  if (before && before.checkpoint !== known.checkpoint) await follow.to(before.checkpoint);
  const tree = await follow.to(note);
  const here = { origin: known.origin, keys: follow.newest()?.keys ?? known.keys, checkpoint: note };
  if (before && sizeOf(here) < sizeOf(before))
    throw new IntegrityError(`its files are as of ${sizeOf(here)} entries of its log, and were of ${sizeOf(before)}`);
  const { missing, textless } = await lookThrough(reader, tree, before ? sizeOf(before) : 0, versions);
  const unnamed: string[] = [];
  await inParallel(atOnce, [...missing], async ([version, digest]) => {
    try {
      await findOne(log, version, digest);
    } catch (error) {
      const entry = error instanceof NotInLog ? textless.pop() : undefined;
      if (entry === undefined) throw error;
      unnamed.push(version);
      tell(
        `The log does not name ${version}. By the registry’s word it is one that lost its text, such as entry ${entry}.`,
      );
    }
  });
  return { log: here, unnamed };
}

interface LookedThrough {
  /** Versions that these entries do not have. */
  missing: Map<string, string>;
  /** Entries that lost their text, for another reason than that a skill went private: of what is shown still, maybe. */
  textless: number[];
}

/** Errors: `IntegrityError` of a version with another digest. */
async function lookThrough(
  { registry }: Reader,
  tree: Checkpoint,
  from: number,
  versions: ReadonlyMap<string, string>,
): Promise<LookedThrough> {
  const found: LookedThrough = { missing: new Map(versions), textless: [] };
  const { missing, textless } = found;
  const other = new Set<string>();
  if (missing.size === 0) return found;
  await readEntries(registry, tree, from, (_, lines) => {
    for (const { type, subject, digest, index, reason } of lines.map(parseEntry)) {
      if (type === 'redacted' && reason !== wentPrivate) textless.push(Number(index));
      const wanted = type === 'version.published' ? versions.get(String(subject)) : undefined;
      if (wanted === undefined) continue;
      if (digest === wanted) missing.delete(String(subject));
      else other.add(String(subject));
    }
  });
  for (const name of missing.keys()) if (other.has(name)) throw otherDigest(name);
  return found;
}

/** As the registry says why (origin/store/log/append.ts). */
const wentPrivate = 'private';

const otherDigest = (version: string) =>
  new IntegrityError(`its transparency log has another digest of ${version} than its archive`);

/** One that was entered earlier, such as of a skill that is public again, or just now. Errors: `NotInLog`. */
async function findOne(log: CheckedLog, version: string, digest: string): Promise<void> {
  const { author, slug, hash } = versionId.parse(version) ?? { author: '', slug: '', hash: '' };
  const found = log.find({ skill_id: skillId.format({ author, slug }), hash, source: 'mirror' });
  const proof = await found.catch((error) => {
    if (error instanceof NotInLog) return undefined;
    throw error;
  });
  if (proof === undefined) throw new NotInLog(`its transparency log does not have ${version}`);
  if (parseEntry(parseProof(proof).extra?.toString() ?? '')['digest'] !== digest) throw otherDigest(version);
}
