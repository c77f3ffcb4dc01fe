/** What the protocol also asks of the MCP endpoint: whose pages may call it, and what a tool call counts in. */
import type { Context } from 'hono';
import { cachePolicies } from '../contract/cache.ts';
import { ApiError } from '../contract/errors.ts';
import { toolCallBucket } from '../contract/operations/row.ts';
import type { JsonBody } from '../contract/operations.ts';
import type { Call, Host } from './host.ts';
import { countAlso } from './meter.ts';

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
