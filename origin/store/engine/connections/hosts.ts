/** Where PostgreSQL may be: an address that names several hosts, and which of them takes writes now. */

export interface Hosts {
  count: number;
  /** Whether a host has to prove that it takes writes. */
  mustWrite: boolean;
  /** The address to try. */
  next(): string;
  /** `address` failed, so that the one after it is tried, unless somebody has moved on from it already. */
  moveOn(address: string): void;
  /** It was reached, and takes writes where that is asked: connections to others are of no more use. */
  choose(address: string): void;
  isChosen(address: string): boolean;
  /** It turned out to take no writes any more. */
  abandon(address: string): void;
}

/** `postgres://user:secret@a:5432,b:5433/name?options` in its parts: what is before the hosts, they, and what is after. */
const shape = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#@]*)(.*)$/s;

/** What `target_session_attrs` may ask for. Of several hosts one that takes writes is looked for, if nothing is said. */
const targets = new Map([
  ['any', false],
  ['read-write', true],
  ['primary', true],
]);

/** Throws `ERR_INVALID_URL` where it can't be read: what is wrong with it, and nothing that stands in it. */
export function hostsOf(url: string): Hosts {
  const { addresses, mustWrite } = addressesOf(url);
  let [at, chosen] = [0, undefined as string | undefined];
  const next = () => addresses[at] ?? url;
  const moveOn = (address: string) => {
    if (next() === address) at = (at + 1) % addresses.length;
  };
  return {
    count: addresses.length,
    mustWrite,
    next,
    moveOn,
    choose: (address) => {
      chosen = address;
    },
    isChosen: (address) => chosen === address,
    abandon: (address) => {
      if (chosen === address) chosen = undefined;
      moveOn(address);
    },
  };
}

/** One address for each host, as the driver reads them. */
function addressesOf(url: string): { addresses: string[]; mustWrite: boolean } {
  const [, before = '', hosts = '', after = ''] = shape.exec(url) ?? [];
  // A folder of sockets, or what only the driver knows.
  if (!before) return { addresses: [url], mustWrite: false };
  const [path = '', query = ''] = after.split('?', 2);
  const parameters = new URLSearchParams(query);
  const asked = parameters.get('target_session_attrs');
  parameters.delete('target_session_attrs');
  const each = hosts.split(',').map((host) => host.trim());
  const rest = path + (parameters.size > 0 ? `?${parameters}` : '');
  const addresses = each.map((host) => before + host + rest);
  if (each.length > 1 && !(each.every(Boolean) && addresses.every((address) => URL.canParse(address))))
    throw wrong('names a host that can’t be read');
  const mustWrite = asked === null ? each.length > 1 : targets.get(asked);
  if (mustWrite === undefined) throw wrong(`may ask for target_session_attrs=${[...targets.keys()].join(', ')}`);
  return { addresses, mustWrite };
}

const wrong = (what: string) => Object.assign(new Error(`DATABASE_URL: ${what}.`), { code: 'ERR_INVALID_URL' });
