/** A request's other end, where a test has no socket: the third argument of `app.request`, as the server would fill it. */
import type { HttpBindings } from '@hono/node-server';

export const peer = (remoteAddress: string | undefined) =>
  ({ incoming: { socket: { remoteAddress } } }) as unknown as HttpBindings;
