/**
 * The hosted MCP endpoint: Streamable HTTP without sessions, of the newest revision and of those before it. Each
 * message is answered by a server of its own, so nothing of one caller is there when the next one asks.
 */
import {
  createMcpHandler,
  isLegacyRequest,
  type McpServer,
  type ServerEventBus,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import type { KitReading } from './kit.ts';
import { watchKits } from './kitChanges.ts';
import { serverFor } from './server.ts';

/** One JSON-RPC message of a caller who may read. */
interface McpMessage {
  request: Request;
  /** Its body, parsed. */
  message: unknown;
  reading: KitReading;
}

export type McpEndpoint = (message: McpMessage) => Promise<Response>;

/** `stopping`: when the server closes, and subscriptions have to end. */
export function createMcpEndpoint(stopping?: AbortSignal): McpEndpoint {
  const kits = watchKits(stopping);
  return ({ request, message, reading }) =>
    answerBy(() => serverFor(reading), request, message, {
      maxSubscriptions: kits.hasRoom(reading) ? 1 : 0,
      busFor: (end) => kits.busFor(reading, end),
    });
}

interface Subscriptions {
  maxSubscriptions: number;
  busFor(end: () => void): ServerEventBus;
}

/** The transport alone, in front of any server. */
export async function answerBy(
  serve: () => McpServer,
  request: Request,
  message: unknown,
  { maxSubscriptions, busFor }: Subscriptions,
): Promise<Response> {
  const asked = new Request(request.url, { method: 'POST', headers: headersOf(request), signal: request.signal });
  const options = { parsedBody: message };
  if (!(await isLegacyRequest(asked, message))) {
    const bus = busFor(() => void handler.close());
    const handler = createMcpHandler(serve, { legacy: 'reject', maxSubscriptions, bus });
    return handler.fetch(asked, options);
  }
  const server = serve();
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  try {
    return await transport.handleRequest(asked, options);
  } finally {
    await server.close();
  }
}

/** Every answer is JSON, so a client that asks for that alone is answered too. The caller's credentials go no further. */
function headersOf(request: Request): Headers {
  const headers = new Headers(request.headers);
  headers.set('accept', 'application/json, text/event-stream');
  headers.delete('authorization');
  headers.delete('cookie');
  return headers;
}
