/**
 * How well a text answers a query (CONTRACT.md, Search): exact names first, then names, and below them by how much of the
 * query it has, where. It looks at the row alone, so every engine and both hosts come to the same.
 */
import { categoryTerm, marks } from './skillText.ts';
import type { Understood } from './understood.ts';
import { type Group, likeness } from './ways.ts';

export interface Candidate {
  /** The last part of its address: a slug, or a handle. */
  address: string;
  ownerId?: number;
  deprecated?: number;
  scan_status?: string;
  /** Words of its names between spaces. */
  names: string;
  /** Terms as skillText.ts puts them, or words alone. */
  tokens: string;
  /** Where there are phrases to look for. */
  folded?: string;
}

/** The published scores; below them, up to `most` for a text that has all of the query where that says most. */
export const scores = { exact: 4, named: 3, begun: 2 } as const;
const levels = { name: 1.4, author: 1.3, description: 1, headings: 0.55, body: 0.3 } as const;
/** What is deprecated, or flagged and not asked for by its exact name, has a tenth: both come after the rest. */
const ofLast = 10;
/** What is described at length has any word sooner: of the level, this is lost from `short` to `long`, in characters. */
const [lostByLength, short, long] = [0.35, 150, 1000];
/** Scores are told, and compared, in hundredths: what is as good within that is for trust and adoption to decide. */
const grain = 100;

/** Gives the score of a text; undefined where it is no answer at all. */
export function scorerFor(asked: Understood): (candidate: Candidate) => number | undefined {
  const levelsIn = reader(termsOf(asked));
  return (candidate) => {
    const found = levelsIn(candidate);
    if (!isWithin(candidate, found, asked)) return undefined;
    const score = tierOf(candidate, found, asked) ?? relevance(candidate, found, asked);
    if (score === 0) return undefined;
    return Math.round((score / (isLast(candidate, score) ? ofLast : 1)) * grain * 10) / (grain * 10);
  };
}

const isLast = ({ deprecated, scan_status }: Candidate, score: number): boolean =>
  Boolean(deprecated) || (scan_status === 'flagged' && score < scores.exact);

/** The terms of a query that a text has, with the best place in which each stands there. */
type Found = ReadonlyMap<string, number>;

const termsOf = ({ groups, facts, without }: Understood): string[] =>
  [...groups.flatMap(({ ways }) => ways.map(({ terms }) => terms)), ...facts.flat(), ...without].flatMap((terms) =>
    terms.split(' '),
  );

/** All terms are looked for at once: one by one took longer than everything else. Terms are letters, digits and marks. */
function reader(terms: readonly string[]): (candidate: Candidate) => Found {
  if (terms.length === 0) return () => new Map();
  const any = new RegExp(` (_?)(${[...new Set(terms)].join('|')})(?= )`, 'gu');
  return ({ names, tokens: stored }) => {
    const tokens = stored.startsWith(' ') ? stored : ` ${stored} `;
    const found = new Map<string, number>();
    const note = (term: string, level: number) => {
      if (level > (found.get(term) ?? 0)) found.set(term, level);
    };
    const at = (mark: string) => {
      const place = tokens.indexOf(` ${mark} `);
      return place === -1 ? tokens.length : place;
    };
    const [headings, body] = [at(marks.headings), at(marks.body)];
    const described =
      levels.description * (1 - lostByLength * Math.min(1, Math.max(0, headings - short) / (long - short)));
    for (const [, , term = ''] of names.matchAll(any)) note(term, levels.name);
    for (const { 1: mark, 2: term = '', index } of tokens.matchAll(any)) {
      if (mark) note(term, levels.name);
      else note(term, index >= body ? levels.body : index >= headings ? levels.headings : described);
    }
    return found;
  };
}

const has = (found: Found, terms: string): boolean => terms.split(' ').every((term) => found.has(term));

function isWithin({ folded = '', ownerId }: Candidate, found: Found, asked: Understood): boolean {
  const { facts, without, phrases, authors, owners } = asked;
  if (!facts.every((choices) => choices.some((terms) => has(found, terms)))) return false;
  if (without.some((terms) => has(found, terms))) return false;
  if (authors.length > 0 && !owners.some(({ id, handle }) => id === ownerId && authors.includes(handle))) return false;
  return phrases.every((phrase) => folded.replace(/\s+/g, ' ').includes(phrase));
}

function tierOf({ address, names, ownerId }: Candidate, found: Found, asked: Understood): number | undefined {
  const { groups, owners } = asked;
  const isOwned = (handle: string) => owners.some((owner) => owner.id === ownerId && owner.handle === handle);
  const isExact = (name: string) => {
    const [author = '', slug, ...more] = name.split(/[/:]/);
    return name === address || (slug === address && more.length === 0 && isOwned(author));
  };
  if (asked.names.some(isExact)) return scores.exact;
  if (groups.length === 0) return undefined;
  const joined = asked.names.map((name) => name.replaceAll('-', ''));
  if (groups.every(({ word }) => names.includes(` ${word.text} `)) || joined.includes(address.replaceAll('-', '')))
    return scores.named;
  const begins = ({ word, ways }: Group) =>
    names.includes(` ${word.text}`) ||
    ways.some((way) => way.likeness >= likeness.joined && levelOf(way.terms, found) === levels.name);
  return groups.every(begins) ? scores.begun : undefined;
}

/** What the words that a text has tell, of what all of them do: each by the best place in which it stands. */
function relevance({ ownerId }: Candidate, found: Found, { groups, owners, facts, authors }: Understood): number {
  if (groups.length === 0) return facts.length + authors.length > 0 ? levels.description : 0;
  let [had, all, count] = [0, 0, 0];
  for (const { word, ways, weight } of groups) {
    all += weight;
    const isAuthor = owners.some(({ id, handle }) => id === ownerId && handle === word.text);
    const best = Math.max(isAuthor ? levels.author : 0, ...ways.map((way) => way.likeness * levelOf(way.terms, found)));
    if (best > 0) count += 1;
    had += weight * best;
  }
  return Math.round((had / all) * (0.7 + (0.3 * count) / groups.length) * grain) / grain;
}

/** Of several terms the least. */
const levelOf = (terms: string, found: Found): number =>
  terms.includes(' ') ? Math.min(...terms.split(' ').map((term) => found.get(term) ?? 0)) : (found.get(terms) ?? 0);

/** The terms of a text that is not a skill, for the same look at it. */
export const categoryTokens = (tokens: string, category: string): string => `${tokens} ${categoryTerm(category)} `;
