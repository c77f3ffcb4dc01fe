/** What the conformance suite wants to call: tools and resources of its own, behind our transport, in tests alone. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { InMemoryServerEventBus, inputRequired, McpServer, ResourceTemplate } from '@modelcontextprotocol/server';
import { answerBy } from '../../origin/mcp/endpoint.ts';

const dot = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';
const silence = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA=';

const image = { type: 'image', data: dot, mimeType: 'image/png' } as const;
const audio = { type: 'audio', data: silence, mimeType: 'audio/wav' } as const;
const text = (text: string) => ({ type: 'text', text }) as const;
const resource = (uri: string, mimeType: string, text: string) =>
  ({ type: 'resource', resource: { uri, mimeType, text } }) as const;

function fixture(): McpServer {
  const server = new McpServer({ name: 'fixture', version: '1.0.0' }, { capabilities: { logging: {} } });
  const contents = {
    test_simple_text: [text('This is a simple text response for testing.')],
    test_image_content: [image],
    test_audio_content: [audio],
    test_embedded_resource: [
      resource('test://embedded-resource', 'text/plain', 'This is an embedded resource content.'),
    ],
    test_multiple_content_types: [
      text('Multiple content types test:'),
      image,
      resource('test://mixed-content-resource', 'application/json', '{"test":"data","value":123}'),
    ],
  };
  for (const [name, content] of Object.entries(contents)) server.registerTool(name, {}, () => ({ content }));
  server.registerTool('test_error_handling', {}, () => {
    throw new Error('This tool intentionally returns an error for testing');
  });
  server.registerTool('test_tool_with_progress', {}, async ({ mcpReq }) => {
    const progressToken = mcpReq._meta?.progressToken;
    for (const progress of progressToken === undefined ? [] : [0, 50, 100])
      await mcpReq.notify({
        method: 'notifications/progress',
        params: { progressToken: progressToken ?? '', progress, total: 100 },
      });
    return { content: [text('Done.')] };
  });
  const said = { role: 'user', content: text('Say something.') } as const;
  const sample = inputRequired.createMessage({ messages: [said], maxTokens: 10 });
  server.registerTool('test_missing_capability', {}, () => inputRequired({ inputRequests: { sample } }));
  server.registerTool('test_logging_tool', {}, async ({ mcpReq }) => {
    await mcpReq.log('info', 'Called.');
    return { content: [text('Done.')] };
  });
  const requestedSchema = { type: 'object', properties: { name: { type: 'string' } } } as const;
  server.registerTool('test_streaming_elicitation', {}, () =>
    inputRequired({ inputRequests: { name: inputRequired.elicit({ message: 'Who?', requestedSchema }) } }),
  );

  const plain = { mimeType: 'text/plain', text: 'This is the content of the static text resource.' };
  server.registerResource('text', 'test://static-text', {}, (uri) => ({ contents: [{ uri: uri.href, ...plain }] }));
  server.registerResource('binary', 'test://static-binary', {}, (uri) => ({
    contents: [{ uri: uri.href, mimeType: 'image/png', blob: dot }],
  }));
  const template = new ResourceTemplate('test://template/{id}/data', { list: undefined });
  server.registerResource('template', template, {}, (uri, { id }) => {
    const text = JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` });
    return { contents: [{ uri: uri.href, mimeType: 'application/json', text }] };
  });
  return server;
}

/** Where the fixture listens on loopback, until it is disposed of. */
export async function serveFixture(): Promise<{ url: string } & AsyncDisposable> {
  const fetch = async (request: Request) => {
    const subscriptions = { maxSubscriptions: 10, busFor: () => new InMemoryServerEventBus() };
    return request.method === 'POST'
      ? answerBy(fixture, request, await request.json(), subscriptions)
      : new Response(null, { status: 405 });
  };
  const server = createServer(getRequestListener(fetch));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
