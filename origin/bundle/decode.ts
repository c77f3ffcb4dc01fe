/** A file's bytes as JSON can carry them (CONTRACT.md, Version file). */

const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * The text of a UTF-8 file, byte order mark included, so that encoding it again gives the same bytes; base64 of any
 * other file. Never throws.
 */
export function decodeText(bytes: Uint8Array): { text: string; encoding: 'utf-8' | 'base64' } {
  try {
    return { text: strictUtf8.decode(bytes), encoding: 'utf-8' };
  } catch {
    return { text: Buffer.from(bytes).toString('base64'), encoding: 'base64' };
  }
}
