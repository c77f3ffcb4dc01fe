/** Waits for the cosignatures that a person wants. */
import { parseCheckpoint } from '../../../../origin/log/checkpoint.ts';
import { Failure } from '../../failure.ts';
import { plural } from '../../terminal/table.ts';
import type { Registry } from '../registry.ts';
import { askEvery, askForCheckpoint, patience } from './answers.ts';
import type { Cosigned } from './checkedLog.ts';
import type { Following } from './follow.ts';
import { cosignaturesOf, type Policy } from './policy.ts';

/** Fewer cosigned than the person wants: others may yet. */
export class TooFewWitnesses extends Failure {}

/**
 * A function that counts who cosigned entry `index`, or any log for -1; undefined at once where none are wanted. Where they are
 * too few after a while, that is so for good. `shown`: the checkpoint that the registry has just shown.
 */
export function witnessed(
  registry: Registry,
  follow: Following,
  policy: Policy | undefined,
  shown: () => string | undefined,
): (index: number) => Promise<Cosigned | undefined> {
  if (!policy) return async () => undefined;
  const [wanted, of] = [policy.quorum, policy.witnesses.length];
  const ask = async (index: number): Promise<Cosigned> => {
    let note = shown();
    for (const started = performance.now(); ; ) {
      note ??= await askForCheckpoint(registry);
      await follow.to(note);
      const [count, { size }] = [cosignaturesOf(note, policy), parseCheckpoint(note)];
      const isEnough = count >= wanted && size > index;
      // Witnesses are asked once a checkpoint is there.
      if (isEnough || performance.now() - started > patience) return { count, wanted, of, size, isEnough };
      await new Promise((resolve) => setTimeout(resolve, askEvery));
      note = undefined;
    }
  };
  let last: Promise<Cosigned> | undefined;
  return (index) => {
    last = last ? last.then((seen) => (seen.isEnough && seen.size <= index ? ask(index) : seen)) : ask(index);
    return last;
  };
}

/** The end of a sentence. */
export const cosignedText = ({ count, wanted, of, size, isEnough }: Cosigned): string => {
  const isShort = !isEnough && count >= wanted;
  return `${count} of ${plural(of, 'witness', 'witnesses')}, ${wanted} wanted${isShort ? `, and only up to entry ${size - 1}` : ''}`;
};

/** Errors: `TooFewWitnesses`. */
export function refuseFewer(cosigned: Cosigned | undefined): void {
  if (!cosigned || cosigned.isEnough) return;
  const { count, wanted } = cosigned;
  const why =
    count >= wanted
      ? 'No checkpoint with this version is cosigned yet'
      : `${plural(count, 'witness', 'witnesses')} of those that you trust cosigned the registry’s log`;
  throw new TooFewWitnesses(`${why}, and ${wish(cosigned)}`);
}

/** Errors: `Failure` where witnesses are wanted. */
export function refuseWithoutLog(policy: Policy | undefined): void {
  if (!policy) return;
  const wanted = wish({ wanted: policy.quorum, of: policy.witnesses.length });
  throw new Failure(`The registry has no transparency log that witnesses could cosign, and ${wanted}`);
}

const wish = ({ wanted, of }: Pick<Cosigned, 'wanted' | 'of'>): string =>
  `you want ${wanted} of ${of} (skill-registry config get witness_quorum).`;
