/** Where data goes, as effects have it. */
import { catchers, drops } from '../../detectors/secrets/data-drop.data.ts';
import type { Data } from '../../programs/effect.ts';
import { isBare } from './bareHosts.ts';
import { vendors } from './destinations.data.ts';
import { isUnder } from './hosts.ts';

const catching: ReadonlySet<string> = new Set([...catchers, ...drops]);

/** In small letters, without port and user; '' where it is not known. */
export function hostsOf({ texts }: Data): string[] {
  return texts.map((text) => {
    const [, authority = ''] = /^(?:[a-z][a-z0-9+.-]{0,20}:\/\/)?([^/?#\s]{0,300})/i.exec(text.trim()) ?? [];
    const host = authority
      .replace(/^.{0,200}@/, '')
      .replace(/:[\d\uFFFC]{1,6}$/, '')
      .toLowerCase();
    return /^[\w.[\]:-]+$/.test(host) || /\.[a-z]{2,20}$/.test(host) ? host : '';
  });
}

const local =
  /^(?:localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|0\.0\.0\.0|\[::1\]|::1|host\.docker\.internal|.{1,200}\.(?:local|internal|localhost))$/;

/** This machine, or the network that it stands in. */
const isOwn = (host: string): boolean =>
  local.test(host) || /^(?:10|192\.168|172\.(?:1[6-9]|2\d|3[01]))\.\d{1,3}(?:\.\d{1,3}){0,2}$/.test(host);

export const isLocalHost = (host: string): boolean => local.test(host);

/** All that is known of the destination is this machine. */
export const staysLocal = (to: Data): boolean => {
  const hosts = hostsOf(to);
  return hosts.length > 0 && hosts.every(isLocalHost);
};

/** Where anybody can leave data for somebody who isn't named. */
export const isCatcher = (host: string): boolean => isUnder(host, catching);

/** A number instead of a name, on no network of one's own. */
export const isBareAddress = (host: string): boolean =>
  isBare(host) || (/^\d{1,3}(?:\.\d{1,3}){3}$/.test(host) && !isOwn(host));

/** A host that is called what it does. */
export const isTelling = (host: string): boolean =>
  /(?:^|[.-])(?:evil|attackers?|malicious|malware|exfil(?:tration|trate)?|c2|c2server|steal(?:er)?|hostile|rogue|phish(?:ing)?|keylog(?:ger)?|drop-?zone)(?=[.-]|$)/.test(
    host,
  );

/** The service that a variable is named for: what it begins with. */
export const vendorOf = (variable: string): string => variable.split('_', 1)[0] ?? variable;

/** Whether a variable is the key of a known service, and the host is none of that service's. */
export function isForeignTo(variable: string, host: string): boolean {
  const vendor = vendors.find((one) => one.variable.test(variable));
  return vendor !== undefined && host.includes('.') && !isUnder(host, new Set(vendor.hosts));
}
