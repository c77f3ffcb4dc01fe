/** A query as it is answered: the ways in which each of its words may stand in a text, and what else narrows it. */
import type { View } from '../view.ts';
import { type Asked, askedIn, isEmpty, type Word, wordOf } from './asked.ts';
import { slipsIn } from './spelling.ts';
import { likeliest, standingAnywhere } from './standing.ts';
import { tokensOf } from './text.ts';
import { type Counted, counted, type Owner, partsOf, wordsNear } from './vocabulary.ts';
import { bestWays, type Group, likeness, synonymsIn, waysOf } from './ways.ts';

export interface Understood extends Asked {
  /** Those that tell most first. */
  groups: Group[];
  /** Profiles whose handle is a word of the query, by that word. */
  owners: Owner[];
  /** The query that is answered where it isn't the one that was asked. */
  corrected: string | undefined;
}

/** Words that are looked for; of a longer query those that tell most. */
const mostGroups = 8;
/** Unknown words that are looked up among the others: each takes a walk through a part of the vocabulary. */
const mostUnknown = 3;
/** As many times as often as a known word has another to be in use for that to be looked for too. */
const outweighs = 8;
/** A known word that is not looked at for slips any more. */
const wellKnown = 3;

/** Undefined where the query has nothing that could be found. `author`: a handle, instead of those it names. */
export async function understand(view: View, query: string, author?: string): Promise<Understood | undefined> {
  const readIn = (text: string): Asked => ({ ...askedIn(text), ...(author !== undefined && { authors: [author] }) });
  const asked = readIn(query);
  if (isEmpty(asked)) return undefined;
  const { groups, known, owners, newest } = await lookUp(view, asked);
  if (view.text.havingEach && view.listing?.isOf(view.db)) await view.listing.refresh(newest);
  const replaced = new Map<string, string>();
  const doubtful = groups.filter((group) => isDoubtful(group, known)).slice(0, mostUnknown);
  const [standing, looked] = await Promise.all([
    doubtful.length > 0 ? standingAnywhere(view, doubtful, asked.isForeign) : new Set<string>(),
    Promise.all(
      doubtful.map(async ({ word }) => {
        const isKnown = (known.totals.get(word.text) ?? 0) > 0;
        const [near, parts] = await Promise.all([
          wordsNear(view, word.text),
          isKnown ? undefined : partsOf(view, word.text),
        ]);
        return { near, parts };
      }),
    ),
  ]);
  const handle = doubtful.length > standing.size ? await handleMeant(view, query) : undefined;
  if (handle) replaced.set(query.trim(), handle);
  for (const [index, group] of handle ? [] : doubtful.entries()) {
    const { word } = group;
    const { near = [], parts } = looked[index] ?? {};
    const own = known.totals.get(word.text) ?? 0;
    const isKnown = own > 0 || standing.has(word.text);
    if (parts) group.ways.push({ terms: parts.map((part) => wordOf(part).term).join(' '), likeness: likeness.joined });
    const [best] = near;
    if (!best) continue;
    if (isKnown || parts || best.total < outweighs * known.begunTotal(word)) {
      const telling = near.filter(({ total }) => total >= outweighs * Math.max(1, own)).slice(0, 1);
      group.ways.push(...telling.map(({ word: other }) => ({ terms: wordOf(other).term, likeness: likeness.slip })));
    } else {
      const chosen = await likeliest(view, near, known.skills);
      replaced.set(word.text, chosen);
    }
  }
  if (replaced.size === 0) return finish(asked, { groups, owners }, undefined);
  const corrected = handle ?? rewritten(query, replaced);
  const again = readIn(corrected);
  return finish(again, await lookUp(view, again), corrected);
}

const joinedWords = /^[a-z0-9]+(?:-[a-z0-9]+)+$/;

/** Of a query that is written as a handle of several words, the one that may have been meant. */
async function handleMeant(view: View, query: string): Promise<string | undefined> {
  const name = query.trim().toLowerCase();
  if (!joinedWords.test(name)) return undefined;
  return (await wordsNear(view, name)).find(({ word }) => word.includes('-'))?.word;
}

function finish(asked: Asked, { groups, owners }: Found, corrected: string | undefined): Understood {
  for (const group of groups) group.ways = bestWays(group.ways);
  const telling = groups.toSorted((a, b) => b.weight - a.weight).slice(0, mostGroups);
  return { ...asked, groups: telling, owners, corrected };
}

interface Known {
  totals: Map<string, number>;
  stems: Map<string, number>;
  begunTotal(word: Word): number;
  /** How many are listed. */
  skills: number;
}

interface Found {
  groups: Group[];
  owners: Owner[];
}

interface Looked extends Found {
  known: Known;
  /** The number of the newest change of a listed skill. */
  newest: number;
}

/** The groups of a query's words, by what the vocabulary has of them, and who has a word of it as their handle. */
async function lookUp(view: View, { words, names, authors, isForeign }: Asked): Promise<Looked> {
  const typed = words.filter(({ isRun }) => !isRun);
  const joints = jointsIn(words);
  const synonyms = synonymsIn(words);
  const last = words.at(-1);
  const beginning = last && !last.isRun && !last.isQuoted ? last.text : undefined;
  const handles = [...words.map(({ text }) => text), ...names, ...names.flatMap((name) => name.split(/[/:]/))];
  const { known, begun, skills, owners, newest } = await counted(view, {
    handles: [...handles, ...authors],
    words: [...typed.map(({ text }) => text), ...joints.map(({ text }) => text)],
    stems: [...typed.map(({ term }) => term), ...synonyms.map(({ terms }) => terms)],
    beginning,
  });
  const totals = new Map(known.map(({ word, total }) => [word, total]));
  const stems = sumsByStem(known);
  const groups = words.map((word): Group => {
    const total = Math.max(totals.get(word.text) ?? 0, stems.get(word.term) ?? 0);
    const ways = waysOf(word, !word.isQuoted && (isForeign || total === 0));
    return { word, ways, weight: weightOf(total, skills), share: 0 };
  });
  const lastGroup = groups.at(-1);
  if (lastGroup && beginning !== undefined)
    lastGroup.ways.push(...begun.map(({ stem }) => ({ terms: stem, likeness: likeness.begun })));
  for (const { from, text } of joints.filter((joint) => totals.has(joint.text)))
    for (const group of groups.slice(from, from + 2))
      group.ways.push({ terms: wordOf(text).term, likeness: likeness.joined });
  for (const { from, count, terms } of synonyms)
    for (const group of groups.slice(from, from + count)) group.ways.push({ terms, likeness: likeness.synonym });
  const begins = sumsByStem(begun);
  const totalOf = (term: string) => stems.get(term) ?? totals.get(term) ?? begins.get(term) ?? 0;
  for (const group of groups) group.share = shareOf(group, totalOf, skills);
  const begunTotal = (word: Word) => (word === last ? Math.max(0, ...begun.map(({ total }) => total)) : 0);
  return { groups, owners, newest, known: { totals, stems, begunTotal, skills } };
}

/** The fewer of all skills have a word, the more it tells. */
const weightOf = (total: number, skills: number): number =>
  Math.log(1 + (skills + 1) / (Math.min(total, skills) + 1)) ** 1.5;

const shareOf = ({ ways }: Group, totalOf: (term: string) => number, skills: number): number =>
  Math.min(1, ways.reduce((sum, { terms }) => sum + totalOf(terms), 0) / Math.max(1, skills));

function sumsByStem(known: readonly Counted[]): Map<string, number> {
  const sums = new Map<string, number>();
  for (const { stem, total } of known) sums.set(stem, (sums.get(stem) ?? 0) + total);
  return sums;
}

/** Neighbours as one word: some write them so. */
const jointsIn = (words: readonly Word[]): { from: number; text: string }[] =>
  words.slice(1).flatMap((word, from) => {
    const before = words[from];
    return before && !before.isRun && !word.isRun ? [{ from, text: before.text + word.text }] : [];
  });

/** Whether a word may be a slip: nobody has it, or so few that they may have slipped themselves. */
const isDoubtful = ({ word }: Group, { totals, stems }: Known): boolean =>
  !word.isRun &&
  !word.isQuoted &&
  slipsIn(word.text) > 0 &&
  /\p{L}/u.test(word.text) &&
  (totals.get(word.text) ?? stems.get(word.term) ?? 0) < wellKnown;

/** The query with some words replaced, and all else as it was typed. */
const rewritten = (query: string, replaced: ReadonlyMap<string, string>): string =>
  query.replace(/[\p{L}\p{M}\p{N}]+/gu, (typed) => {
    const words = tokensOf(typed);
    return (words.length === 1 && replaced.get(words[0] ?? '')) || typed;
  });
