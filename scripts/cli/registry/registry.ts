/** The registry that the configuration names: both its addresses, and clients that fail in plain words. */
import { RegistryError } from '../../../origin/contract/clients/client.ts';
import { type Client, createClient } from '../../../origin/contract/clients/createClient.ts';
import { apiPrefix } from '../../../origin/contract/operations/row.ts';
import { type Config, changeStored, tokenFor } from '../config.ts';
import { exitCodes, Failure, Unreachable } from '../failure.ts';
import { mayCarryTokens, registryAddress } from './address.ts';
import type { Transport } from './transport.ts';

/** A registry as the program reaches it: retried, through proxies, with plain failures. */
export interface Registry {
  /** The origin, under the token of the configuration where there is one: writes, sync, private things. */
  origin: Client;
  /** The origin without a token: pairing. */
  originAnonymously: Client;
  /** The mirror, anonymously: reads of what is public. */
  mirror: Client;
  /** Addresses without trailing slashes. */
  originUrl: string;
  mirrorUrl: string;
  /** Whether `origin` carries a token. */
  isSignedIn: boolean;
  /**
   * GET of an address of this registry, with the same retries; with `token` under the machine's token, where it is
   * paired, else the person's; `isBrief` gives up soon. Redirects to another host are refused. Rejects as the clients do; 304 is an answer.
   */
  get(
    url: string,
    options?: { token?: boolean; headers?: Record<string, string>; isBrief?: boolean },
  ): Promise<Response>;
}

/**
 * Finds site and origin of the registry; the way is kept for a day, and longer while nothing answers. Rejects with
 * `Unreachable`, or with `Failure` where the address is none of a registry's.
 */
export async function connect(config: Config, transport: Transport): Promise<Registry> {
  const { originUrl, mirrorUrl } = await addressesOf(config, transport);
  const token = tokenFor(config, originUrl, 'session');
  const machineToken = tokenFor(config, originUrl, 'device');
  return {
    origin: clientAt(originUrl, transport, token),
    originAnonymously: clientAt(originUrl, transport),
    mirror: clientAt(mirrorUrl, transport),
    originUrl,
    mirrorUrl,
    isSignedIn: token !== undefined,
    get: async (url, options = {}) => {
      const isOrigin = isBelow(url, originUrl);
      if (!isOrigin && (options.token || !isBelow(url, mirrorUrl))) {
        throw new Failure(`${hostOf(url)} is not part of this registry. Nothing was requested from it.`);
      }
      const headers = { ...options.headers, ...(options.token && bearer(machineToken, url)) };
      const response = await transport({ url, headers, ...(options.isBrief && { isBrief: true }) });
      if (response.status >= 400) throw await failureOf(response, url);
      return response;
    },
  };
}

/** Seconds that the addresses of a registry are taken for granted. */
const addressesLast = 24 * 60 * 60;

async function addressesOf(config: Config, transport: Transport): Promise<{ originUrl: string; mirrorUrl: string }> {
  const { registryUrl, stored } = config;
  const known = stored.sites[registryUrl];
  const now = Math.floor(Date.now() / 1000);
  if (known && now - known.seen_at < addressesLast) return known;
  let found: { originUrl: string; mirrorUrl: string };
  try {
    found = await askForAddresses(registryUrl, transport);
    if (!(await isConfirmed(found, registryUrl, transport))) return known ?? found;
  } catch (error) {
    if (known && error instanceof Unreachable) return known;
    throw error;
  }
  // Without a place to keep it, it is asked for again the next time.
  await changeStored(config, ({ sites }) => (sites[registryUrl] = { ...found, seen_at: now })).catch(() => undefined);
  return found;
}

/**
 * A site may say of any origin that it is its own; only if that says the same, it counts. False where it can't be asked
 * now: then nothing is remembered. Errors: `Failure` where it says otherwise.
 */
async function isConfirmed(
  { originUrl, mirrorUrl }: { originUrl: string; mirrorUrl: string },
  registryUrl: string,
  transport: Transport,
): Promise<boolean> {
  if (registryUrl === originUrl) return true;
  const said = await askForAddresses(originUrl, transport).catch((error: unknown) => {
    if (error instanceof Unreachable) return undefined;
    throw error;
  });
  if (!said) return false;
  if (said.originUrl === originUrl && said.mirrorUrl === mirrorUrl) return true;
  const other = said.originUrl === originUrl ? ` If it is a mirror of ${said.mirrorUrl}, name that one.` : '';
  throw new Failure(
    `${registryUrl} says that it belongs to ${originUrl}, which does not know it. Nothing was requested from either.${other}`,
  );
}

/** The description names both servers, the site first (origin/contract/clients/openapi.ts). */
async function askForAddresses(registryUrl: string, transport: Transport) {
  const url = `${registryUrl}/openapi.json`;
  const response = await transport({ url });
  if (response.status >= 500) throw new Unreachable(brokenAnswer(response, url));
  const servers = response.ok ? await serversOf(response) : [];
  const [mirrorUrl, originUrl] = servers;
  if (!mirrorUrl || !originUrl) {
    throw new Failure(`${registryUrl} is not a skill registry. Set its address with --registry or SKILL_REGISTRY_URL.`);
  }
  return { mirrorUrl, originUrl };
}

async function serversOf(response: Response): Promise<string[]> {
  try {
    const { servers } = (await response.json()) as { servers: { url: string }[] };
    return servers.filter(({ url }) => url.endsWith(apiPrefix)).map(({ url }) => registryAddress(url));
  } catch {
    return [];
  }
}

const clientAt = (baseUrl: string, transport: Transport, token?: string): Client =>
  createClient({
    baseUrl,
    send: async ({ headers, ...request }) => {
      const { url } = request;
      const response = await transport({ ...request, headers: { ...headers, ...bearer(token, url) } });
      if (!isOurs(response)) throw new Unreachable(brokenAnswer(response, url));
      return response;
    },
  });

/** The one place that puts a token into a request. */
function bearer(token: string | undefined, url: string): Record<string, string> {
  if (token === undefined) return {};
  if (mayCarryTokens(new URL(url))) return { authorization: `Bearer ${token}` };
  throw new Failure(
    `Your token was not sent to ${new URL(url).origin}, because anyone on the network could read it. Use an https address.`,
    exitCodes.signIn,
  );
}

/** The registry answers in JSON, but for bundles; a proxy's page of excuses is no answer of it. */
const isOurs = ({ headers, ok }: Response): boolean => {
  const type = headers.get('content-type') ?? '';
  return type.startsWith('application/json') || (ok && type.startsWith('application/gzip'));
};

const brokenAnswer = ({ status }: Response, url: string): string =>
  `${hostOf(url)} answered ${status}, but not like a registry. Try again in a moment, or check the address.`;

async function failureOf(response: Response, url: string): Promise<Error> {
  if (!isOurs(response)) return new Unreachable(brokenAnswer(response, url));
  return new RegistryError(response.status, await response.json());
}

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : 'The address');

/** Whether an address lies below another: the same host, and the path continued. */
const isBelow = (url: string, base: string): boolean =>
  URL.canParse(url) && new URL(url).href.startsWith(`${new URL(base).href.replace(/\/$/, '')}/`);
