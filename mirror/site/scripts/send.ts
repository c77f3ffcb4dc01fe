/** Requests to the origin's operations under the session cookie, as the page told where they are. */
import { callAt, type Parameters, RegistryError, type Send } from '../../../origin/contract/client.ts';
import type { OperationId, Output } from '../../../origin/contract/operations.ts';
import type { Calls } from '../calls.ts';

const account = document.querySelector<HTMLElement>('#account');
const calls: Calls = JSON.parse(account?.dataset['calls'] ?? '{}');
const api = account?.dataset['api'] ?? '';

/**
 * Rejects with `RegistryError`, also where the origin can't be reached (code `unreachable`).
 * @param bytes a body that is no JSON, of its own type
 */
export async function send<K extends OperationId>(id: K, parameters: Parameters<K>, bytes?: Blob): Promise<Output<K>> {
  const route = calls[id];
  if (!route) throw new Error(`This page did not name ${id}.`);
  return callAt<K>({ api, route, send: underSession }, parameters, bytes);
}

const underSession: Send = ({ url, ...init }) =>
  fetch(url, { ...init, credentials: 'include' }).catch(() => {
    const message = 'Can’t reach the registry. Try again in a moment.';
    throw new RegistryError(0, { code: 'unreachable', message });
  });
