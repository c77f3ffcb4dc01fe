/** What is compressed in a blob, and no more than `most` bytes of it: where it is longer or damaged, its beginning. */
export async function inflated(
  blob: Blob,
  format: 'gzip' | 'deflate-raw',
  most: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const reader = blob.stream().pipeThrough(new DecompressionStream(format)).getReader();
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  while (size < most) {
    const { value } = await reader.read().catch(() => ({ value: undefined }));
    if (!value) break;
    chunks.push(value);
    size += value.length;
  }
  reader.cancel().catch(() => undefined);
  return new Uint8Array(await new Blob(chunks).slice(0, most).arrayBuffer());
}
