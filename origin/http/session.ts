/** The site's session: a session token in a cookie (CONTRACT.md, Writes). */
import { parse, serialize } from 'hono/utils/cookie';
import type { Site } from '../read/reading.ts';

/** Browsers let a `__Host-` cookie come from its own host alone, over TLS; they refuse it on plain http. */
const isSecure = ({ originUrl }: Site): boolean => originUrl.startsWith('https:');
const nameOf = (site: Site): string => (isSecure(site) ? '__Host-session' : 'session');

/** Longer than any session: the token's own expiry, which slides, is what counts. 400 days is the most that browsers keep. */
const lifetime = 400 * 24 * 60 * 60;

/** The header that begins a session in the browser, or with null ends it. */
export const sessionCookie = (site: Site, token: string | null): string =>
  serialize(nameOf(site), token ?? '', {
    httpOnly: true,
    sameSite: 'Lax',
    secure: isSecure(site),
    path: '/',
    maxAge: token === null ? 0 : lifetime,
  });

/** The token in a request's cookie, or undefined. */
export const sessionOf = (site: Site, request: Request): string | undefined =>
  parse(request.headers.get('cookie') ?? '', nameOf(site))[nameOf(site)] || undefined;
