/** Encodings, and how what they hold is read. Bytes are texts in Latin-1. */
import { gunzipSync, inflateRawSync, inflateSync } from 'node:zlib';
import { hole } from '../effect.ts';
import { known, list, made, mapped, thing, unknown, type Value } from './value.ts';

const latin1 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1');
const bytesOf = (text: string): Buffer => Buffer.from(text, 'latin1');

export const fromBase64 = (text: string): string | undefined =>
  /^[\w+/=\s-]{0,300000}$/.test(text) ? latin1(Buffer.from(text.replace(/\s/g, ''), 'base64')) : undefined;
export const fromHex = (text: string): string | undefined =>
  /^[\da-fA-F\s:]{0,300000}$/.test(text) ? latin1(Buffer.from(text.replace(/[\s:]/g, ''), 'hex')) : undefined;
const toUtf8 = (text: string): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytesOf(text));
  } catch {
    return text;
  }
};
const limits = { maxOutputLength: 256 * 1024 };
const unpacked = (unpack: (bytes: Uint8Array) => Uint8Array) => (text: string) => {
  try {
    return latin1(unpack(bytesOf(text)));
  } catch {
    return undefined;
  }
};
const rot13 = (text: string): string =>
  text.replace(/[a-z]/gi, (letter) => {
    const base = letter <= 'Z' ? 65 : 97;
    return String.fromCharCode(((letter.charCodeAt(0) - base + 13) % 26) + base);
  });
export const unquoted = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
};

/** Undoes an encoding by its name. */
export function decodedAs(value: Value, encoding: string): Value {
  if (/^base_?64/i.test(encoding)) return mapped(value, fromBase64);
  if (/^hex/i.test(encoding)) return mapped(value, fromHex);
  if (/^rot_?13/i.test(encoding)) return mapped(value, rot13);
  if (/^utf-?8/i.test(encoding)) return mapped(value, toUtf8);
  return mapped(value, (text) => text);
}

/** What stands in a text of JSON; its values are of what the text is of. */
export function parsed(value: Value): Value {
  const [text] = value.texts;
  if (text === undefined || value.texts.length > 1 || text.includes(hole) || !/^\s{0,99}[[{]/.test(text))
    return made(value);
  let left = 2000;
  const held = (one: unknown): Value => {
    left -= 1;
    if (left < 0 || one === null || typeof one === 'boolean') return unknown;
    if (typeof one === 'string')
      return { ...known(one), sources: value.sources.map((source) => ({ ...source, isPart: true as const })) };
    if (typeof one === 'number') return known(String(one), true);
    if (Array.isArray(one)) return list(one.map(held));
    return typeof one === 'object'
      ? thing(Object.entries(one).map(([key, inner]) => [key, held(inner)] as const))
      : unknown;
  };
  try {
    return held(JSON.parse(text));
  } catch {
    return made(value);
  }
}

/** By alphabet: `b85` of Python, `a85` of Adobe. */
const letters85 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+-;<=>?@^_`{|}~';

export const fromBase85 = (text: string): string | undefined => from85(text, (letter) => letters85.indexOf(letter));
export const fromAscii85 = (text: string): string | undefined =>
  from85(text.replace(/^<~|~>$|\s/g, '').replaceAll('z', '!!!!!'), (letter) => {
    const code = letter.charCodeAt(0) - 33;
    return code >= 0 && code < 85 ? code : -1;
  });

function from85(text: string, digitOf: (letter: string) => number): string | undefined {
  if (text.length > 300_000) return undefined;
  const bytes: number[] = [];
  for (let at = 0; at < text.length; at += 5) {
    const group = [...text.slice(at, at + 5)].map(digitOf);
    if (group.includes(-1)) return undefined;
    const whole = Array.from({ length: 5 }, (_, index) => group[index] ?? 84);
    const value = whole.reduce((sum, digit) => sum * 85 + digit, 0);
    const all = [24, 16, 8, 0].map((shift) => Math.floor(value / 2 ** shift) % 256);
    bytes.push(...all.slice(0, group.length - 1));
  }
  return latin1(Uint8Array.from(bytes));
}

export function fromBase32(text: string): string | undefined {
  if (!/^[A-Z2-7=\s]{0,300000}$/i.test(text)) return undefined;
  const bytes: number[] = [];
  let [value, bits] = [0, 0];
  for (const letter of text.toUpperCase().replace(/[=\s]/g, '')) {
    value = ((value << 5) | 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter)) & 0xfff;
    bits += 5;
    if (bits < 8) continue;
    bits -= 8;
    bytes.push((value >> bits) & 255);
  }
  return latin1(Uint8Array.from(bytes));
}

export const inflated = unpacked((bytes) => inflateSync(bytes, limits));
export const inflatedRaw = unpacked((bytes) => inflateRawSync(bytes, limits));
export const gunzipped = unpacked((bytes) => gunzipSync(bytes, limits));

/** What a filter of the shell makes of a text; undefined where it is none that is known. */
export function filtered(
  program: string,
  words: readonly string[],
): ((text: string) => string | undefined) | undefined {
  const plain = words.filter((word) => !word.startsWith('-'));
  switch (program) {
    case 'rev':
      return (text) =>
        text
          .split('\n')
          .map((line) => [...line].reverse().join(''))
          .join('\n');
    case 'sed': {
      const [, , from = '', to = '', flags = ''] =
        /^s([/|#,])([^\\[\]^$.*+?(){}|/#,]{1,40})\1([^\\&/|#,]{0,40})\1(g?)$/.exec(plain[0] ?? '') ?? [];
      if (from === '') return undefined;
      return (text) => (flags === 'g' ? text.replaceAll(from, () => to) : text.replace(from, () => to));
    }
    case 'tr': {
      const [from, to] = plain.map(charactersOf);
      if (from === undefined || from.length > 300) return undefined;
      if (words.includes('-d')) return (text) => [...text].filter((letter) => !from.includes(letter)).join('');
      if (to === undefined || to.length === 0 || words.length > plain.length) return undefined;
      return (text) =>
        [...text].map((letter) => (from.includes(letter) ? (to[from.indexOf(letter)] ?? to.at(-1)) : letter)).join('');
    }
    case 'base64':
      return fromBase64;
    case 'base32':
      return fromBase32;
    case 'xxd':
      return words.some((word) => /^-\w*p/.test(word)) ? fromHex : undefined;
    case 'gunzip':
    case 'zcat':
    case 'gzip':
      return gunzipped;
    default:
      return undefined;
  }
}

/** `a-z`, `\n`, as `tr` has its sets. */
function charactersOf(set: string): string[] {
  const plain = set.replace(/\\([nrt\\])/g, (_, sign: string) => ({ n: '\n', r: '\r', t: '\t' })[sign] ?? sign);
  return [
    ...plain.replace(/(.)-(.)/g, (_, low: string, high: string) => {
      const [from, to] = [low.charCodeAt(0), high.charCodeAt(0)];
      return Array.from({ length: Math.min(256, Math.max(0, to - from + 1)) }, (_, index) =>
        String.fromCharCode(from + index),
      ).join('');
    }),
  ];
}
