/** MCP messages as a client of each generation puts them on the wire. */
import type { TestRegistry } from '../registry.ts';
import { endpoint } from './clients.ts';

const modern = '2026-07-28';

/** A request of the newest revision. */
export function message(method: string, params: Record<string, unknown> = {}) {
  const meta = {
    'io.modelcontextprotocol/protocolVersion': modern,
    'io.modelcontextprotocol/clientInfo': { name: 'a-test', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const named = typeof params['name'] === 'string' ? { 'mcp-name': params['name'] } : {};
  return {
    headers: { 'mcp-protocol-version': modern, 'mcp-method': method, ...named },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: meta } }),
  };
}

export const callTool = (name: string, input: object = {}) => message('tools/call', { name, arguments: input });

/** Sends one; headers given here go before those of the message. */
export const sendMessage = async (
  registry: Pick<TestRegistry, 'app'>,
  { headers, body }: { headers?: Record<string, string>; body: string },
  own: Record<string, string>,
): Promise<Response> =>
  registry.app.request(endpoint, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers, ...own },
    body,
  });
