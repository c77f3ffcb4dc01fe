import ipaddr from 'ipaddr.js';
import type { Detector } from '../detector.ts';
import { addressesIn } from '../helpers/hosts.ts';
import { placesByLine, warnsAgainst } from '../helpers/lines.ts';

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

/** As programs read it: also `http://1572395042`, `http://0x5db8d822`, `http://0135.0270.0330.042`. */
function isBare(host: string): boolean {
  if (!/^(?:0x[\da-f]{1,8}|\d{1,10}|(?:0x[\da-f]{1,2}|\d{1,4})(?:\.(?:0x[\da-f]{1,2}|\d{1,5})){1,3})$/i.test(host))
    return false;
  if (!ipaddr.IPv4.isValid(host)) return false;
  const address = ipaddr.IPv4.parse(host);
  return address.range() === 'unicast' && !known.has(address.toString()) && !isMadeUp(address.octets);
}

const known = new Set(
  '1.1.1.1 1.0.0.1 8.8.8.8 8.8.4.4 9.9.9.9 1.2.3.4 4.3.2.1 5.6.7.8 11.22.33.44 12.34.56.78 123.123.123.123 123.45.67.89'.split(
    ' ',
  ),
);

/** As documentation makes them up: `1.2.3.5`, `10.11.12.13`, `20.20.20.20`. */
const isMadeUp = ([a = 0, b = 0, c = 0, d = 0]: number[]): boolean =>
  (a === b && b === c) || (b - a === 1 && c - b === 1) || (a <= 2 && d <= 9) || (c === 0 && d === 0);
