/** Bodies of answers, never more of them than was agreed. */

/** The server does not keep to the contract; `message` says how. */
export class IntegrityError extends Error {}

/** The whole body, decoded. Errors: `IntegrityError` beyond `limit` bytes, and those of the network. */
export async function readBounded(response: Response, limit: number): Promise<Uint8Array> {
  if (!response.body) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.length;
    // Leaving the loop cancels the download.
    if (size > limit) throw new IntegrityError(`the answer is longer than ${limit} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
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
