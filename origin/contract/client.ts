/** A typed client whose methods are the operations of the table. Works wherever `fetch` does. */

import { apiPrefix } from './operations/row.ts';
import {
  type Arguments,
  type JsonBody,
  type OperationId,
  type Output,
  operationIds,
  operationOf,
} from './operations.ts';

export interface ClientOptions {
  /** Root of a mirror or an origin, without the version prefix. */
  baseUrl: string;
  token?: string;
  /** `include` on pages of the site, whose session is a cookie. */
  credentials?: 'include';
  fetch?: (request: Request) => Response | Promise<Response>;
}

type Parameters<K extends OperationId> = Arguments<K> &
  ([JsonBody<K>] extends [never] ? unknown : { body: JsonBody<K> });

export type Client = { [K in OperationId]: (parameters: Parameters<K>) => Promise<Output<K>> };

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

/** Methods reject with `RegistryError` for every answer of 400 and above. */
export function createClient(options: ClientOptions): Client {
  const methods = operationIds.map((id) => [
    id,
    (parameters: Record<string, unknown>) => call(options, id, parameters),
  ]);
  return Object.fromEntries(methods);
}

async function call(
  { baseUrl, token, credentials, fetch = globalThis.fetch }: ClientOptions,
  id: OperationId,
  parameters: Record<string, unknown>,
) {
  const { method, path, query, media } = operationOf(id);
  const url = new URL(
    baseUrl + apiPrefix + path.replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(parameters[name]))),
  );
  for (const name of Object.keys(query?.shape ?? {})) {
    if (parameters[name] !== undefined) url.searchParams.set(name, String(parameters[name]));
  }
  const { body } = parameters;
  const response = await fetch(
    new Request(url, {
      method,
      ...(credentials && { credentials }),
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }),
  );
  if (!response.ok) throw new RegistryError(response.status, await response.json());
  return media === 'application/gzip' ? new Uint8Array(await response.arrayBuffer()) : response.json();
}
