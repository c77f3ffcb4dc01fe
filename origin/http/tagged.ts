/** Tells a CDN what an answer is about: outermost, since it depends on what is sent. */
import type { Context, MiddlewareHandler } from 'hono';
import type { AskedFor, Host } from './host.ts';

export const noteAsked = (c: Context, id: AskedFor['id'], input: AskedFor['input']): void =>
  c.set('asked', { id, input } satisfies AskedFor);

/** What one client has left is no business of a cache that keeps the answer for others. */
const ofOne = ['ratelimit-remaining', 'ratelimit-reset', 'ratelimit'];

export const tagged =
  (headersOf: NonNullable<Host['cdnHeaders']>): MiddlewareHandler =>
  async (c, next) => {
    await next();
    const asked: AskedFor | undefined = c.get('asked');
    if (!asked) return;
    const { headers } = c.res;
    const added = Object.entries(headersOf(asked, headers.get('cache-control')));
    for (const [name, value] of added) headers.set(name, value);
    if (added.length > 1) for (const name of ofOne) headers.delete(name);
  };
