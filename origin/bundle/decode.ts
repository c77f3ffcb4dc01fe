/** A file's bytes as JSON can carry them (CONTRACT.md, Version file). */

const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The text of a UTF-8 file, byte order mark included, so that encoding it again gives the same bytes; undefined of others. */
export function textOf(bytes: Uint8Array): string | undefined {
  try {
    return strictUtf8.decode(bytes);
  } catch {
    return undefined;
  }
}

/** The text of a UTF-8 file; base64 of any other. Never throws. */
export function decodeText(bytes: Uint8Array): { text: string; encoding: 'utf-8' | 'base64' } {
  const text = textOf(bytes);
  if (text !== undefined) return { text, encoding: 'utf-8' };
  return { text: Buffer.from(bytes).toString('base64'), encoding: 'base64' };
}
