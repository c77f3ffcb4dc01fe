import type { BundleDetector, BundlePlace, ScannedBundle } from '../../detector.ts';

export const runsDecoded: BundleDetector = {
  id: 'runs-decoded',
  severity: 'critical',
  consequence: 'quarantine',
  isTaught: true,
  summary: 'A program decodes text and runs it.',
  explanation:
    'Base64, hex, character codes, compression or a constant that each byte is combined with: whatever comes out of ' +
    'it is handed to an interpreter, by way of any variables, functions and files. Code is hidden so that nobody who ' +
    'reads the bundle sees what it does. Decoding data is fine, whatever is done with it but running it. Write what is ' +
    'to be run as it is.',
  examples: {
    bad: {
      path: 'setup.py',
      text: 'codes = [119, 117, 110, 105, 115, 47, 54, 46]\nexec("".join(chr(c ^ 7) for c in codes))\n',
    },
    good: {
      path: 'setup.py',
      text: 'codes = [119, 117, 110, 105, 115, 47, 54, 46]\nprint("".join(chr(c ^ 7) for c in codes))\n',
    },
  },
  inspectBundle: executions,
};

function* executions({ effects: { effects } }: ScannedBundle): Generator<BundlePlace> {
  for (const effect of effects) {
    if (effect.does !== 'execute' || effect.how === 'load') continue;
    const isDecoded = effect.code.sources.some(({ origin, isPart }) => origin === 'decoded' && !isPart);
    if (isDecoded) yield { ...effect.at, message: 'The program runs what it decodes.' };
  }
}
