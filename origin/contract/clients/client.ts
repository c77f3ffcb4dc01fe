/**
 * The core of every client: an operation's parameters as a request, and its answer as a record or a failure. Pages of
 * the site share it with programs, so it carries no copy of the table: a route is all that it needs to know of one.
 */
import { filled } from '../grammar/paths.ts';
import type { Arguments, JsonBody, OperationId, Output } from '../operations.ts';

/** What has to be known of an operation to call it. */
export interface Route {
  method: string;
  path: string;
  /** Names of the parameters that go into the query. */
  query?: readonly string[];
}

export interface Sent {
  url: string;
  method: string;
  headers: Record<string, string>;
  body?: string | Blob;
}

/** How requests travel, and under whose name. Rejects where there is no answer. */
export type Send = (request: Sent) => Response | Promise<Response>;

export type Parameters<K extends OperationId> = Arguments<K> &
  ([JsonBody<K>] extends [never] ? { body?: undefined } : { body?: JsonBody<K> });

/** A failure as the registry answered it: `code` is stable, branch on it. */
export class RegistryError extends Error {
  readonly status: number;
  readonly code: string;
  readonly body: Record<string, unknown>;

  constructor(status: number, body: Record<string, unknown>) {
    super(String(body['message'] ?? `The registry answered ${status}.`));
    this.name = 'RegistryError';
    this.status = status;
    this.code = String(body['code'] ?? 'unknown');
    this.body = body;
  }
}

/**
 * Calls an operation below `api`, the address of an origin or a mirror with the API's prefix. Rejects with
 * `RegistryError` for every answer of 400 and above.
 * @param bytes a body that is no JSON, of its own type
 */
export async function callAt<K extends OperationId>(
  { api, route, send }: { api: string; route: Route; send: Send },
  parameters: Parameters<K>,
  bytes?: Blob,
): Promise<Output<K>> {
  const { body, ...values }: Record<string, unknown> = parameters;
  const asked = (route.query ?? []).flatMap((name) =>
    values[name] === undefined ? [] : [[name, String(values[name])]],
  );
  const query = asked.length > 0 ? `?${new URLSearchParams(asked)}` : '';
  const response = await send({
    url: api + filled(route.path, values) + query,
    method: route.method,
    headers: {},
    ...(bytes && { headers: { 'content-type': bytes.type }, body: bytes }),
    ...(body !== undefined && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new RegistryError(response.status, await response.json());
  const isJson = response.headers.get('content-type')?.includes('json');
  return (isJson ? await response.json() : new Uint8Array(await response.arrayBuffer())) as Output<K>;
}
