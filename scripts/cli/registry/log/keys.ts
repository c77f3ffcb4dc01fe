/** Which keys of a registry's transparency log count here. */
import { openNote, parseVerifier, type Verifier, verifierText } from '../../../../origin/log/note.ts';
import { handOverText, reasonIn } from '../../../../origin/log/statement.ts';
import { Failure } from '../../failure.ts';
import { IntegrityError } from '../../sync/download/boundedBody.ts';
import type { ToldLog } from './discovery.ts';
import type { KnownLog } from './known.ts';

/**
 * The keys that the log had, the newest last, each of which the one before it handed over to: older proofs are under older
 * keys. The one that was seen before has to be among them. `file`: what to remove to begin again. Errors: `IntegrityError`,
 * `LogError`; `Failure` of another log.
 */
export function keysOf(told: ToldLog, known: KnownLog | undefined, file: string): Verifier[] {
  const { origin, verifier, history } = told;
  if (known && known.origin !== origin)
    throw new Failure(
      `The registry replaced its transparency log, ${known.origin}, with a new one, ${origin}.${reasonOf(told)} Ask its operator. To accept it, remove ${file}.`,
    );
  const keys: Verifier[] = [];
  for (const next of history.filter((one) => one.origin === origin)) {
    const before = keys.at(-1);
    if (before && openNote(next.statement, [before]).text !== handOverText(next)) break;
    keys.push(parseVerifier(next.verifier));
  }
  const texts = keys.map(verifierText);
  if (texts.at(-1) !== verifier || (known && !texts.includes(known.verifier)))
    throw new IntegrityError('its transparency log has another key, which the one before did not hand over to');
  return keys;
}

/** What its operator says of that, with a space before it; nothing where the new key did not sign it. */
function reasonOf({ origin, history }: ToldLog): string {
  const first = history.find((one) => one.origin === origin);
  try {
    const reason = first && reasonIn(openNote(first.statement, [parseVerifier(first.verifier)]).text, { origin });
    return reason ? ` It says why: “${reason}”.` : '';
  } catch {
    return '';
  }
}
