/** Calls the origin's operations for the person who is signed in. */
import { type Parameters, RegistryError } from '../../../../origin/contract/clients/client.ts';
import type { OperationId, Output } from '../../../../origin/contract/operations.ts';
import { send } from './send.ts';

/**
 * As `send`; where the origin wants the person to confirm first that it is them, they are asked, and it is sent once
 * more.
 */
export async function call<K extends OperationId>(id: K, parameters: Parameters<K>, bytes?: Blob): Promise<Output<K>> {
  try {
    return await send(id, parameters, bytes);
  } catch (error) {
    if (!(error instanceof RegistryError) || error.code !== 'reauthentication_required') throw error;
    // Loaded when it is needed: most pages that may ask never do.
    await (await import('./confirm.ts')).confirm();
    return send(id, parameters, bytes);
  }
}
