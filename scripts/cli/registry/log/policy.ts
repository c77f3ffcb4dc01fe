/** How many witnesses a person wants to have cosigned a log before anything of it is placed. */
import { LogError } from '../../../../origin/log/logError.ts';
import { openNote, parseVerifier, type Verifier } from '../../../../origin/log/note.ts';
import type { Config } from '../../config.ts';
import { Failure } from '../../failure.ts';
import { plural } from '../../terminal/table.ts';

export interface Policy {
  /** Keys for cosignatures, of different names. */
  witnesses: Verifier[];
  /** 1 to the number of witnesses. */
  quorum: number;
}

/** Undefined where none are wanted. Errors: `Failure` where the settings can't be met, or are none. */
export function policyOf({ stored, file }: Pick<Config, 'stored' | 'file'>): Policy | undefined {
  const { witnesses = '', witness_quorum: quorum } = stored;
  if (!witnesses && quorum === undefined) return undefined;
  try {
    return policyFrom(witnesses, quorum);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    throw new Failure(`${error.message} That is in ${file}: skill-registry config list`, error.exitCode);
  }
}

/**
 * `witnesses`: verifier keys, between spaces or commas. `quorum`: a whole number; without one, all of them. Errors:
 * `Failure` where a key is no witness's, two have one name, or there are fewer than wanted.
 */
export function policyFrom(witnesses: string, quorum: string | undefined): Policy {
  const verifiers = keysIn(witnesses).map(witnessKey);
  const names = new Set(verifiers.map(({ name }) => name));
  if (names.size < verifiers.length) throw new Failure('Two of the witnesses have the same name: name each once.');
  const wanted = quorum === undefined ? verifiers.length : Number(quorum);
  if (quorum !== undefined && !/^[1-9][0-9]{0,3}$/.test(quorum))
    throw new Failure(`witness_quorum is a whole number from 1 on, not "${quorum}".`);
  if (wanted > verifiers.length)
    throw new Failure(
      `witness_quorum is ${wanted}, and there ${verifiers.length === 1 ? 'is' : 'are'} ${plural(verifiers.length, 'witness', 'witnesses')}.`,
    );
  return { witnesses: verifiers, quorum: wanted };
}

export const keysIn = (text: string): string[] => text.split(/[\s,]+/).filter((key) => key !== '');

function witnessKey(text: string): Verifier {
  try {
    const verifier = parseVerifier(text);
    if (verifier.type === 4) return verifier;
  } catch (error) {
    if (!(error instanceof LogError)) throw error;
  }
  throw new Failure(`"${text}" is no key of a witness. It is what skill-registry witness prints first.`);
}

/** How many of the witnesses cosigned a note. Errors: `LogError` where what is to be one's cosignature does not verify. */
export function cosignaturesOf(note: string, { witnesses }: Policy): number {
  try {
    return openNote(note, witnesses).signatures.length;
  } catch (error) {
    if (error instanceof LogError && error.reason === 'unsigned') return 0;
    throw error;
  }
}
