/** Requests to the origin's operations under the session cookie, as the page told where they are. */
import { callAt, type Parameters, RegistryError, type Send } from '../../../../origin/contract/clients/client.ts';
import type { OperationId, Output } from '../../../../origin/contract/operations.ts';
import type { Calls } from '../../calls.ts';
import { rememberSignedIn } from './hint.ts';

const told = [...document.querySelectorAll<HTMLElement>('[data-calls]')].map(({ dataset }) => dataset);
const calls: Calls = Object.assign({}, ...told.map((said) => JSON.parse(said['calls'] ?? '{}')));
const api = told.find((said) => said['api'])?.['api'] ?? '';

/** What may answer something that waited, so that the count in the frame is another. */
const settling: ReadonlySet<OperationId> = new Set<OperationId>([
  ...([
    'putLibrarySkill',
    'skipLibraryVersion',
    'removeLibrarySkill',
    'acceptInvitation',
    'declineInvitation',
  ] as const),
  ...(['subscribeToKit', 'unsubscribeFromKit', 'withdrawSkillVersion'] as const),
]);
const settled = 'settled';

/** Where the count can't be asked for, it stays. */
export const onSettled = (show: () => Promise<void>): void =>
  document.addEventListener(settled, () => {
    show().catch(() => undefined);
  });

/**
 * Rejects with `RegistryError`, also where the origin can't be reached (code `unreachable`).
 * @param bytes a body that is no JSON, of its own type
 */
export async function send<K extends OperationId>(id: K, parameters: Parameters<K>, bytes?: Blob): Promise<Output<K>> {
  const route = calls[id];
  if (!route) throw new Error(`This page did not name ${id}.`);
  try {
    const answered = await callAt<K>({ api, route, send: underSession }, parameters, bytes);
    if (settling.has(id)) document.dispatchEvent(new Event(settled));
    return answered;
  } catch (error) {
    if (error instanceof RegistryError && error.code === 'unauthorized') rememberSignedIn(false);
    throw error;
  }
}

/** Seconds that a person waits for a page rather than ask for it again. */
const longestPause = 5;

/** What only reads is asked for once more where the registry is too busy for it, and says for how long. */
const underSession: Send = async (request) => {
  const response = await sendOnce(request);
  const pause = Number(response.headers.get('retry-after') ?? Number.POSITIVE_INFINITY);
  if (response.status !== 503 || request.method !== 'GET' || !(pause <= longestPause)) return response;
  // Those who were refused together don’t come back together.
  await new Promise((resolve) => setTimeout(resolve, pause * 1000 * (1 + Math.random() / 2)));
  return sendOnce(request);
};

const sendOnce: Send = ({ url, ...init }) =>
  fetch(url, { ...init, credentials: 'include' }).catch(() => {
    const message = 'Can’t reach the registry. Try again in a moment.';
    throw new RegistryError(0, { code: 'unreachable', message });
  });
