/**
 * Templates with `{name}` places as an inverse pair: `parse(format(values))` gives the values back, and `parse` takes
 * nothing that `format` could not have made. Used for page paths, for the snapshot's file names, and for ids.
 */
import { digitsOf, hashOf, placePatterns } from './grammar.ts';
import { filled, type PlacesIn, partsOf, written } from './paths.ts';

export interface Template<Places extends string = string> {
  format(values: Readonly<Record<Places, string>>): string;
  parse(text: string): Record<Places, string> | undefined;
  /** The regular expression of the whole, without what ties it to the ends of a text. */
  source: string;
  /** The places in order, and what stands before, between and after them. */
  names: Places[];
  literals: string[];
}

/** Hashes are written without their prefix and come back with it. */
export function template<T extends string>(text: T): Template<PlacesIn<T>> {
  type Places = PlacesIn<T>;
  const { literals, names } = partsOf(text) as { literals: string[]; names: Places[] };
  const grammar = new RegExp(`^${written(text, (name) => `(${placePattern(name)})`, escaped)}$`);
  return {
    source: written(text, (name) => `(?:${placePattern(name)})`, escaped),
    names,
    literals,
    format: (values) => {
      let made = literals[0] ?? '';
      for (const [index, name] of names.entries())
        made += (name === 'hash' ? digitsOf(values[name]) : values[name]) + literals[index + 1];
      return made;
    },
    parse: (text) => {
      const match = grammar.exec(text);
      if (!match) return undefined;
      const read = (name: string, value = '') => [name, name === 'hash' ? hashOf(value) : value];
      return Object.fromEntries(names.map((name, index) => read(name, match[index + 1])));
    },
  };
}

/** The path of a page: values are encoded, but for the slashes of places that span segments, and hashes have no prefix. */
export const filledPage = (template: string, values: Readonly<Record<string, unknown>>): string =>
  filled(template, 'hash' in values ? { ...values, hash: digitsOf(String(values['hash'])) } : values).replaceAll(
    '%2F',
    '/',
  );

/** The regular expression of a place, without groups that are kept. */
export function placePattern(name: string): string {
  const pattern = placePatterns[name as keyof typeof placePatterns];
  if (!pattern) throw new Error(`No grammar for {${name}} in a template.`);
  return pattern;
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
