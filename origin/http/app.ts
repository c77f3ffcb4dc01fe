/**
 * The protocol, once for the origin and the mirror: the table's operations and pages as routes. What differs is the
 * host behind it, which answers from the store, or from a snapshot's files.
 */
import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { requestIdHeader } from '../contract/clients/onCall.ts';
import { ApiError, Overload } from '../contract/errors.ts';
import { written } from '../contract/grammar/paths.ts';
import type { CachePolicy } from '../contract/headers/cache.ts';
import { retired } from '../contract/headers/deprecation.ts';
import { transportHeaders } from '../contract/headers/security.ts';
import { apiPrefix, pathOf } from '../contract/operations/row.ts';
import { type Operation, type OperationId, operationIds, operationOf } from '../contract/operations.ts';
import { checkCaller } from '../store/access/rules.ts';
import { isDamage, isPassing } from '../store/engine/faults.ts';
import type { Caller } from '../store/view.ts';
import { admitFor, admitted } from './admission/admission.ts';
import { withBody } from './body/body.ts';
import { hasCredential } from './caller.ts';
import { clientAddress } from './clientAddress.ts';
import { corsFor } from './cors.ts';
import { announce, refuseRetired } from './deprecation.ts';
import { withDownloads } from './downloads.ts';
import type { Call, Host } from './host.ts';
import { inputOf } from './input.ts';
import { answerMcpCall, inWordsForClients, nothingAt } from './mcp.ts';
import { bucketOf, metered } from './meter.ts';
import { followedBehind, newRequestId, noteRow } from './oncall/followed.ts';
import { loggedPath } from './oncall/loggedPath.ts';
import { answerPage } from './pages.ts';
import { respond, respondError } from './respond.ts';
import { sessionCookie } from './session.ts';
import { noteAsked, tagged } from './tagged.ts';

export function createApp(host: Host): Hono {
  const app = new Hono();
  app.use(named);
  if (host.cdnHeaders) app.use(tagged(host.cdnHeaders));
  if (!host.readOnly) app.use(varyByCaller);
  const always = Object.entries(transportHeaders(host.site));
  if (always.length > 0) app.use(withHeaders(always));
  app.use(corsFor(host.allowedOrigins));
  app.use(metered(host));
  if (host.readOnly) app.use(refuseWrites);
  if (host.downloads) app.use(withDownloads(host.downloads, host.metering));
  // A mirror's files are answered to everyone: it asks for a turn where it has none.
  if (!host.readOnly) app.use(admitted(host));
  for (const id of operationIds) {
    const operation = operationOf(id);
    const announcement = announce(operation.deprecated, host.site);
    app.on(operation.method, routeOf(operation), announcement, (c) => {
      noteRow(c, id);
      return answerCall(host, id, c);
    });
  }
  for (const { method, path } of retired) app.on(method, apiPrefix + path, announce({}, host.site), refuseRetired);
  for (const path of new Set(operationIds.map((id) => routeOf(operationOf(id)))))
    app.all(path, (c) => refuseMethod(path, c));
  for (const path of ['/api', '/api/*']) app.get(path, (c) => c.notFound());
  app.get('*', (c) => answerPage(host, c));
  app.notFound((c) => respondError(c.req.raw, nothingAt(c.req, host.site), host, ''));
  app.onError((error, c) => fail(host, error, c));
  return app;
}

const routeOf = (operation: Operation): string => written(pathOf(operation), (name) => `:${name}`);

/** Every answer says which it is, so that a person and a log can speak of the same one. */
async function named(c: Context, next: () => Promise<void>): Promise<void> {
  c.set('requestId', followedBehind(c)?.id ?? newRequestId());
  await next();
  c.res.headers.set(requestIdHeader, c.get('requestId'));
}

/** What else the origin's answers depend on. Outermost, so that nothing inside takes it away again. */
async function varyByCaller(c: Context, next: () => Promise<void>): Promise<void> {
  await next();
  c.res.headers.append('vary', 'Authorization, Cookie');
}

function withHeaders(fields: [name: string, value: string][]): MiddlewareHandler {
  return async (c, next) => {
    await next();
    for (const [name, value] of fields) c.res.headers.set(name, value);
  };
}

async function refuseWrites(c: Context, next: () => Promise<void>): Promise<void> {
  const allow = ['GET', 'HEAD', 'OPTIONS'];
  if (!allow.includes(c.req.method)) throw new ApiError('read_only_mirror', undefined, { allow });
  await next();
}

async function answerCall(host: Host, id: OperationId, c: Context): Promise<Response> {
  const operation = operationOf(id);
  const caller = host.readOnly ? undefined : await host.caller(c.req.raw, operation);
  checkCaller(operation, caller);
  const input = inputOf(operation, c.req.param(), c.req.query());
  noteAsked(c, id, input);
  const address = clientAddress(c, host.metering.trustedProxyHops);
  const clientVersion = c.req.header('x-client-version');
  const holder = { account: caller?.profileId, address };
  return withBody(operation, c, host.bodies, holder, async (body) => {
    const call: Call = { id, input, caller, body, address, clientVersion, admit: admitFor(host, c) };
    if (id === 'callMcp') return answerMcpCall(host, c, call);
    const { status, session, ...answer } = await host.call(call);
    return respond(c.req.raw, answer, {
      cache: cacheFor(operation, caller),
      tagBits: host.tagBits,
      ...(status && { status }),
      ...(session !== undefined && { headers: { 'set-cookie': sessionCookie(host.site, session) } }),
    });
  });
}

/** An answer to a credential never enters a shared cache, whatever the table says of the anonymous one. */
function cacheFor({ cache }: Operation, caller: Caller | undefined): CachePolicy {
  return caller && cache !== 'sync' && cache !== 'none' ? 'private' : cache;
}

function refuseMethod(route: string, c: Context): never {
  const methods = operationIds
    .map(operationOf)
    .filter((operation) => routeOf(operation) === route)
    .map(({ method }) => method);
  const allow = [
    ...new Set(['OPTIONS', ...methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))]),
  ].sort();
  throw new ApiError('method_not_allowed', `This address does not support ${c.req.method}.`, { allow });
}

async function fail(host: Host, error: Error, c: Context): Promise<Response> {
  const requestId: string = c.get('requestId');
  const isForNow = isPassing(error) || isDamage(error);
  const known = error instanceof ApiError ? error : new ApiError(isForNow ? 'unavailable' : 'internal');
  if (known !== error)
    host.log.error(
      { err: error, requestId, method: c.req.method, path: loggedPath(followedBehind(c)?.row ?? '', c.req.path) },
      'request failed',
    );
  const followed = followedBehind(c);
  if (followed && error instanceof Overload) followed.shedIn = bucketOf(c.req.method, c.req.path);
  const forPeople =
    known.status === 404 && !/^\/api(\/|$)/.test(c.req.path) && c.req.header('accept')?.includes('text/html');
  const page =
    forPeople && (await host.notFoundPage(c.req.path, known, admitFor(host, c)).catch((cause) => noPage(host, cause)));
  if (page) return respond(c.req.raw, page, { cache: 'none', status: 404 });
  const toCredential = !host.readOnly && hasCredential(host.site, c.req.raw);
  return respondError(c.req.raw, inWordsForClients(known, c.req.raw, host.site), host, requestId, toCredential);
}

/** The mirror has none before its first snapshot. Whatever the cause, nothing lives at the address all the same. */
function noPage({ log }: Host, cause: unknown): undefined {
  if (!(cause instanceof ApiError)) log.error({ err: cause }, 'no page for what is not there');
}
