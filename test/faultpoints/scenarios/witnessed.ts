/** Checkpoints that a witness cosigns: the first of a log, and more. */
import { newSigner, verifierText } from '../../../origin/log/note.ts';
import { growing } from '../../cli/log/localWitness.ts';
import type { Act } from '../act.ts';
import { perform } from '../acts.ts';
import type { Scenario } from '../explore.ts';

export async function witnessScenarios(): Promise<Scenario[]> {
  const log = growing(newSigner('log.example/registry'), { most: 20 });
  const other = growing(log.signer, { most: 20, forkedAt: 1 });
  const act = (root: string, requests: string[]): Act => ({
    ...{ does: 'witness', root, requests, environment: { PATH: process.env['PATH'] } },
    log: verifierText(log.signer),
  });
  const ask = async (root: string, ...requests: string[]) => {
    const { ended, said, told } = await perform(act(root, requests));
    return { statuses: typeof ended === 'number' ? [] : ended, lines: said.split('\n'), key: told[0] };
  };

  const scenarioOf = async (name: string, before: number[], sizes: number[]): Promise<Scenario> => {
    const steps = (from: number, to: number[]) =>
      Promise.all(to.map((size, at) => log.asked(at === 0 ? from : (to[at - 1] ?? 0), size)));
    const [earlier, requests] = [await steps(0, before), await steps(before.at(-1) ?? 0, sizes)];
    return {
      name,
      prepare: async (root) => {
        if (earlier.length > 0) await ask(root, ...earlier);
      },
      act: (root) => act(root, requests),
      // What does not cosign says why.
      isClean: ({ ended, told, said }) => ended !== -1 && (told.length === 1 + sizes.length || said.trim() !== ''),
      check: async (root, told) => {
        const [key, ...cosigned] = told;
        const least = cosigned.length > 0 ? (sizes[Number(cosigned.at(-1))] ?? 0) : (before.at(-1) ?? 0);
        // Asked with a size that it does not have, it says which it has.
        const first = await ask(root, await log.asked(20, 20));
        if (first.statuses[0] !== 409) return [`it does not begin again: ${first.lines.join(' ')}`];
        const wrong: string[] = [];
        if (key !== undefined && first.key !== key) wrong.push('its key is another');
        const known = Number(first.lines[0]);
        if (!(known >= least)) wrong.push(`it knows ${known} entries, and cosigned ${least}`);
        if (known > 1) {
          const forks = await ask(root, await other.asked(known, known), await other.asked(known, 19));
          if (forks.statuses.join() !== '422,422') wrong.push(`it takes another log: ${forks.statuses}`);
        }
        const next = await ask(root, await log.asked(known, 20));
        if (next.statuses[0] !== 200) wrong.push(`it cosigns no more: ${next.lines.join(' ')}`);
        return wrong;
      },
    };
  };
  return [
    await scenarioOf('witness: first checkpoints of a log', [], [3, 7]),
    await scenarioOf('witness: more checkpoints', [3], [7, 7, 11]),
  ];
}
