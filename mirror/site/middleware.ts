/** Keeps what a template throws, so that `render` can throw it on. Astro would log it and answer with a page. */
import type { MiddlewareHandler } from 'astro';

export const onRequest: MiddlewareHandler = async ({ locals }, next) => {
  try {
    return await next();
  } catch (failure) {
    locals.failure = failure;
    return new Response(null, { status: 503 }); // for 404 and 500 Astro looks for a page of its own
  }
};
