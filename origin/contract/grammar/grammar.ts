/** Grammars of names (SPEC.md, Identifiers; CONTRACT.md, Identifiers, bundles, hashes). Also for the browser. */
import { allGuides } from './guides.ts';

export const handlePattern = /^[a-z0-9][a-z0-9-]{0,38}$/;
export const slugPattern = /^[a-z0-9][a-z0-9-]{0,62}$/;
/** Of a SHA-256 without its prefix. */
export const digitsPattern = /^[a-f0-9]{64}$/;
/** Characters of a bundle path. */
export const pathLength = 155;

/** What a registry calls an advisory of its own. */
export const ownAdvisoryPattern = /^[A-Za-z0-9][A-Za-z0-9._-]{0,79}$/;
/** The same behind a `~` and the name of the list that it is from. */
export const advisoryPattern = /^(?:[a-z0-9][a-z0-9.-]{0,99}~)?[A-Za-z0-9][A-Za-z0-9._-]{0,79}$/;

const hashPrefix = 'sha256:';
/** The digits of a hash, without its prefix. */
export const digitsOf = (hash: string): string => hash.replace(hashPrefix, '');
/** A hash with its prefix, given with it or without. */
export const hashOf = (digits: string): string => hashPrefix + digitsOf(digits);
/** Whether it is a hash with its prefix. */
export const isHash = (text: string): boolean => text.startsWith(hashPrefix) && digitsPattern.test(digitsOf(text));
/** The digits that tell a hash from others, for people. */
export const shortHash = (hash: string): string => digitsOf(hash).slice(0, 12);

/** The pattern as a part of a larger one. */
const part = ({ source }: RegExp): string => source.slice(1, -1);

/** A name in a bundle path, but for `.` and `..`. */
const segment = '(?!\\.{1,2}(?:[/~]|$))[A-Za-z0-9._ -]+';

/** Of each place in a template, by its name: regular expressions without groups that are kept. */
export const placePatterns = {
  author: part(handlePattern),
  owner: part(handlePattern),
  slug: part(slugPattern),
  hash: part(digitsPattern),
  advisory: part(advisoryPattern),
  /** What a publisher calls a version, where an address carries it as it is. */
  label: '[A-Za-z0-9][A-Za-z0-9._-]{0,63}',
  /** A part of the snapshot, by the handle. */
  part: '[0-9]{3}',
  /** A part of the sitemap. */
  shard: '[a-f0-9]{2}',
  /** One that exists: any other name is not found. */
  guide: allGuides.join('|'),
  /** A tile of the log, and a bundle of its entries: these span segments, and their loaders know their grammar. */
  tile: '[0-9]+/[0-9xp/.]+',
  bundle: '[0-9xp/.]+',
  /** A file of a bundle: it spans segments too. `~` may follow it, and is in no path. */
  path: `(?=[^~]{1,${pathLength}}(?:~|$))${segment}(?:/${segment})*`,
} as const;
