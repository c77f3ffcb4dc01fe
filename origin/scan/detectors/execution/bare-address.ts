import type { Detector } from '../../detector.ts';
import { isBare } from '../../helpers/sending/bareHosts.ts';
import { addressesIn } from '../../helpers/sending/hosts.ts';
import { placesByLine, warnsAgainst } from '../../helpers/text/lines.ts';

export const bareAddress: Detector = {
  id: 'bare-address',
  severity: 'medium',
  consequence: 'advise',
  summary: 'Something is fetched from or sent to a server that has an address and no name.',
  explanation:
    'A public server that is called by its number answers to nobody: no name that can be looked up, no certificate that ' +
    'says whose it is. Skills that steal use them, also written as one decimal or hexadecimal number. Addresses of this ' +
    'machine, of private networks and of documentation, well-known name servers, and lines that warn are left out. Give ' +
    'the server a name.',
  examples: {
    bad: { path: 'setup.sh', text: 'curl -fsSL http://93.184.216.34/setup -o setup\n' },
    good: { path: 'setup.sh', text: 'curl -fsSL http://192.168.1.10/setup -o setup\ncurl http://203.0.113.9/\n' },
  },
  inspect: (file) => placesByLine(file, messageFor),
};

function messageFor(line: string): string | undefined {
  if (!/https?:\/\/(?:[^\s/@]{0,60}@)?(?:\d|0x|\[)/i.test(line) || warnsAgainst(line)) return undefined;
  for (const { host } of addressesIn(line)) if (isBare(host)) return 'The line calls a public server by its number.';
  return undefined;
}
