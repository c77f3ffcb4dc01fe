/** Who may read answers from a page of another site (SPEC.md, Origins). */
import type { MiddlewareHandler } from 'hono';
import { cors } from 'hono/cors';
import { exposedHeaders } from '../contract/headers/answerHeaders.ts';

/**
 * `*`: everyone, reading only and without credentials. A list: exactly these, with credentials. Answers get their headers
 * once they are made: the library would set them before, and Hono then copies the answer, which takes longer than all
 * the rest of a small one.
 */
export function corsFor(allowedOrigins: readonly string[] | '*'): MiddlewareHandler {
  const isOpen = allowedOrigins === '*';
  const preflight = cors({
    origin: isOpen ? '*' : [...allowedOrigins],
    credentials: !isOpen,
    allowMethods: ['GET', 'HEAD', 'OPTIONS', ...(isOpen ? [] : ['POST', 'PUT', 'PATCH', 'DELETE'])],
    exposeHeaders: exposedHeaders,
    maxAge: 600,
  });
  const exposed = exposedHeaders.join(',');
  return async (c, next) => {
    if (c.req.method === 'OPTIONS') return preflight(c, next);
    await next();
    const { headers } = c.res;
    headers.set('access-control-expose-headers', exposed);
    if (isOpen) return void headers.set('access-control-allow-origin', '*');
    headers.append('vary', 'Origin');
    headers.set('access-control-allow-credentials', 'true');
    const origin = c.req.header('origin');
    if (origin && allowedOrigins.includes(origin)) headers.set('access-control-allow-origin', origin);
  };
}
