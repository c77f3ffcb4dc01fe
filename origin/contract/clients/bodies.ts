/** Bodies from the network, never more of them than was agreed. */

/**
 * The whole body; undefined where it has more than `limit` bytes: then no more of it is read.
 * @param heard called with each piece, before it is looked at
 */
export async function readUpTo(
  limit: number,
  body: AsyncIterable<Uint8Array> | null,
  heard?: () => void,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of body ?? []) {
    heard?.();
    size += piece.length;
    if (size > limit) return undefined;
    pieces.push(piece);
  }
  const whole = new Uint8Array(size);
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}
