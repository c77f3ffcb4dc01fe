/** What somebody typed, taken apart: words, phrases in quotes, and what narrows the answer. */
import { Category } from '../../contract/fields.ts';
import { isStop, languageOf, stemOf } from './language.ts';
import { categoryTerm, needTerm, tagTerm } from './skillText.ts';
import { type Piece, pairsOf, piecesOf } from './terms.ts';
import { fold, tokensOf } from './text.ts';

export interface Asked {
  /** What is left of the query besides filters and what is left out: words, in order. */
  words: Word[];
  /** Of all of it, how an exact name may be written. */
  names: readonly string[];
  /** Folded; each has to be in a name or a description as it stands. */
  phrases: string[];
  /** Handles: one of them has to be the author. */
  authors: string[];
  /** Terms of which each has to be there: of categories one. */
  facts: string[][];
  /** Terms of which none may be there. */
  without: string[];
  /** It is in another language than English, by its words that say nothing. */
  isForeign: boolean;
}

export interface Word {
  /** Folded, without diacritics. */
  text: string;
  /** Its terms, which have to be there together. */
  term: string;
  /** A word of a script that doesn't keep words apart. */
  isRun: boolean;
  /** It was given in quotes: it is meant as it stands. */
  isQuoted: boolean;
}

/** The words of a query after these are not looked at, and of those the ones that tell most are looked for. */
const mostWords = 32;
/** In characters: what is after it is not looked at. */
const readOfQuery = 1000;

const quoted = /["“”„«»]([^"“”„«»]+)["“”„«»]/g;
const narrowing = /(?<=^|\s)(author|category|needs|tag):(\S+)/gi;
const leftOut = /(?<=^|\s)-(?=[\p{L}\p{N}])(\S+)/gu;

export function askedIn(query: string): Asked {
  const asked: Asked = { words: [], names: [], phrases: [], authors: [], facts: [], without: [], isForeign: false };
  const phrases: string[] = [];
  const rest = query
    .slice(0, readOfQuery)
    .replace(quoted, (_, phrase: string) => {
      phrases.push(phrase);
      return ' ';
    })
    .replace(narrowing, (_, kind: string, value: string) => {
      narrow(asked, kind.toLowerCase(), fold(value));
      return ' ';
    })
    .replace(leftOut, (_, word: string) => {
      asked.without.push(...wordsOf(word, false).map(({ term }) => term));
      return ' ';
    });
  const loose = wordsOf(rest, false);
  const telling = loose.filter(({ text }) => !isStop(text));
  asked.isForeign = languageOf(loose.map(({ text }) => text)) !== undefined;
  const held = phrases.flatMap((phrase) => wordsOf(phrase, true)).filter(({ text }) => !isStop(text));
  asked.words = distinct([...(telling.length + held.length > 0 ? telling : loose), ...held]).slice(0, mostWords);
  asked.phrases = phrases.map((phrase) => fold(phrase).trim().replace(/\s+/g, ' ')).filter((phrase) => phrase !== '');
  const all = tokensOf(`${rest} ${phrases.join(' ')}`).slice(0, mostWords);
  asked.names = [...new Set([fold(query.trim()), all.join('-'), [...new Set(all)].join('-')])].filter(Boolean);
  return asked;
}

export const isEmpty = ({ words, authors, facts, phrases }: Asked): boolean =>
  words.length + authors.length + facts.length + phrases.length === 0;

function narrow(asked: Asked, kind: string, value: string): void {
  if (kind === 'author') asked.authors.push(value.replace(/^@/, ''));
  if (kind === 'needs') asked.facts.push([needTerm(value)]);
  if (kind === 'tag') asked.facts.push([tagTerm(value)]);
  if (kind !== 'category') return;
  const known = value.split(',').filter((one) => Category.safeParse(one).success);
  asked.facts.push(known.length > 0 ? known.map(categoryTerm) : [categoryTerm('none')]);
}

const segmenter = new Intl.Segmenter('zh', { granularity: 'word' });

const wordsOf = (text: string, isQuoted: boolean): Word[] =>
  piecesOf(text).flatMap((piece) => (piece.isRun ? runWords(piece, isQuoted) : [wordOf(piece.word, isQuoted)]));

export const wordOf = (text: string, isQuoted = false): Word => ({ text, term: stemOf(text), isRun: false, isQuoted });

/** The words of a run, as the dictionary of the runtime parts it: of each the pairs of letters that an index holds. */
function runWords({ word }: Piece, isQuoted: boolean): Word[] {
  const parts = [...segmenter.segment(word)].map(({ segment }) => segment).filter((part) => !isStop(part));
  return (parts.length > 0 ? parts : [word]).flatMap((text) => {
    const letters = pairsOf(text);
    const pairs = letters.filter((one) => [...one].length === 2);
    const term = (pairs.length > 0 ? pairs : letters).join(' ');
    return term === '' ? [] : [{ text, term, isRun: true, isQuoted }];
  });
}

const distinct = (words: Word[]): Word[] => [...new Map(words.map((word) => [word.term, word])).values()];
