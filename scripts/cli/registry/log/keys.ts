/** Which keys of a registry's transparency log count here. */
import { chainOf, type LogKey, trustedOf } from '../../../../origin/log/chain.ts';
import { reasonOf } from '../../../../origin/log/statement.ts';
import { Failure } from '../../failure.ts';
import { IntegrityError } from '../../sync/download/boundedBody.ts';
import type { ToldLog } from './discovery.ts';
import type { KnownLog } from './known.ts';

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
      `The registry replaced its transparency log, ${known.origin}, with a new one, ${origin}.${whyOf(told)} Ask its operator. To accept it, remove ${file}.`,
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
function whyOf({ origin, history }: ToldLog): string {
  const first = history.find((one) => one.origin === origin);
  const reason = first && reasonOf(first);
  return reason ? ` It says why: “${reason}”.` : '';
}
