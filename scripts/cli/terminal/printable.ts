/**
 * Text that may be anyone's, made fit for a terminal. Whatever is printed goes through `harmless`, so that a skill's
 * text can't move the cursor, colour, or hide a line. Our own styles are therefore written with noncharacters, which
 * become escape sequences at the very end.
 */
import { hidden, visible } from '../../../origin/contract/words/visible.ts';

export type Style = 'bold' | 'dim' | 'green' | 'red' | 'yellow';

/** The codes that begin and end a style (ECMA-48, SGR), in the order of their marks from U+FDD0 on. */
const codes = { bold: [1, 22], dim: [2, 22], green: [32, 39], red: [31, 39], yellow: [33, 39] } as const;
const names = Object.keys(codes) as Style[];
const firstMark = 0xfdd0;
const marks = /[\u{FDD0}-\u{FDD9}]/gu;
const sequences = names.flatMap((name) => codes[name]).map((code) => `\x1b[${code}m`);

const mark = (index: number): string => String.fromCodePoint(firstMark + index);

export const styles = Object.fromEntries(
  names.map((name, index) => [name, (text: string) => mark(2 * index) + text + mark(2 * index + 1)]),
) as Record<Style, (text: string) => string>;

/** With the styles as a terminal draws them. */
export const styled = (text: string): string =>
  text.replaceAll(marks, (found) => sequences[(found.codePointAt(0) ?? 0) - firstMark] ?? '');

/** Without them. */
export const plain = (text: string): string => text.replaceAll(marks, '');

export const harmless = (text: string): string => visible(text.replaceAll('\r\n', '\n'));

/** One line of it: for names, descriptions and whatever stands in a row. */
export const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

/** A record with every text in it on one line, so that none can pass for a line of ours. */
export function onOneLine<T>(value: T): T {
  if (typeof value === 'string') return oneLine(value) as T;
  if (Array.isArray(value)) return value.map(onOneLine) as T;
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, onOneLine(inner)])) as T;
}

/** JSON that a terminal can be shown as well: the controls that JSON lets through are escaped as JSON escapes. */
export const printableJson = (value: unknown): string =>
  JSON.stringify(value, null, 2).replaceAll(hidden, escaped).replaceAll(marks, escaped);

/** The same on one line. Line breaks are between values alone: those in a text are escaped. */
export const jsonLine = (value: unknown): string => printableJson(value).replaceAll(/\n\s*/g, ' ');

const escaped = (found: string): string =>
  found
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');
