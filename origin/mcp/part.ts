/** A file of a skill in parts that an answer can carry. */
import { decodeText } from '../bundle/decode.ts';
import { mcpLimits } from '../contract/clients/mcp.ts';

interface Part {
  encoding: 'utf-8' | 'base64';
  /** In characters of the decoded text. */
  offset: number;
  text: string;
  next_offset?: number;
}

/** The part of a file from `offset` on. No part ends inside a surrogate pair, nor inside four characters of base64. */
export function partOf(bytes: Uint8Array, offset: number): Part {
  const { text, encoding } = decodeText(bytes);
  const end = offset + mcpLimits.text;
  if (end >= text.length) return { encoding, offset, text: text.slice(offset) };
  const splitsPair = /[\uD800-\uDBFF]/.test(text[end - 1] ?? '');
  const next_offset = splitsPair ? end - 1 : end;
  return { encoding, offset, text: text.slice(offset, next_offset), next_offset };
}
