/** Tests see the `Response` that the programs run with: the server's library puts a faster one in Node's place. */
import { getRequestListener } from '@hono/node-server';

getRequestListener(() => new Response());
