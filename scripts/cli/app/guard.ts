/**
 * Who may ask the app for anything. A page of another origin can send requests to loopback, a name can be made to lead
 * here, and any program of any user of this machine can connect: each request has to show that it comes from the browser
 * that the person opened the app in, and from the app's own pages.
 */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

export interface Secrets {
  /** Random path below which the pages are. The cookie is sent nowhere else: cookies know no ports. */
  base: string;
  /** What the browser's cookie has. */
  session: string;
  /** For another `skill-registry app` of the same person, which reads it from a file that only they can read. */
  key: string;
  /** Each opens the pages once. */
  tickets: Set<string>;
}

interface Asked {
  method?: string | undefined;
  headers: IncomingHttpHeaders;
}

const newSecret = (): string => randomBytes(24).toString('base64url');

export const newSecrets = (): Secrets => ({
  base: `/${newSecret()}/`,
  session: newSecret(),
  key: newSecret(),
  tickets: new Set(),
});

/** Tickets that nobody used. */
const maxTickets = 20;

export function newTicket({ tickets }: Secrets): string {
  const ticket = newSecret();
  const [oldest] = tickets;
  if (oldest !== undefined && tickets.size >= maxTickets) tickets.delete(oldest);
  tickets.add(ticket);
  return ticket;
}

const cookieName = 'skill-registry-app';

export const cookieOf = ({ base, session }: Secrets): string =>
  `${cookieName}=${session}; Path=${base}; HttpOnly; SameSite=Strict`;

/** Why a request is not from where it has to be from, whatever it asks for: a status and a sentence. `host` has the port. */
export function refusal({ method, headers }: Asked, host: string): [status: number, why: string] | undefined {
  if (headers.host !== host) return [421, 'This address is not the app’s.'];
  if (method !== 'GET' && method !== 'HEAD' && method !== 'POST') return [405, 'There is no such method here.'];
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'none' && site !== 'same-origin') return [403, fromElsewhere];
  if (headers.origin !== undefined && headers.origin !== `http://${host}`) return [403, fromElsewhere];
  return undefined;
}

const fromElsewhere = 'Another page sent this request. Open the app by the address that `skill-registry app` prints.';

/** Whether a request changes anything with the app's own page as its sender: browsers say the origin of each POST. */
export const isFromOwnPage = ({ headers }: Asked, host: string): boolean => headers.origin === `http://${host}`;

export function hasSession({ headers }: Asked, { session }: Secrets): boolean {
  // Another server of this host may have set one of the same name.
  const cookies = (headers.cookie ?? '').split(/; */).filter((cookie) => cookie.startsWith(`${cookieName}=`));
  return cookies.some((cookie) => isSame(cookie.slice(cookieName.length + 1), session));
}

/** No browser can send it: it goes without an origin. */
export const hasKey = ({ headers }: Asked, { key }: Secrets): boolean =>
  headers.origin === undefined &&
  headers['sec-fetch-site'] === undefined &&
  isSame(headers.authorization ?? '', `Bearer ${key}`);

function isSame(one: string, other: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}
