/** What a lock proves by itself: that everyone can see that its versions were published, without asking anyone. */
import { versionId } from '../../../../origin/contract/grammar/ids.ts';
import { chainOf, trustedOf } from '../../../../origin/log/chain.ts';
import { parseCheckpoint } from '../../../../origin/log/checkpoint.ts';
import { LogError } from '../../../../origin/log/logError.ts';
import { parseVerifier, type Verifier } from '../../../../origin/log/note.ts';
import { parseProof } from '../../../../origin/log/proof.ts';
import { Failure } from '../../failure.ts';
import { namesIn } from '../../reference.ts';
import type { KnownLog } from '../../registry/log/known.ts';
import { provedEntry } from '../../registry/log/provedEntry.ts';
import { oneLine } from '../../terminal/printable.ts';
import { idOf } from '../chosen.ts';
import type { Locked, LockFile } from '../lockFile.ts';
import { lockName } from '../project.ts';
import { withoutOthers } from './form.ts';

export interface Proofs {
  /** Names. */
  proved: string[];
  /** What is not proved, and why, in words that follow the name: nothing is wrong with it. */
  unproved: { name: string; why: string }[];
  /** What is wrong, in words. */
  problems: string[];
  /** Whether this machine knows the log: else the keys are those that the lock says. */
  isKnown: boolean;
  /** What is proved and was to be found in the log as it is now, and was not looked for, and why. */
  uncompared: { name: string; why: string }[];
}

/** What this machine saw of the registry's log, and where it keeps that. */
export interface Seen {
  known: KnownLog | undefined;
  file: string;
}

export function proofsIn(lock: LockFile, seen: Seen): Proofs {
  const proofs: Proofs = { proved: [], unproved: [], problems: [], isKnown: seen.known !== undefined, uncompared: [] };
  const { problem, verifiers } = keysIn(lock, seen);
  const otherHistoryIn = historiesIn(seen);
  if (problem) proofs.problems.push(problem);
  for (const [name, locked] of Object.entries(lock.skills)) {
    const { proof } = locked;
    const why =
      proof === undefined
        ? whyNone(lock, locked)
        : lock.log
          ? ''
          : `${lockName} does not say of which log its proof is`;
    if (why) proofs.unproved.push({ name, why });
    else if (!problem) {
      const wrong = problemOf(name, locked, proof as string, verifiers) ?? otherHistoryIn(proof as string);
      if (wrong) proofs.problems.push(`${name}: ${wrong}`);
      else proofs.proved.push(name);
    }
  }
  return proofs;
}

/** Why a version is not proved where none of them is. */
export const noProofs = `${lockName} has no proofs`;

const whyNone = ({ log }: LockFile, locked: Locked): string => {
  if (locked.private) return 'it is private, and in no log';
  return log ? `${lockName} has no proof of it` : noProofs;
};

/** `way`: what to do where it is not as proved. Errors: `Failure`, which names up to five. */
export function refuseUnproved(lock: LockFile, seen: Seen, way: string): Proofs {
  const proofs = proofsIn(lock, seen);
  const { problems } = proofs;
  if (problems.length === 0) return proofs;
  const more = problems.length > 5 ? [`And ${problems.length - 5} more.`] : [];
  throw new Failure(
    [...problems.slice(0, 5).map((problem) => `${problem}.`), ...more, `Nothing was changed. ${way}`].join('\n'),
  );
}

/** As parts of a sentence. */
export function provedText({ proved, unproved, isKnown, uncompared }: Proofs): string {
  const keys = proved.length > 0 && !isKnown ? ` under keys that only ${lockName} names` : '';
  const count = `${proved.length} proved by the transparency log${keys}`;
  return [count, ...byReason('not proved', unproved), ...byReason('not compared', uncompared)].join(', ');
}

const byReason = (what: string, all: Proofs['unproved']): string[] =>
  [...new Set(all.map(({ why }) => why))].map((why) => {
    const some = all.filter((one) => one.why === why);
    const names = some.slice(0, 3).map(({ name }) => name);
    const more = some.length > 3 ? ` and ${some.length - 3} more` : '';
    return `${what}: ${names.join(', ')}${more} (${why})`;
  });

/** The keys that count, or why none does. */
function keysIn({ log }: LockFile, { known, file }: Seen): { problem?: string; verifiers: Verifier[] } {
  if (!log) return { verifiers: [] };
  const { origin, keys } = log;
  if (known && known.origin !== origin)
    return {
      verifiers: [],
      problem: `${lockName} has proofs of the transparency log ${oneLine(origin)}, and this machine knows ${known.origin}. If the operator replaced the log, take the newer one: skill-registry install locks proofs of the log that this machine knows; without ${file} it knows none`,
    };
  try {
    const chain = chainOf(origin, keys);
    const trusted = chain.length === keys.length ? trustedOf(chain, known?.keys) : undefined;
    if (trusted) return { verifiers: trusted.map(parseVerifier) };
  } catch (error) {
    if (!(error instanceof LogError)) throw error;
  }
  return {
    verifiers: [],
    problem: `the keys of the transparency log in ${lockName} do not follow from one another${known ? ', or not from those that this machine knows' : ''}. Restore it from version control, or take proofs from the registry: skill-registry install`,
  };
}

/** Whether two proofs, or one and what this machine saw, show two logs of one size, in words that follow the name. */
function historiesIn({ known }: Seen): (proof: string) => string | undefined {
  const roots = new Map<number, string>();
  const isOther = (note: string) => {
    const { size, root } = parseCheckpoint(note);
    const [before, hex] = [roots.get(size), root.toString('hex')];
    roots.set(size, before ?? hex);
    return before !== undefined && before !== hex;
  };
  if (known) isOther(known.checkpoint);
  return (proof) =>
    isOther(parseProof(proof).checkpoint)
      ? 'its proof shows another history of the registry than this machine or another proof saw. Tell others, and the operator'
      : undefined;
}

/** In words that follow the name; undefined where it is proved, and all that the entry says is as locked. */
function problemOf(name: string, locked: Locked, proof: string, verifiers: readonly Verifier[]): string | undefined {
  const { hash, version, bundle, signer } = locked;
  try {
    if (proof !== withoutOthers(proof, verifiers)) return 'its proof has signatures that nobody checks';
    const { entry } = provedEntry(proof, versionId.format({ ...namesIn(idOf(name)), hash }), verifiers);
    const { label, digest, signer: signedBy } = entry;
    const said = [
      ...(digest && digest !== bundle ? ['another digest of its archive'] : []),
      ...(label !== undefined && label !== version ? [`the label ${oneLine(String(label))}`] : []),
      ...(signedBy !== undefined && signedBy !== signer ? [`the signer ${oneLine(String(signedBy))}`] : []),
    ];
    return said.length > 0 ? `the transparency log says ${said.join(' and ')}, and ${lockName} does not` : undefined;
  } catch (error) {
    if (error instanceof LogError) return `its proof in ${lockName} does not hold. ${error.message.replace(/\.$/, '')}`;
    throw error;
  }
}
