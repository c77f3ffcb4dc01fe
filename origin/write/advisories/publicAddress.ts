/** Which hosts the registry fetches from: those whose every address is on the public internet. */
import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** How hosts become addresses, and which addresses are taken. */
export interface AddressPolicy {
  /** Every A and AAAA record of a name. */
  addressesOf(host: string): Promise<string[]>;
  isAllowed(address: string): boolean;
}

export const publicOnly: AddressPolicy = {
  addressesOf: async (host) => (await lookup(host, { all: true })).map(({ address }) => address),
  isAllowed: isPublic,
};

const globalIpv6 = ipaddr.parseCIDR('2000::/3');
const wellKnownNat64 = ipaddr.parseCIDR('64:ff9b::/96');

/**
 * Whether an address is one of the public internet: not loopback, private, link-local, shared (carrier-grade NAT),
 * multicast, unspecified, reserved or for documentation, nor an IPv6 form that carries an IPv4 address elsewhere (mapped,
 * 6to4, Teredo). Of NAT64 (RFC 6052) only the well-known prefix is taken, and judged by the IPv4 address in it: networks
 * without IPv4 reach public hosts that way.
 */
export function isPublic(text: string): boolean {
  if (isIP(text) === 0) return false;
  const address = ipaddr.parse(text);
  if (address.range() === 'unicast') return address.kind() === 'ipv4' || address.match(globalIpv6);
  if (!(address instanceof ipaddr.IPv6) || !address.match(wellKnownNat64)) return false;
  return isPublic(address.toByteArray().slice(12).join('.'));
}

/** The addresses of a host, all of them allowed. Throws one sentence where one isn't, or there is none. */
export async function allowedAddresses(host: string, policy: AddressPolicy, signal: AbortSignal): Promise<string[]> {
  const addresses = isIP(host) ? [host] : await found(host, policy, signal);
  const refused = addresses.find((address) => !policy.isAllowed(address));
  if (refused === undefined) return addresses;
  const where = refused === host ? `${host} is` : `${host} is at ${refused},`;
  throw new Error(`${where} not an address of the public internet, and nothing is fetched from there.`);
}

async function found(host: string, policy: AddressPolicy, signal: AbortSignal): Promise<string[]> {
  const stopped = Promise.withResolvers<never>();
  const stop = () => stopped.reject(signal.reason);
  signal.throwIfAborted();
  signal.addEventListener('abort', stop);
  try {
    const addresses = await Promise.race([policy.addressesOf(host), stopped.promise]);
    if (addresses.length > 0) return addresses;
  } catch (error) {
    signal.throwIfAborted();
    throw new Error(`${host} can’t be found: ${(error as NodeJS.ErrnoException).code ?? (error as Error).message}.`);
  } finally {
    signal.removeEventListener('abort', stop);
  }
  throw new Error(`${host} has no address.`);
}
