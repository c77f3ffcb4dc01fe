/** One request for a list of advisories, bounded in bytes and time, and to the addresses that were looked at. */
import type { LookupFunction } from 'node:net';
import { isIPv6 } from 'node:net';
import { Agent, request } from 'undici';
import { readUpTo } from '../../contract/clients/bodies.ts';
import { limits } from '../../contract/fields.ts';
import { type AddressPolicy, allowedAddresses } from './publicAddress.ts';

interface Fetching {
  policy: AddressPolicy;
  signal: AbortSignal;
}

/** Milliseconds for the whole answer. */
const patience = 30_000;

/**
 * What stands in the list at an https address, an array or `{ advisories: [] }`; undefined where it is still the one with
 * this ETag. Redirects are refused. Errors: one sentence that says what is wrong, without the address.
 */
export async function fetchFeed(
  url: string,
  etag: string,
  { policy, signal }: Fetching,
): Promise<{ etag: string; list: unknown[] } | undefined> {
  const until = AbortSignal.any([signal, AbortSignal.timeout(patience)]);
  const addresses = await allowedAddresses(new URL(url).hostname.replace(/^\[|\]$/g, ''), policy, until);
  // Looked up once: a name that leads elsewhere by the time of the connection leads nowhere.
  const dispatcher = new Agent({ connect: { lookup: lookupOf(addresses) } });
  try {
    const { statusCode, headers, body } = await request(url, {
      dispatcher,
      signal: until,
      headers: { accept: 'application/json', 'accept-encoding': 'identity', ...(etag && { 'if-none-match': etag }) },
    });
    if (statusCode === 304 && etag) return undefined;
    if (statusCode !== 200) throw new Error(`It answers ${statusCode}.`);
    const bytes = await readUpTo(limits.advisoryFeed, body);
    if (!bytes) throw new Error(`It is longer than ${limits.advisoryFeed} bytes.`);
    return { etag: String(headers['etag'] ?? '').slice(0, 200), list: listIn(bytes) };
  } catch (error) {
    if (until.aborted && !signal.aborted) throw new Error(`It did not answer within ${patience / 1000} s.`);
    throw error;
  } finally {
    await dispatcher.destroy();
  }
}

function lookupOf(addresses: readonly string[]): LookupFunction {
  const found = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
  return (_, options, callback) => {
    const [first] = found;
    if (options.all) callback(null, found);
    else callback(null, first?.address ?? '', first?.family);
  };
}

function listIn(bytes: Uint8Array): unknown[] {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw new Error('It is not JSON.');
  }
  const list = Array.isArray(value) ? value : (value as { advisories?: unknown } | null)?.advisories;
  if (!Array.isArray(list)) throw new Error('It is not a list of advisories.');
  if (list.length > limits.advisories) throw new Error(`It has more than ${limits.advisories} advisories.`);
  return list;
}
