/**
 * What the protocol also asks of the MCP endpoint: whose pages may call it, what a tool call counts in, and what a person
 * reads who has no token yet. Clients print the body of a 401; those that can sign in by OAuth first ask for registration.
 */
import type { Context } from 'hono';
import { ApiError } from '../contract/errors.ts';
import { cachePolicies } from '../contract/headers/cache.ts';
import { toolCallBucket } from '../contract/operations/row.ts';
import type { JsonBody } from '../contract/operations.ts';
import { pagePath, pages } from '../contract/pages.ts';
import type { Site } from '../read/reading.ts';
import type { Call, Host } from './host.ts';
import { countAlso } from './meter.ts';
import { isMcpEndpoint } from './respond.ts';

/** Failures before this are in our shape, those after it in JSON-RPC's. Errors: `forbidden`, `rate_limited`. */
export async function answerMcpCall(host: Host, c: Context, call: Call): Promise<Response> {
  refuseOtherPages(host, c.req.header('origin'));
  const message = (call.body as { json: JsonBody<'callMcp'> }).json;
  if (message.method === 'tools/call') await countAlso(host, c, toolCallBucket);
  if (!host.mcp) throw new ApiError('unavailable');
  const response = await host.mcp(c.req.raw, { ...call, message });
  response.headers.set('cache-control', cachePolicies.private);
  response.headers.set('x-content-type-options', 'nosniff');
  return response;
}

/** A page elsewhere must not reach an endpoint that its visitor can reach (MCP, Transports: DNS rebinding). */
function refuseOtherPages({ allowedOrigins, site }: Host, origin: string | undefined): void {
  if (origin === undefined || origin === site.originUrl) return;
  if (allowedOrigins !== '*' && allowedOrigins.includes(origin)) return;
  throw new ApiError('forbidden', `Pages of ${origin} may not call this endpoint; CORS_ORIGINS names those that may.`);
}

const getToken = ({ mirrorUrl }: Site): string =>
  `Create an MCP token at ${mirrorUrl}${pages.settingsTokensPage.path} and send it as "Authorization: Bearer <token>". ` +
  `There is no OAuth here. How each client takes the token: ${mirrorUrl}${pagePath('guidePage', { guide: 'mcp' })}`;

/** A refusal for want of a token, in words for the person in front of the client; any other error as it is. */
export function inWordsForClients(error: ApiError, request: Request, site: Site): ApiError {
  if (error.status !== 401 || !isMcpEndpoint(request)) return error;
  return new ApiError(error.code, `${error.message} ${getToken(site)}`, error.extra);
}

/** Where clients that find no authorization server ask to be registered (MCP, Authorization). */
const registration = '/register';

/** What there is nothing at. To a client's registration it says why in the field that clients show (RFC 7591, 3.2.2). */
export function nothingAt({ method, path }: Context['req'], site: Site): ApiError {
  const message = `There is nothing at ${path}.`;
  if (method !== 'POST' || path !== registration) return new ApiError('not_found', message);
  return new ApiError('not_found', `${message} ${getToken(site)}`, { error_description: getToken(site) });
}
