/** What a proof proves of a version. */
import { parseEntry } from '../../../../origin/log/entry.ts';
import { LogError } from '../../../../origin/log/logError.ts';
import type { Verifier } from '../../../../origin/log/note.ts';
import { checkProof, parseProof } from '../../../../origin/log/proof.ts';

export interface ProvedEntry {
  index: number;
  entry: Record<string, string | number>;
}

/**
 * The entry that a version was published, as its proof has it, which needs nothing else. `id`: `<author>:<slug>@<hash>`.
 * Errors: `LogError`, also where the proof holds and is of something else.
 */
export function provedEntry(proof: string, id: string, verifiers: readonly Verifier[]): ProvedEntry {
  const { index } = checkProof(proof, { verifiers });
  const entry = parseEntry(parseProof(proof).extra?.toString() ?? '');
  const { type, subject, hash } = entry;
  if (type !== 'version.published' || subject !== id || (hash !== undefined && !id.endsWith(`@${hash}`)))
    throw new LogError('proof', 'The proof is of another version.');
  return { index, entry };
}
