/** The form that proofs, and the log that they are of, have in a lock: the same for all who write it. */
import { LogError } from '../../../../origin/log/logError.ts';
import { openNote, parseVerifier, type Verifier } from '../../../../origin/log/note.ts';
import { formatProof, parseProof } from '../../../../origin/log/proof.ts';
import { signatureLine } from '../../../../origin/log/signatureLine.ts';
import type { LockLog } from '../lockFile.ts';

/**
 * The proof with the signatures of the log alone: those of witnesses come later, and would differ from one lock to the next.
 * Errors: `LogError`.
 */
export function withoutOthers(proof: string, verifiers: readonly Verifier[]): string {
  const parsed = parseProof(proof);
  const { text, signatures } = openNote(parsed.checkpoint, verifiers);
  return formatProof({ ...parsed, checkpoint: `${text}\n${signatures.map(signatureLine).join('')}` });
}

/** The log with its keys up to the newest that one of the proofs is under. */
export function logOf(origin: string, chain: LockLog['keys'], proofs: readonly string[]): LockLog {
  const isUnder = (verifier: string) => {
    const verifiers = [parseVerifier(verifier)];
    return proofs.some((proof) => {
      try {
        return openNote(parseProof(proof).checkpoint, verifiers).signatures.length > 0;
      } catch (error) {
        if (error instanceof LogError) return false;
        throw error;
      }
    });
  };
  const newest = chain.findLastIndex(({ verifier }) => isUnder(verifier));
  // Nobody handed over to the first.
  const keys = chain
    .slice(0, newest + 1)
    .map(({ verifier, statement }, n) => ({ verifier, statement: n === 0 ? '' : statement }));
  return { origin, keys };
}
