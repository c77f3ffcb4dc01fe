/** One request from here to the end of its answer: a measurement, a line of the access log, a span. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { context, propagation, ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import type { Logger } from 'pino';
import { clientBehind } from '../clientAddress.ts';
import type { Followed } from './followed.ts';
import { loggedPath } from './loggedPath.ts';
import type { Metrics } from './metrics.ts';

export interface Following {
  metrics: Metrics;
  log: Logger;
  /** Whether each answer is a line of the log, and whether that says who asked. */
  accessLog: 'none' | 'requests' | 'addresses';
  trustedProxyHops: number;
}

/** As labels: Node takes some thirty others, which nobody asks with in good faith. */
const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** `answer` begins the answer to a request that was just taken in. */
export function toItsEnd(
  host: Following,
  request: IncomingMessage,
  response: ServerResponse,
  followed: Followed,
  answer: () => void,
): void {
  const { metrics } = host;
  const began = performance.now();
  const method = methods.has(request.method ?? '') ? (request.method as string) : 'other';
  const parent = request.headers['traceparent'] ? propagation.extract(ROOT_CONTEXT, request.headers) : ROOT_CONTEXT;
  // Where nothing is exported it only hands on what the caller said.
  const span = trace.getTracer('skill-registry').startSpan(method, { kind: SpanKind.SERVER }, parent);
  const { traceId } = span.spanContext();
  if (trace.isSpanContextValid(span.spanContext())) followed.traceId = traceId;
  metrics.open.inc();
  response.once('close', () => {
    metrics.open.dec();
    const { row, refusedIn, shedIn } = followed;
    // The one who asked may have gone before the end.
    const status = response.writableFinished ? String(response.statusCode) : 'cut';
    const ms = performance.now() - began;
    metrics.requests.observe({ row, method, status }, ms / 1000);
    if (refusedIn) metrics.refused.inc({ bucket: refusedIn });
    if (shedIn && status === '503') metrics.shed.inc({ bucket: shedIn });
    end(span, followed, method, response.statusCode);
    if (host.accessLog !== 'none') writeLine(host, request, response, followed, { status, ms });
  });
  if (followed.traceId) context.with(trace.setSpan(parent, span), answer);
  else answer();
}

/** The names of OpenTelemetry's conventions for HTTP. */
function end(span: Span, { id, row }: Followed, method: string, status: number): void {
  if (!span.isRecording()) return;
  if (row) span.updateName(`${method} ${row}`);
  span.setAttributes({ 'http.request.method': method, 'http.response.status_code': status });
  span.setAttributes({ 'skill_registry.row': row, 'skill_registry.request_id': id });
  if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
  span.end();
}

function writeLine(
  { log, accessLog, trustedProxyHops }: Following,
  request: IncomingMessage,
  response: ServerResponse,
  { id, row, traceId }: Followed,
  { status, ms }: { status: string; ms: number },
): void {
  const line = {
    requestId: id,
    ...(traceId && { traceId }),
    method: request.method,
    row,
    path: loggedPath(row, request.url ?? ''),
    status,
    ms: Math.round(ms * 10) / 10,
    bytes: Number(response.getHeader('content-length') ?? 0),
    ...(accessLog === 'addresses' && { client: clientBehind(request, trustedProxyHops) }),
  };
  log.info(line, 'answered');
}
