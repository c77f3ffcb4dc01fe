/** The ways in which a word of a query may stand in a text. */

import type { Word } from './asked.ts';
import { stemsOf } from './language.ts';
import { synonyms } from './synonyms.data.ts';
import { pairsOf, piecesOf, termsOf } from './terms.ts';

/** Terms that have to be there together, with spaces between them, and how much they are the word: 1 is the word itself. */
export interface Way {
  terms: string;
  likeness: number;
}

/** What is looked for where a word stands in the query. */
export interface Group {
  word: Word;
  ways: Way[];
  /** How much it tells: the more, the fewer skills have it. */
  weight: number;
  /** Of the listed skills, about how many have it: from 0 to 1. */
  share: number;
}

export const likeness = { itself: 1, joined: 1, otherLanguage: 0.9, synonym: 0.6, begun: 0.75, slip: 0.3 } as const;

/** Of a word; every one is looked up in the index. */
const mostWays = 12;

/** Keeps the likeliest, each once. */
export function bestWays(ways: readonly Way[]): Way[] {
  const best = new Map<string, Way>();
  for (const way of ways.toSorted((a, b) => b.likeness - a.likeness))
    if (way.terms !== '' && !best.has(way.terms)) best.set(way.terms, way);
  return [...best.values()].slice(0, mostWays);
}

export const waysOf = ({ term, text, isRun }: Word, isForeign: boolean): Way[] => [
  { terms: term, likeness: likeness.itself },
  ...(isRun || text === term ? [] : [{ terms: text, likeness: likeness.itself }]),
  ...(isForeign && !isRun ? stemsOf(text).map((terms) => ({ terms, likeness: likeness.otherLanguage })) : []),
];

const termsTogether = (text: string): string => {
  if (piecesOf(text).some(({ isRun }) => isRun))
    return [
      ...new Set(
        piecesOf(text).flatMap(({ word, isRun }) =>
          isRun ? pairsOf(word).filter((one) => [...one].length === 2) : termsOf(word),
        ),
      ),
    ].join(' ');
  return [...new Set(termsOf(text))].join(' ');
};

/** By the terms of each, the terms of the others. */
const others = new Map<string, Set<string>>();
for (const line of synonyms.trim().split('\n')) {
  const terms = [...new Set(line.split(',').map(termsTogether))].filter(Boolean);
  for (const one of terms)
    others.set(one, new Set([...(others.get(one) ?? []), ...terms.filter((other) => other !== one)]));
}

/** As many words are known to be another's together. */
const longest = 3;

/** What may stand for the words from each place on, and for how many of them. */
export function synonymsIn(words: readonly Word[]): { from: number; count: number; terms: string }[] {
  return words.flatMap((_, from) =>
    Array.from({ length: longest }, (_, index) => index + 1).flatMap((count) => {
      const together = words.slice(from, from + count);
      if (together.length < count || together.some(({ isQuoted }) => isQuoted)) return [];
      const found = others.get(together.map(({ term }) => term).join(' ')) ?? [];
      return [...found].map((terms) => ({ from, count, terms }));
    }),
  );
}
