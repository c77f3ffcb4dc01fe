/** Who may read answers from a page of another site (SPEC.md, Origins). */
import type { MiddlewareHandler } from 'hono';
import { cors } from 'hono/cors';
import { meterHeaders } from './meter.ts';

/** Response headers that such a page may read. */
export const exposedHeaders = ['ETag', 'Link', 'Deprecation', 'Sunset', ...meterHeaders];

/** `*`: everyone, reading only and without credentials. A list: exactly these, with credentials. */
export function corsFor(allowedOrigins: readonly string[] | '*'): MiddlewareHandler {
  const isOpen = allowedOrigins === '*';
  return cors({
    origin: isOpen ? '*' : [...allowedOrigins],
    credentials: !isOpen,
    allowMethods: ['GET', 'HEAD', 'OPTIONS', ...(isOpen ? [] : ['POST', 'PUT', 'PATCH', 'DELETE'])],
    exposeHeaders: exposedHeaders,
    maxAge: 600,
  });
}
