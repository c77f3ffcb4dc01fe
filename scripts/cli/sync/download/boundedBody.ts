/** Bodies of answers, never more of them than was agreed. */
import { readUpTo } from '../../../../origin/contract/clients/bodies.ts';

/** The server does not keep to the contract; `message` says how. */
export class IntegrityError extends Error {}

/** The whole body, decoded. Errors: `IntegrityError` beyond `limit` bytes, and those of the network. */
export async function readBounded(response: Response, limit: number): Promise<Uint8Array> {
  const bytes = await readUpTo(limit, response.body);
  if (!bytes) throw new IntegrityError(`the answer is longer than ${limit} bytes`);
  return bytes;
}

/** The body as JSON. Errors: `IntegrityError`. */
export async function readJson(response: Response, limit: number): Promise<unknown> {
  const bytes = await readBounded(response, limit);
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    throw new IntegrityError('the answer is not JSON');
  }
}
