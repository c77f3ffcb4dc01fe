/** Which keys of a registry's transparency log count here. */
import { LogError } from '../../../../origin/log/logError.ts';
import { openNote, parseVerifier } from '../../../../origin/log/note.ts';
import { handOverText, reasonIn } from '../../../../origin/log/statement.ts';
import { Failure } from '../../failure.ts';
import { IntegrityError } from '../../sync/download/boundedBody.ts';
import type { ToldLog } from './discovery.ts';
import type { KnownLog } from './known.ts';

/** `statement`: the note in which the key before it hands over to it; of the first it says nothing here. */
export interface LogKey {
  verifier: string;
  statement: string;
}

/** The keys from the first on, as far as each handed over to the next. Errors: `LogError`. */
export function chainOf(origin: string, keys: readonly LogKey[]): LogKey[] {
  const chain: LogKey[] = [];
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

/**
 * The keys that count, the newest last, and the chain that leads to them. `file`: what to remove to begin again. Errors:
 * `IntegrityError`, `LogError`; `Failure` of another log.
 */
export function keysOf(
  told: ToldLog,
  known: KnownLog | undefined,
  file: string,
): { trusted: string[]; chain: LogKey[] } {
  const { origin, verifier, history } = told;
  if (known && known.origin !== origin)
    throw new Failure(
      `The registry replaced its transparency log, ${known.origin}, with a new one, ${origin}.${reasonOf(told)} Ask its operator. To accept it, remove ${file}.`,
    );
  const chain = chainOf(
    origin,
    history.filter((one) => one.origin === origin),
  );
  const trusted = trustedOf(chain, known?.keys);
  if (chain.at(-1)?.verifier !== verifier || trusted?.at(-1) !== verifier)
    throw new IntegrityError('its transparency log has another key, which the one before did not hand over to');
  return { trusted, chain };
}

/** What its operator says of that, with a space before it; nothing where the new key did not sign it. */
function reasonOf({ origin, history }: ToldLog): string {
  const first = history.find((one) => one.origin === origin);
  try {
    const reason = first && reasonIn(openNote(first.statement, [parseVerifier(first.verifier)]).text, { origin });
    return reason ? ` It says why: “${reason}”.` : '';
  } catch (error) {
    if (error instanceof LogError) return '';
    throw error;
  }
}
