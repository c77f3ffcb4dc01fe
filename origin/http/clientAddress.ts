/** Who a request counts for, by network address (CONTRACT.md, Caching, headers, limits). */
import type { IncomingMessage } from 'node:http';
import { isIPv4, isIPv6 } from 'node:net';
import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context } from 'hono';
import ipaddr from 'ipaddr.js';

/** The client that a request comes from. Never throws. */
export const clientAddress = (c: Context, trustedProxyHops: number): string =>
  addressOf(peerOf(c), c.req.header('x-forwarded-for'), trustedProxyHops);

/** The same of a request that is no app's yet. */
export const clientBehind = ({ headers, socket }: IncomingMessage, trustedProxyHops: number): string =>
  // Node joins what stands in several lines, though its types can't tell.
  addressOf(socket.remoteAddress ?? '', headers['x-forwarded-for'] as string | undefined, trustedProxyHops);

/**
 * The socket's peer, or what the outermost of `trustedProxyHops` proxies wrote into `X-Forwarded-For`. Each proxy
 * appends the address that it was called from, so only that many entries from the right are theirs; all before them is
 * the client's own invention. Where the proxy's entry is missing or no address, the peer it is.
 */
function addressOf(peer: string, forwardedFor: string | undefined, trustedProxyHops: number): string {
  const entry = trustedProxyHops > 0 ? forwardedFor?.split(',').at(-trustedProxyHops)?.trim() : undefined;
  return (entry && (clientOf(entry) ?? clientOf(withoutPort(entry)))) || (clientOf(peer) ?? 'unknown');
}

/**
 * One client for each IPv4 address, however it is written, and for each /64 of IPv6, since a host that has one address
 * there has 2⁶⁴. Undefined for what is no address.
 */
export function clientOf(address: string): string | undefined {
  if (isIPv4(address)) return address;
  if (!isIPv6(address)) return undefined;
  // In hexadecimal, as URLs write it: ipaddr.js takes `::192.0.2.1` for the mapped `::ffff:192.0.2.1`.
  const { hostname } = new URL(`http://[${address.replace(/%.*/, '')}]`);
  const parsed = ipaddr.IPv6.parse(hostname.slice(1, -1));
  if (parsed.isIPv4MappedAddress()) return parsed.toIPv4Address().toString();
  const network = parsed.parts.slice(0, 4).map((group) => group.toString(16));
  return `${network.join(':')}::/64`;
}

/** The peer has no address when it is gone already, or when there is no socket, as in tests. */
const peerOf = (c: Context): string => (c.env?.incoming && getConnInfo(c).remote.address) ?? '';

/** Some proxies write `192.0.2.1:4711` and `[2001:db8::1]:4711`. */
const withoutPort = (entry: string): string =>
  entry.replace(/^\[(.*)\](?::\d+)?$/, '$1').replace(/^([\d.]+):\d+$/, '$1');
