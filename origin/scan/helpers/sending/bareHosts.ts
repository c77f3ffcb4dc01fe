/** Servers that are called by their number. */
import ipaddr from 'ipaddr.js';

/** A public one. As programs read it: also `http://1572395042`, `http://0x5db8d822`, `http://0135.0270.0330.042`. */
export function isBare(host: string): boolean {
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
