/** JSON that somebody sent, read without more memory or stack than its size deserves. */
import type { z } from 'zod';
import { ApiError } from '../contract/errors.ts';
import { limits } from '../contract/fields.ts';

/**
 * The value that `schema` made of the bytes. Parsed, ten megabytes of `[[],[],…` are hundreds, and of `[[[…` take
 * seconds as well, so depth and values are counted first.
 * Errors: `malformed_body`, with `field` where the schema refused it.
 */
export function readJson<T>(schema: z.ZodType<T>, bytes: Uint8Array): T {
  checkExtent(bytes);
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw new ApiError('malformed_body', 'The body is not valid JSON in UTF-8.');
  }
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const at = issue?.path.join('.') || 'the body';
  throw new ApiError('malformed_body', `In ${at}: ${issue?.message}.`, { field: issue?.path.join('.') ?? '' });
}

const code = (character: string): number => character.charCodeAt(0);
const [quote, backslash, comma] = ['"', '\\', ','].map(code);
const openings: readonly (number | undefined)[] = ['[', '{'].map(code);
const closings: readonly (number | undefined)[] = [']', '}'].map(code);

/** Counts what stands outside of strings; whether it is JSON at all is for the parser to say. */
function checkExtent(bytes: Uint8Array): void {
  let depth = 0;
  let values = 1;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === quote) at = endOfString(bytes, at);
    else if (byte === comma) values += 1;
    else if (openings.includes(byte)) {
      values += 1;
      depth += 1;
    } else if (closings.includes(byte)) depth -= 1;
    if (depth > limits.jsonDepth)
      throw new ApiError('malformed_body', `The body is nested deeper than ${limits.jsonDepth} levels.`);
    if (values > limits.jsonValues)
      throw new ApiError('malformed_body', `The body has more than ${limits.jsonValues} values.`);
  }
}

/** Where the string that opens at `start` is closed, or the end of all. */
function endOfString(bytes: Uint8Array, start: number): number {
  for (let end = bytes.indexOf(code('"'), start + 1); end >= 0; end = bytes.indexOf(code('"'), end + 1)) {
    let slashes = 0;
    while (bytes[end - 1 - slashes] === backslash) slashes += 1;
    if (slashes % 2 === 0) return end;
  }
  return bytes.length;
}
