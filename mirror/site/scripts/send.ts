/** Requests to the origin's operations under the session cookie, as the page told where they are. */
import type { Arguments, JsonBody, OperationId, Output } from '../../../origin/contract/operations.ts';
import type { Calls } from '../calls.ts';

const account = document.querySelector<HTMLElement>('#account');
const calls: Calls = JSON.parse(account?.dataset['calls'] ?? '{}');
const api = account?.dataset['api'] ?? '';

/** What the origin refused, in its words. */
export class Refusal extends Error {
  readonly code: string;
  /** What the answer says beside that. */
  readonly body: Record<string, unknown>;
  constructor(code: string, message: string, body: Record<string, unknown> = {}) {
    super(message);
    this.code = code;
    this.body = body;
  }
}

export type Parameters<K extends OperationId> = Arguments<K> &
  ([JsonBody<K>] extends [never] ? { body?: undefined } : { body?: JsonBody<K> });

/**
 * Rejects with `Refusal`, also where the origin can't be reached (code `unreachable`).
 * @param bytes a body that is no JSON, of its own type
 */
export async function send<K extends OperationId>(id: K, parameters: Parameters<K>, bytes?: Blob): Promise<Output<K>> {
  const known = calls[id];
  if (!known) throw new Error(`This page did not name ${id}.`);
  const values = parameters as Record<string, unknown>;
  const path = known.path.replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(values[name])));
  const { body } = parameters;
  const query = new URLSearchParams(
    Object.entries(values).flatMap(([name, value]) =>
      name === 'body' || value === undefined || known.path.includes(`{${name}}`) ? [] : [[name, String(value)]],
    ),
  );
  const response = await fetch(`${api}${path}${query.size > 0 ? `?${query}` : ''}`, {
    method: known.method,
    credentials: 'include',
    ...(bytes && { headers: { 'content-type': bytes.type }, body: bytes }),
    ...(body !== undefined && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  }).catch(() => undefined);
  if (!response) throw new Refusal('unreachable', 'The registry can’t be reached. Try again in a moment.');
  const answer = await response.json();
  if (!response.ok) throw new Refusal(answer.code, answer.message, answer);
  return answer;
}
