import type { BundleDetector, BundlePlace, ScannedBundle } from '../../detector.ts';
import { hostsOf, isBareAddress, isCatcher, isLocalHost } from '../../helpers/sending/destinations.ts';
import type { Effect } from '../../programs/effect.ts';

export const runsDownload: BundleDetector = {
  id: 'runs-download',
  severity: 'high',
  consequence: 'advise',
  summary: 'A program runs code that it downloads.',
  explanation:
    'What comes back from a request is handed to an interpreter: at once, by way of a variable or a function, or from ' +
    'a file that it was written to. Nobody can review what is not in the bundle, and it may differ for each person. ' +
    'Pipes into a shell in documentation are another rule’s. Ship the code with the skill, or install ' +
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

function* executions({ files, effects: { effects } }: ScannedBundle): Generator<BundlePlace> {
  for (const effect of effects) {
    if (effect.does !== 'execute' || !(isRunning(effect) || isDisguised(effect, files))) continue;
    yield { ...effect.at, message: 'The program runs what it downloads.' };
  }
}

/** A pipe into an interpreter is another rule's, where both can be read. */
function isDisguised({ code, how, at }: Effect & { does: 'execute' }, files: ScannedBundle['files']): boolean {
  if (how !== 'pipe' || !code.sources.some(({ origin, isPart }) => origin === 'download' && !isPart)) return false;
  const hosts = code.sources.flatMap(({ origin, name }) =>
    origin === 'download' ? hostsOf({ ...code, texts: [name] }) : [],
  );
  if (!hosts.some((host) => host.includes('.') && !isLocalHost(host))) return false;
  const lines = files.find(({ path }) => path === at.path)?.text.split('\n') ?? [];
  const near = lines
    .slice(Math.max(0, at.line - 4), at.line + 3)
    .join('\n')
    .replaceAll('\\\n', ' ');
  return near !== '' && !readable.test(near) && !substituted.test(near);
}

/** A downloader by its name, a pipe, and an interpreter by its name. */
const readable =
  /(?<![\w\\=])(?:curl|wget|fetch|aria2c|iwr|irm|invoke-\w{1,20}|https?)(?:\.exe)?\s[^|]{0,300}(?:https?:|[$<{%])[^|]{1,700}(?:\|[^|]{0,200}){0,3}\|&?\s{0,9}(?:\S{1,40}\s{1,9}){0,4}(?:[/\w.]{1,40}\/)?(?:(?:ba|z|da|k|a|fi)?sh|python[\d.]{0,4}|node|bun|deno|perl|ruby|php|pwsh|powershell|iex|source)(?![\w\\])/i;

const substituted =
  /\b(?:(?:ba|z|da|k|a)?sh|source|eval)\s{1,9}(?:-\S{1,9}\s{1,9}){0,3}["']?[<$]\(\s{0,9}(?:curl|wget)\s/;

const inDocument = /\.(?:md|mdx|markdown|txt|json|ya?ml)$/i;

function isRunning({ code, how, at }: Effect & { does: 'execute' }): boolean {
  const downloads = code.sources.filter(({ origin, isPart }) => origin === 'download' && !isPart);
  if (downloads.length === 0) return false;
  const hosts = downloads.flatMap(({ name }) => hostsOf({ ...code, texts: [name] }));
  if (hosts.length > 0 && hosts.every(isLocalHost)) return false;
  if (hosts.some((host) => isBareAddress(host) || isCatcher(host))) return true;
  const isWhole = code.texts.length === 0;
  if ((inDocument.test(at.path) && how !== 'file') || !isWhole) return false;
  return !/^(?:shell|connection)$/.test(how);
}
