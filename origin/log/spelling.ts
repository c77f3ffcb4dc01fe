/** Base64 and decimals that have one spelling each, as C2SP’s formats for logs want them. */

/** Standard base64 with padding (RFC 4648, section 4). Undefined for any other spelling of the same bytes. */
export function readBase64(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64');
  return bytes.toString('base64') === text ? bytes : undefined;
}

export const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

/** A whole number from 0 to 2^53 - 1 without leading zeros. Undefined for anything else. */
export function readDecimal(text: string): number | undefined {
  const value = /^(?:0|[1-9][0-9]{0,15})$/.test(text) ? Number(text) : Number.NaN;
  return Number.isSafeInteger(value) ? value : undefined;
}

/** A base64 line of 32 bytes. Undefined for anything else. */
export function readHash(line: string): Buffer | undefined {
  const bytes = readBase64(line);
  return bytes?.length === 32 ? bytes : undefined;
}

/** Whether it is UTF-8 without control characters but line breaks (signed-note, Format). */
export function isPlain(text: string): boolean {
  if (!text.isWellFormed()) return false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code < 0x20 && code !== 0x0a) return false;
  }
  return true;
}
