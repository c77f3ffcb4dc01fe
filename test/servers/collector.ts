/** A collector of OpenTelemetry’s that keeps the spans which it is sent. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

interface Span {
  traceId: string;
  name: string;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
}

interface Sent {
  resourceSpans: {
    resource: { attributes: { key: string; value: { stringValue?: string } }[] };
    scopeSpans: { spans: Span[] }[];
  }[];
}

export interface Collector extends AsyncDisposable {
  spans: (Span & { service: string })[];
  /** For OTEL_EXPORTER_OTLP_ENDPOINT. */
  url: string;
}

export async function newCollector(): Promise<Collector> {
  const spans: Collector['spans'] = [];
  const server = createServer(async (request, response) => {
    const { resourceSpans } = (await json(request)) as Sent;
    for (const { resource, scopeSpans } of resourceSpans) {
      const service = resource.attributes.find(({ key }) => key === 'service.name')?.value.stringValue ?? '';
      for (const scope of scopeSpans) spans.push(...scope.spans.map((span) => ({ ...span, service })));
    }
    response.setHeader('content-type', 'application/json').end('{}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const close = async () => {
    server.close();
    server.closeAllConnections();
  };
  return { spans, url: `http://127.0.0.1:${port}`, [Symbol.asyncDispose]: close };
}
