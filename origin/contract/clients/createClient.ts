/** A typed client whose methods are the operations of the table. Works wherever `fetch` does. */
import { pathOf } from '../operations/row.ts';
import {
  type JsonBody,
  type Operation,
  type OperationId,
  type Output,
  operationIds,
  operationOf,
} from '../operations.ts';
import { callAt, type Parameters, type Route, type Send } from './client.ts';

export interface ClientOptions {
  /** Root of a mirror or an origin, without the version prefix. */
  baseUrl: string;
  token?: string;
  send?: Send;
}

type Given<K extends OperationId> = Parameters<K> & ([JsonBody<K>] extends [never] ? unknown : { body: JsonBody<K> });

export type Client = { [K in OperationId]: (parameters: Given<K>) => Promise<Output<K>> };

/** What clients need to know of a row. */
export const routeOf = ({ method, path, query }: Operation): Route => ({
  method,
  path,
  ...(query && { query: Object.keys(query.shape) }),
});

/** Methods reject with `RegistryError` for every answer of 400 and above. */
export function createClient({ baseUrl, token, send = fetched }: ClientOptions): Client {
  const signed: Send = token
    ? ({ headers, ...request }) => send({ ...request, headers: { ...headers, authorization: `Bearer ${token}` } })
    : send;
  const methods = operationIds.map((id) => {
    const row = operationOf(id);
    const route = { ...routeOf(row), path: pathOf(row) };
    return [id, (parameters: Given<typeof id>) => callAt({ api: baseUrl, route, send: signed }, parameters)];
  });
  return Object.fromEntries(methods);
}

const fetched: Send = ({ url, ...init }) => fetch(url, init);
