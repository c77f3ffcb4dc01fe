/** Answers and failures as HTTP responses: status, validators, cache rules. */
import { failureAt } from '../contract/clients/surfaces.ts';
import { type ApiError, errorBody, retryAfter } from '../contract/errors.ts';
import { type CachePolicy, cachePolicies, matchesEtag, type TagBits } from '../contract/headers/cache.ts';
import { acceptedEncoding, encodedEtag, isEncodable } from '../contract/headers/encodings.ts';
import { contentPolicy, pageHeaders } from '../contract/headers/security.ts';
import { apiPrefix, mcpPath } from '../contract/operations/row.ts';
import { pages } from '../contract/pages.ts';
import { type Answer, jsonAnswer } from '../read/answer.ts';
import { encode } from '../read/encode.ts';
import { etagOf } from '../read/etag.ts';
import type { Site } from '../read/reading.ts';

interface Options {
  cache: CachePolicy;
  tagBits?: TagBits | undefined;
  status?: number;
  headers?: Record<string, string>;
  /** Request headers that chose this answer, apart from those looked at here. */
  vary?: string[];
}

/**
 * A response in the coding that the client takes, with its validator; 304 with the same headers where the request
 * names it (RFC 9110, section 13).
 */
export async function respond(
  request: Request,
  answer: Answer,
  { cache, tagBits, status = 200, headers = {}, vary = [] }: Options,
): Promise<Response> {
  const { type, body } = answer;
  const isEncoded = isEncodable(type, body.byteLength);
  const encoding = isEncoded ? acceptedEncoding(request.headers.get('accept-encoding')) : undefined;
  const reads = request.method === 'GET' || request.method === 'HEAD';
  const etag = reads && cache !== 'none' ? (answer.etag ?? etagOf(body, tagBits)) : undefined;
  const fields = new Headers({
    'content-type': type,
    'cache-control': cachePolicies[cache],
    'x-content-type-options': 'nosniff',
    ...(type.startsWith('text/html') && pageHeaders(contentPolicy)),
    ...(encoding && { 'content-encoding': encoding }),
    ...(etag && { etag: encodedEtag(etag, encoding) }),
    ...headers,
  });
  for (const name of isEncoded ? [...vary, 'Accept-Encoding'] : vary) fields.append('vary', name);
  const { isCurrent } = answer;
  const repeats = etag && isCurrent && status === 200 ? { etag, isCurrent } : undefined;
  if (etag && status === 200 && matchesEtag(request.headers.get('if-none-match'), etag))
    return noted(new Response(null, { status: 304, headers: fields }), repeats);
  const sent = encoding ? ((await answer.encoded?.(encoding)) ?? (await encode(body, encoding))) : body;
  fields.set('content-length', String(sent.byteLength));
  return noted(new Response(sent as BodyInit, { status, headers: fields }), repeats && { ...repeats, sent });
}

/** What a 200 or 304 was made of, where it is known for how long the same would be made again. */
export interface Repeatable {
  /** The validator of the body before any coding. */
  etag: string;
  /** What a 200 sends. */
  sent?: Uint8Array;
  isCurrent(): boolean;
}

const repeatables = new WeakMap<Response, Repeatable>();

export const repeatableOf = (response: Response): Repeatable | undefined => repeatables.get(response);

function noted(response: Response, repeatable: Repeatable | undefined): Response {
  if (repeatable) repeatables.set(response, repeatable);
  return response;
}

/**
 * A failure in the contract's shape, or in that of the surface where it happens. Only a deprecated skill may be cached: the 410 is its catalog answer, or its
 * answer to a credential.
 */
export function respondError(
  request: Request,
  error: ApiError,
  { site, tagBits }: { site: Site; tagBits?: TagBits | undefined },
  requestId: string,
  toCredential = false,
): Promise<Response> {
  const cache = error.code !== 'skill_deprecated' ? 'none' : toCredential ? 'private' : 'catalog';
  const ofSurface = failureAt(new URL(request.url).pathname, error, { siteUrl: site.mirrorUrl, requestId });
  const answer = ofSurface
    ? { type: ofSurface.type, body: Buffer.from(ofSurface.body) }
    : jsonAnswer(errorBody(error, site.mirrorUrl, requestId));
  return respond(request, answer, {
    cache,
    tagBits,
    status: ofSurface?.status ?? error.status,
    headers: challengeOf(request, error, site),
  });
}

/** What a client needs apart from the body to go on: who to ask for a token, which methods there are, where else it may be. */
function challengeOf(request: Request, error: ApiError, site: Site): Record<string, string> {
  if (error.status === 401) {
    const invalid = error.code === 'unauthorized' ? '' : ', error="invalid_token"';
    return { 'www-authenticate': `Bearer resource_metadata="${site.originUrl}${metadataPath(request)}"${invalid}` };
  }
  if (error.code === 'insufficient_scope') {
    return { 'www-authenticate': `Bearer error="insufficient_scope", scope="${error.extra['scope']}"` };
  }
  const pause = retryAfter(error);
  if (pause !== undefined) return { 'retry-after': String(pause) };
  const { pathname, search } = new URL(request.url);
  if (error.code === 'not_mirrored')
    return { link: `<${error.extra['mirror_of']}${pathname}${search}>; rel="canonical"` };
  const allow = error.extra['allow'];
  return Array.isArray(allow) ? { allow: allow.join(', ') } : {};
}

export const isMcpEndpoint = (request: Request): boolean => new URL(request.url).pathname === apiPrefix + mcpPath;

/** Describes the resource that was asked for; the MCP endpoint is one of its own (RFC 9728, section 3.1). */
const metadataPath = (request: Request): string =>
  (isMcpEndpoint(request) ? pages.mcpResource : pages.apiResource).path;
