/** Holds the versions of a copy against the registry’s transparency log, before anybody is shown them. */
import { skillId, versionId } from '../../../origin/contract/ids.ts';
import { operationPath } from '../../../origin/contract/operations.ts';
import { type Checkpoint, parseCheckpoint } from '../../../origin/log/checkpoint.ts';
import { entryHash, parseEntry } from '../../../origin/log/entry.ts';
import { parseProof } from '../../../origin/log/proof.ts';
import { inclusionProof, isIncluded } from '../../../origin/log/tree.ts';
import { Failure } from '../failure.ts';
import { askForProof, NotInLog, tilesOf } from '../registry/log/answers.ts';
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

export const sizeOf = ({ checkpoint }: Pick<CopyLog, 'checkpoint'>): number => parseCheckpoint(checkpoint).size;

const atOnce = 4;

/**
 * Resolves to the log as far as the files go; undefined of a registry that never had one. Errors: `IntegrityError` and `LogError`,
 * `NotInLog` where it lacks a version; `Failure` of another log or too few witnesses; those of the network.
 */
export async function prove(reader: Reader, { versions, note, before, tell }: Held): Promise<CopyLog | undefined> {
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
  const missing = await notAmong(reader, tree, before ? sizeOf(before) : 0, versions);
  await inParallel(atOnce, [...missing], ([version, digest]) => findOne(reader, { log, tree, version, digest, tell }));
  return here;
}

/** The versions that entries from this one on do not have. Errors: `IntegrityError` of one that they have otherwise. */
async function notAmong(
  { registry }: Reader,
  tree: Checkpoint,
  from: number,
  versions: ReadonlyMap<string, string>,
): Promise<Map<string, string>> {
  const missing = new Map(versions);
  const other = new Set<string>();
  if (missing.size === 0) return missing;
  await readEntries(registry, tree, from, (_, lines) => {
    for (const { type, subject, digest } of lines.map(parseEntry)) {
      const [name, wanted] = [String(subject), versions.get(String(subject))];
      if (type !== 'version.published' || wanted === undefined) continue;
      if (digest !== wanted) other.add(name);
      else missing.delete(name);
    }
  });
  for (const name of missing.keys()) if (other.has(name)) throw otherDigest(name);
  return missing;
}

const otherDigest = (version: string) =>
  new IntegrityError(`its transparency log has another digest of ${version} than its archive`);

interface Wanted {
  log: CheckedLog;
  tree: Checkpoint;
  version: string;
  digest: string;
  tell(sentence: string): void;
}

/** One that was entered earlier, such as of a skill that is public again, or just now. */
async function findOne(reader: Reader, { log, tree, version, digest, tell }: Wanted): Promise<void> {
  const { author, slug, hash } = versionId.parse(version) ?? { author: '', slug: '', hash: '' };
  const skill_id = skillId.format({ author, slug });
  try {
    const proof = await log.find({ skill_id, hash, source: 'mirror' });
    if (proof === undefined) throw new NotInLog('its transparency log does not have this version');
    if (parseEntry(parseProof(proof).extra?.toString() ?? '')['digest'] !== digest) throw otherDigest(version);
  } catch (error) {
    if (error instanceof NotInLog) throw new NotInLog(`its transparency log does not have ${version}`);
    if (!(error instanceof IntegrityError)) throw error;
    const path = operationPath('getSkillVersionProof', { author, slug, hash });
    const index = await entryWithoutText(reader, tree, path);
    if (index === undefined) throw error;
    tell(`Entry ${index} of the log lost its text: that it was of ${version} is the registry’s word.`);
  }
}

/** Which entry that is, which the law may have asked for; undefined where the log has no such one there. */
async function entryWithoutText(
  { registry }: Reader,
  { size, root }: Checkpoint,
  path: string,
): Promise<number | undefined> {
  const text = await askForProof(registry, { hosts: [registry.mirrorUrl], path, isSettled: true });
  const { index, extra } = parseProof(text ?? '');
  const line = extra?.toString() ?? '';
  if (Object.keys(parseEntry(line)).join() !== 'redacted' || index >= size) return undefined;
  const proof = await inclusionProof(index, size, tilesOf(registry));
  return isIncluded({ index, size, leaf: entryHash(line), root, proof }) ? index : undefined;
}
