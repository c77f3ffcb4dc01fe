/** The line that a finding points at, fit to be shown. */
import { decodeFile } from './texts/encoding.ts';

const maxLength = 200;

/**
 * At most 200 characters of a line (from 1), with what a reader can't see written as escapes. In a line that holds a
 * secret all that could be one is cut to its first characters. Empty for a file that is no text.
 */
export function excerptOf(bytes: Uint8Array, line: number, isSecret: boolean): string {
  const { text, encoding } = decodeFile(bytes);
  if (encoding === 'binary') return '';
  const found = (text.split('\n', line)[line - 1] ?? '').trim();
  const masked = isSecret ? found.replaceAll(/[A-Za-z0-9+/=_.-]{8,}/g, (run) => `${run.slice(0, 4)}…`) : found;
  const seen = masked.replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, (hidden) => `\\u{${hidden.codePointAt(0)?.toString(16)}}`);
  return seen.length > maxLength ? `${seen.slice(0, maxLength)}…` : seen;
}
