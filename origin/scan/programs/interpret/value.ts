/** What the interpreter knows of a value. */
import { type Data, hole, type Origin, type Place, type Source } from '../effect.ts';
import type { Fn } from '../program.ts';

export interface Value {
  /** What it may be, where that is known; unknown parts are holes. */
  texts: readonly string[];
  isNumber?: boolean;
  sources: readonly Source[];
  /** Which library's things it may be, by their full name: `os.environ`, `requests.Session()`. */
  names: readonly string[];
  things: readonly Thing[];
  functions: readonly Closure[];
}

/** A list, a record, or an object: shared by all values that refer to it. */
export interface Thing {
  fields: Map<string, Value>;
  /** Of any of its fields. */
  any: Value;
  /** How many items a list has. */
  length: number;
}

export interface Closure {
  fn: Fn;
  /** Of the interpreter. */
  scope: unknown;
  self?: Value | undefined;
  /** By what it was given. */
  results: Map<string, { value: Value; runs: number }>;
}

const maxTexts = 8;
const maxText = 256 * 1024;
const maxSources = 16;
const maxNames = 6;

export const unknown: Value = { texts: [], sources: [], names: [], things: [], functions: [] };

export const known = (text: string, isNumber = false): Value =>
  text.length > maxText ? unknown : { ...unknown, texts: [text], ...(isNumber && { isNumber }) };

export const named = (...names: string[]): Value => ({ ...unknown, names: names.filter((name) => name.length <= 120) });

export const origin = (kind: Origin, name: string, at: Place): Value => ({
  ...unknown,
  sources: [{ origin: kind, name: name.slice(0, 300), at }],
});

export function thing(entries: Iterable<readonly [string, Value]>, length = 0): Value {
  const made: Thing = { fields: new Map(), any: unknown, length };
  for (const [key, value] of entries) setField(made, key, value);
  return { ...unknown, things: [made] };
}

export const list = (items: readonly Value[]): Value =>
  thing(
    items.slice(0, maxItems).map((item, index) => [String(index), item] as const),
    Math.min(items.length, maxItems),
  );

export const maxItems = 8192;

export function setField(to: Thing, key: string, value: Value, isSure = true): void {
  if (to.fields.size < maxItems) {
    const before = isSure ? undefined : to.fields.get(key);
    to.fields.set(key, before ? join(before, value) : value);
  }
  to.any = to.any === unknown ? value : join(to.any, value);
}

/** Whether all that is known of them is numbers. */
const isNumeric = (a: Value, b: Value): boolean =>
  [a, b].some(({ isNumber }) => isNumber) && [a, b].every(({ isNumber, texts }) => isNumber || texts.length === 0);

/** Either of them. */
export function join(a: Value, b: Value): Value {
  if (a === b || b === unknown) return a;
  if (a === unknown) return b;
  return {
    texts: union(a.texts, b.texts, maxTexts),
    ...(isNumeric(a, b) && { isNumber: true }),
    sources: sourcesOf([a, b]),
    names: union(a.names, b.names, maxNames),
    things: union(a.things, b.things, 8),
    functions: union(a.functions, b.functions, 8),
  };
}

export const joinAll = (values: readonly Value[]): Value => values.reduce(join, unknown);

function union<T>(a: readonly T[], b: readonly T[], most: number): readonly T[] {
  if (b.length === 0) return a;
  if (a.length === 0) return b;
  return [...new Set([...a, ...b])].slice(0, most);
}

/** The sources of all, with those of what they hold. */
function sourcesOf(values: readonly Value[]): readonly Source[] {
  if (values.length === 1 && values[0]) return values[0].sources;
  const found = new Map<string, Source>();
  for (const { sources } of values) {
    for (const source of sources) {
      const key = `${source.origin} ${source.name}${source.isPart ? ' part' : ''}`;
      if (found.size < maxSources && !found.has(key)) found.set(key, source);
    }
  }
  return [...found.values()];
}

/** All sources of a value, also of what it holds. */
export function deepSources(value: Value, depth = 4): readonly Source[] {
  if (depth === 0 || value.things.every(({ any }) => any.sources.length === 0 && any.things.length === 0))
    return value.sources;
  return sourcesOf([value, ...value.things.map(({ any }) => ({ ...unknown, sources: deepSources(any, depth - 1) }))]);
}

/** Something that is made of others, nobody knows how. */
export const made = (...from: readonly Value[]): Value => {
  const sources = sourcesOf(from.map((value) => ({ ...unknown, sources: deepSources(value) })));
  return sources.length === 0 ? unknown : { ...unknown, sources };
};

/** An entry, a line or a match of it. */
export const partOf = (value: Value): Value =>
  value.sources.length === 0
    ? value
    : { ...value, sources: value.sources.map((source) => ({ ...source, isPart: true })) };

export const from = (value: Value, more: readonly Source[]): Value =>
  more.length === 0 ? value : { ...value, sources: sourcesOf([value, { ...unknown, sources: more }]) };

/** One after the other. */
export function concat(parts: readonly Value[]): Value {
  if (parts.length > 0 && parts.every(({ isNumber, texts }) => isNumber && texts.length === 1)) {
    return known(String(parts.reduce((sum, { texts }) => sum + Number(texts[0]), 0)), true);
  }
  let texts = [''];
  for (const part of parts) {
    const options = part.texts.length === 0 ? [hole] : part.texts;
    const ends = options.slice(0, Math.max(1, Math.floor(maxTexts / texts.length)));
    texts = texts.flatMap((text) => ends.map((end) => text + end)).filter((text) => text.length <= maxText);
  }
  // Numbers that are added to what is not known.
  const isText = parts.some(({ isNumber, texts: known }) => !isNumber && known.length > 0);
  const isKnown = isText && texts.some((text) => text.replaceAll(hole, '') !== '' || text === '');
  const sources = made(...parts).sources;
  return { ...unknown, texts: isKnown ? texts : [], sources };
}

/** A function of known texts, and else what it is made of. */
export function mapped(value: Value, change: (text: string) => string | undefined, isNumber = false): Value {
  const texts = value.texts.flatMap((text) => change(text) ?? []).filter((text) => text.length <= maxText);
  return { ...unknown, texts, sources: deepSources(value), ...(isNumber && { isNumber }) };
}

export function dataOf(value: Value): Data {
  const sources = deepSources(value);
  return {
    texts: value.texts,
    origins: new Set(sources.map((source) => source.origin)),
    from: sources.map(({ at }) => at),
    sources,
  };
}

/** The items of a list whose items are all known by their place. */
export function itemsOf(value: Value): Value[] | undefined {
  const [only] = value.things;
  if (value.things.length !== 1 || !only || only.length === 0 || only.length !== only.fields.size) return undefined;
  return Array.from({ length: only.length }, (_, index) => only.fields.get(String(index)) ?? unknown);
}
