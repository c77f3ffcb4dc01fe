import type { Detector, Place, ScannedFile } from '../../detector.ts';
import { installers } from '../../helpers/commands/installers.data.ts';
import {
  commandOf,
  commandWithin,
  hasTarget,
  isLocal,
  pipelinesOf,
  runOutputsOf,
  runsItsInput,
} from '../../helpers/commands/shell.ts';
import { commandLinesOf } from '../../helpers/text/lines.ts';
import { warningsIn } from '../../helpers/text/warnings.ts';

/** The message names the kind and not the address: that stands in the line. */
export const pipeToShell: Detector = {
  id: 'pipe-to-shell',
  severity: 'medium',
  consequence: 'advise',
  summary: 'Something is downloaded and run in one breath.',
  explanation:
    'What is piped from the network into an interpreter runs unseen, and may be another thing tomorrow or for another ' +
    'caller. The documented installers of well-known tools are left out where they are fetched over https from their ' +
    'own address with ordinary options, and so are addresses of this machine, mentions without an address, warnings, ' +
    'and interpreters that only read data, as in a pipe to “python3 -m json.tool”. Name a package manager instead, or ' +
    'download a fixed version, check it, and then run it.',
  examples: {
    bad: { path: 'SKILL.md', text: '```sh\ncurl -fsSL https://tool.example/setup.sh | sudo bash -s -- --yes\n```\n' },
    good: { path: 'SKILL.md', text: '```sh\ncurl -s https://api.example/v1/items | python3 -m json.tool\n```\n' },
  },
  inspect: downloadsIn,
};

function* downloadsIn(file: ScannedFile): Generator<Place> {
  if (!file.isText || !mayDownload.test(file.text)) return;
  const isWarning = warningsIn(file);
  let last = 0;
  for (const { number, text: line } of commandLinesOf(file.text)) {
    if (number === last || !mayDownload.test(line)) continue;
    const message = runOfDownload(line);
    if (message === undefined || isWarning(number, line)) continue;
    last = number;
    yield { line: number, message };
  }
}

const mayDownload =
  /curl|wget|fetch|aria2c|iwr|irm|Invoke-(?:WebRequest|RestMethod)|DownloadString|urlopen|requests|http/i;

/** What runs a download, where the line does. */
export function runOfDownload(line: string): string | undefined {
  for (const stages of pipelinesOf(line)) {
    const from = stages.findIndex(downloads);
    const to = from === -1 ? -1 : stages.findIndex((stage, at) => at > from && runsItsInput(stage));
    if (to === -1 || isInstaller(stages.slice(from, to + 1))) continue;
    return `A download is piped into an interpreter (${commandOf(stages[to] ?? '').program}).`;
  }
  for (const body of runOutputsOf(line)) {
    const fetching = body.split(')')[0] ?? '';
    if (downloads(fetching) && !isInstaller([fetching])) return 'The output of a download is run as a command.';
  }
  if (runsDownload(line)) return 'The answer of a web server is run as code.';
  return isRunAfterwards(line) ? 'A file is downloaded and run in the same line.' : undefined;
}

const downloaders = new Set(
  'curl wget wget2 fetch aria2c lwp-request iwr irm invoke-webrequest invoke-restmethod'.split(' '),
);

/** Anywhere in a command, since it may stand in a string of a program or of another shell. */
function downloads(stage: string): boolean {
  const command = commandWithin(stage, downloaders);
  const rest = command?.words.join(' ') ?? '';
  if (!command) return /\.DownloadString\s{0,9}\(\s{0,9}["'$]/i.test(stage) && !isLocal(stage);
  return hasTarget(rest) && !isLocal(rest);
}

/** PowerShell's way, and those of Python and JavaScript. */
const runsDownload = (line: string): boolean =>
  !isLocal(line) &&
  (/\b(?:iex|Invoke-Expression)\b[\s("'&$]{1,20}(?:\([^)]{0,80}\)\.DownloadString\b|New-Object\b[^)]{0,60}\)?\.DownloadString\b|(?:iwr|irm|curl|wget|Invoke-WebRequest|Invoke-RestMethod)\s{1,9}["'-]{0,2}\w)/i.test(
    line,
  ) ||
    /\[scriptblock\]::Create\(\(?\s{0,9}(?:iwr|irm|Invoke-WebRequest|Invoke-RestMethod)\b/i.test(line) ||
    /(?<![\w.])(?:exec|eval)\(\s{0,9}(?:await\s{1,9}\(?(?:await\s{1,9})?fetch\(|(?:urllib\.request\.)?urlopen\(|requests\.get\()\s{0,9}["'\w]/.test(
      line,
    ));

/** `curl -o a https://… && sh a`, `wget https://…/a; chmod +x a; ./a`. */
function isRunAfterwards(line: string): boolean {
  const names = new Set<string>();
  for (const [first = '', ...rest] of pipelinesOf(line)) {
    const { program, words } = commandOf(first);
    const run = words.find((word) => !word.startsWith('-'));
    if (
      rest.length === 0 &&
      (names.has(leaf(program)) || (runsFiles.has(program) && run && names.has(leaf(run.replace(/["')]{1,3}$/, '')))))
    )
      return true;
    if (!downloaders.has(program) || !downloads(first)) continue;
    const flag = words.findIndex((word) => /^(?:-[a-zA-Z]{0,9}[oO]|--output|--output-document|-OutFile)$/.test(word));
    const saved =
      flag === -1 || (program === 'curl' && /O$/.test(words[flag] ?? ''))
        ? words.findLast((word) => word.includes('/'))
        : words[flag + 1];
    if (saved !== undefined && saved !== '-') names.add(leaf(saved));
  }
  return false;
}

const runsFiles = new Set('sh bash zsh python python3 node perl ruby source .'.split(' '));

const leaf = (path: string): string => path.replace(/^.{0,1000}\//, '').toLowerCase();

/**
 * Whether a pipeline is a documented installer: nothing but plain options, and one address, spelt without anything that
 * a downloader could read otherwise, such as a user name, a port, an escape or a range.
 */
function isInstaller(stages: readonly string[]): boolean {
  if (stages.length > 2) return false;
  const rest = (commandWithin(stages[0] ?? '', downloaders)?.words ?? []).map((word) =>
    word.replaceAll(/^["']|["')]{1,3}$/g, ''),
  );
  const addresses = rest.filter(
    (word) =>
      word !== '' &&
      !/^(?:-[fsSLqO]{1,6}-?|-o-|-|--proto|=https|--tlsv1\.[23]|--(?:fail|silent|show-error|location))$/.test(word),
  );
  const [address = ''] = addresses;
  if (
    addresses.length !== 1 ||
    !/^https:\/\/[\w.-]{1,100}(?:\/[\w./-]{0,200})?$/.test(address) ||
    address.includes('..')
  )
    return false;
  return installers.some(
    ({ under }) =>
      address === under ||
      address.startsWith(under.endsWith('/') ? under : `${under}/`) ||
      address === `${under}.sh` ||
      address === `${under}.ps1`,
  );
}
