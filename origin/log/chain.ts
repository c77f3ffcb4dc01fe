/** The keys that a log had, each of which handed over to the next (statement.ts). */
import { openNote, parseVerifier } from './note.ts';
import { handOverText } from './statement.ts';

/** `statement`: the note in which the key before it hands over to it; of the first it says nothing here. */
export interface LogKey {
  verifier: string;
  statement: string;
}

/** The keys from the first on, as far as each handed over to the next. Throws LogError. */
export function chainOf<K extends LogKey>(origin: string, keys: readonly K[]): K[] {
  const chain: K[] = [];
  for (const next of keys) {
    const { verifier, statement } = next;
    const before = chain.at(-1);
    if (before && openNote(statement, [parseVerifier(before.verifier)]).text !== handOverText({ origin, verifier }))
      break;
    // It is the log's if it is called like it.
    if (parseVerifier(verifier).name !== origin) break;
    chain.push(next);
  }
  return chain;
}

/**
 * What counts of a chain where `known` was seen before, the newest last: those, and what the newest of them led on to.
 * Anybody can make a key that hands over to a known one, so what comes before a known key counts only if it was seen.
 * Undefined where the two don't meet.
 */
export function trustedOf(chain: readonly LogKey[], known: readonly string[] | undefined): string[] | undefined {
  const texts = chain.map(({ verifier }) => verifier);
  if (!known) return texts;
  const met = texts.lastIndexOf(known.at(-1) ?? '');
  if (met >= 0) return [...known, ...texts.slice(met + 1)];
  return known.includes(texts.at(-1) ?? '') ? [...known] : undefined;
}
