/** Who calls: a bearer token read as RFC 6750 says, or the site's session cookie. */

import type { Logger } from 'pino';
import { isForPages } from '../contract/access.ts';
import { ApiError } from '../contract/errors.ts';
import type { Site } from '../read/reading.ts';
import type { Asked } from '../store/access/rules.ts';
import { callerOf, type TokenUse } from '../store/access/tokens.ts';
import { isAtOnce, type Uses, writeUses } from '../store/access/uses.ts';
import type { Engine } from '../store/engine/engine.ts';
import type { Caller } from '../store/view.ts';
import { note } from './notes.ts';
import { sessionOf } from './session.ts';

interface Registry {
  engine: Engine;
  log: Logger;
  site: Site;
  /** Sites whose pages may act under the session cookie. */
  corsOrigins: readonly string[];
  /** Those of them that are the registry's own: they alone sign in, and change how one signs in. */
  pageOrigins: readonly string[];
  uses: Uses;
  /** Unix seconds. */
  now(): number;
}

/**
 * The caller behind a request; undefined where nobody says who they are. A bearer token goes before a cookie, except
 * on the routes of the site, which look at the cookie alone. A session that has ended is nobody, since a browser keeps
 * its cookie; a bearer that does not work is an error. So is that of a suspended person, whose session reads as anybody
 * and does what the table leaves open. Whether the row lets them is for `checkCaller` to say. Errors: `unauthorized`,
 * `csrf_refused`, `forbidden`, and those of tokens.
 */
export async function callerBehind(
  registry: Registry,
  request: Request,
  { access, allowSuspended }: Asked,
): Promise<Caller | undefined> {
  const ofSite = isForPages(access);
  const authorization = ofSite ? null : request.headers.get('authorization');
  if (authorization !== null) return tokenCaller(registry, bearerOf(authorization), {});
  const session = sessionOf(registry.site, request);
  // Without a session what is for those signed in is refused anyway, and the reason for that says more.
  if (access === 'site' || session) refuseOtherSites(request, ofSite ? registry.pageOrigins : registry.corsOrigins);
  if (!session) return undefined;
  return tokenCaller(registry, session, { inBrowser: true, allowSuspended }).catch((error: Error) => {
    const isNobody = error instanceof ApiError && (error.status === 401 || access === 'anonymous' || access === 'site');
    if (isNobody) return undefined;
    throw error;
  });
}

/** Whether a request names anyone, rightly or not: what it is answered belongs into no shared cache. */
export const hasCredential = (site: Site, request: Request): boolean =>
  request.headers.has('authorization') || sessionOf(site, request) !== undefined;

/**
 * What is not of the bearer form is `unauthorized` too, and not RFC 6750's `invalid_request` (400): it may be of another
 * scheme, or two headers in one, and the challenge tells its sender what we take.
 */
function bearerOf(authorization: string): string {
  const token = /^Bearer +([A-Za-z0-9._~+/-]+=*) *$/i.exec(authorization)?.[1];
  if (!token) throw new ApiError('unauthorized', 'The Authorization header must have the form "Bearer <token>".');
  return token;
}

async function tokenCaller(registry: Registry, token: string, session: TokenUse): Promise<Caller> {
  const { engine, now } = registry;
  const at = now();
  const { lastUsedAt, expiresAt, ...caller } = await callerOf(engine.db, token, at, session);
  const { tokenId, tokenClass } = caller;
  const use = { tokenId, tokenClass, at };
  if (!isAtOnce(lastUsedAt, at, expiresAt)) registry.uses.ofToken(use);
  else await note(registry, `use of token ${tokenId}`, (db) => writeUses(db, [use], at));
  return caller;
}

const safeMethods = ['GET', 'HEAD', 'OPTIONS'];

/**
 * A browser sends its cookies along whichever page made the request. What changes something has to come from a page of
 * ours, and browsers say so in a header that pages can't write.
 */
function refuseOtherSites({ method, headers }: Request, allowed: readonly string[]): void {
  if (safeMethods.includes(method)) return;
  const isOurs = allowed.includes(headers.get('origin') ?? '') && headers.get('sec-fetch-site') !== 'cross-site';
  if (!isOurs) throw new ApiError('csrf_refused');
}
