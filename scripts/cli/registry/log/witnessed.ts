/** Waits for the cosignatures that a person wants. */
import { parseCheckpoint } from '../../../../origin/log/checkpoint.ts';
import { Failure } from '../../failure.ts';
import { plural } from '../../terminal/table.ts';
import type { Registry } from '../registry.ts';
import { askEvery, askForCheckpoint, patience } from './answers.ts';
import type { Following } from './follow.ts';
import { cosignaturesOf, type Policy } from './policy.ts';

/**
 * A function that resolves once enough witnesses cosigned entry `index`, or any log for -1; at once where none are wanted.
 * `follow`: undefined of a registry without a log. It rejects with `Failure`, for good, where they did not after a while.
 */
export function witnessed(
  registry: Registry,
  follow: Following | undefined,
  policy: Policy | undefined,
): (index: number) => Promise<void> {
  if (!policy) return async () => undefined;
  const { witnesses, quorum } = policy;
  const refusal = (why: string) =>
    new Failure(`${why}, and you want ${quorum} of ${witnesses.length} (skill-registry config get witness_quorum).`);
  if (!follow)
    return async () => {
      throw refusal('The registry has no transparency log that witnesses could cosign');
    };
  const ask = async (index: number): Promise<number> => {
    for (const started = performance.now(); ; ) {
      const note = await askForCheckpoint(registry);
      await follow.to(note);
      const [count, { size }] = [cosignaturesOf(note, policy), parseCheckpoint(note)];
      if (count >= quorum && size > index) return size;
      // Witnesses are asked once a checkpoint is there.
      if (performance.now() - started > patience)
        throw refusal(
          count >= quorum
            ? 'No checkpoint with this version is cosigned yet'
            : `${plural(count, 'witness', 'witnesses')} of those that you trust cosigned the registry’s log`,
        );
      await new Promise((resolve) => setTimeout(resolve, askEvery));
    }
  };
  let size = Promise.resolve(-1);
  return async (index) => {
    size = size.then((covered) => (covered > index ? covered : ask(index)));
    await size;
  };
}
