import type { BundleDetector, BundlePlace, ScannedBundle } from '../../detector.ts';

export const runsLooseFile: BundleDetector = {
  id: 'runs-loose-file',
  severity: 'high',
  consequence: 'advise',
  summary: 'A program runs code that it reads from a folder anybody can write to.',
  explanation:
    'Code in /tmp and folders like it was put there by whoever came first: another program, another person, an earlier ' +
    'step that this bundle doesn’t show. A program that reads it and hands it to an interpreter does whatever stands ' +
    'there. Files that the bundle itself wrote are other rules’, and so is reading data. Ship the code with the skill.',
  examples: {
    bad: { path: 'start.py', text: 'exec(open("/tmp/.state").read())\n' },
    good: { path: 'start.py', text: 'print(open("/tmp/state.txt").read())\n' },
  },
  inspectBundle: executions,
};

const isLoose = /^(?:\/private)?\/(?:tmp|var\/tmp|dev\/shm)\/|^(?:%TEMP%|C:\\(?:Windows\\Temp|Temp|Users\\Public))\\/i;

function* executions({ effects: { effects } }: ScannedBundle): Generator<BundlePlace> {
  for (const effect of effects) {
    if (
      effect.does !== 'execute' ||
      !/^(?:eval|exec|execfile|shell|pipe|Function|vm\.\w{1,30}|source)$/.test(effect.how)
    )
      continue;
    const isFound = effect.code.sources.some(
      ({ origin, name, isPart }) => origin === 'file' && !isPart && isLoose.test(name),
    );
    if (isFound) yield { ...effect.at, message: 'The program runs what stands in a folder that anybody can write to.' };
  }
}
