/**
 * Path templates with `{parameter}` places, as an inverse pair: `parse(format(values))` gives the values back, and
 * `parse` takes nothing that `format` could not have made. Used for page paths and for the snapshot's file names.
 */

import { handlePattern, limits, slugPattern } from './fields.ts';
import { guideNames } from './guides.ts';

export interface PathTemplate {
  format(values: Record<string, string>): string;
  parse(path: string): Record<string, string> | undefined;
  /** The places in order, and what stands before, between and after them. */
  names: string[];
  literals: string[];
}

/** A name in a path, but for `.` and `..`. */
const segment = '(?!\\.{1,2}(?:[/~]|$))[A-Za-z0-9._ -]+';

/** Grammar of each place, by name. Hashes are written without their prefix and come back with it. */
const places: Record<string, { pattern: string; write?: (value: string) => string; read?: (text: string) => string }> =
  {
    author: { pattern: unanchored(handlePattern) },
    owner: { pattern: unanchored(handlePattern) },
    slug: { pattern: unanchored(slugPattern) },
    hash: { pattern: '[a-f0-9]{64}', write: (hash) => hash.replace('sha256:', ''), read: (hex) => `sha256:${hex}` },
    /** A part of the sitemap. */
    shard: { pattern: '[a-f0-9]{2}' },
    /** One that is there: whoever asks for another finds nothing. */
    guide: { pattern: guideNames.join('|') },
    /** A file of a bundle: the only place that spans segments. `~` may follow it, and is in no path. */
    path: { pattern: `(?=[^~]{1,${limits.pathLength}}(?:~|$))${segment}(?:/${segment})*` },
  };

export function pathTemplate(template: string): PathTemplate {
  const parts = template.split(/\{(\w+)\}/);
  const names = parts.filter((_, index) => index % 2 === 1);
  const source = parts.map((part, index) => (index % 2 ? `(${placeOf(part).pattern})` : escaped(part))).join('');
  const grammar = new RegExp(`^${source}$`);
  return {
    names,
    literals: parts.filter((_, index) => index % 2 === 0),
    format: (values) =>
      parts.map((part, index) => (index % 2 ? (placeOf(part).write ?? identity)(values[part] ?? '') : part)).join(''),
    parse: (path) => {
      const match = grammar.exec(path);
      if (!match) return undefined;
      return Object.fromEntries(
        names.map((name, index) => [name, (placeOf(name).read ?? identity)(match[index + 1] ?? '')]),
      );
    },
  };
}

/** The regular expression of a place, without groups. */
export const placePattern = (name: string): string => placeOf(name).pattern;

function unanchored(pattern: RegExp): string {
  return pattern.source.slice(1, -1);
}

const identity = (text: string) => text;
const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

function placeOf(name: string) {
  const place = places[name];
  if (!place) throw new Error(`No grammar for {${name}} in a path template.`);
  return place;
}
