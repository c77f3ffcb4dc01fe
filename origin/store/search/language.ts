/**
 * What words have in common across their forms, and which say nothing. A word's stem is the same wherever it stands, so
 * what is counted by stems does not depend on who counted first; a text in another language has that one's stems as well.
 */
import { stemmer as dutch } from '@orama/stemmers/dutch';
import { stemmer as english } from '@orama/stemmers/english';
import { stemmer as french } from '@orama/stemmers/french';
import { stemmer as german } from '@orama/stemmers/german';
import { stemmer as italian } from '@orama/stemmers/italian';
import { stemmer as portuguese } from '@orama/stemmers/portuguese';
import { stemmer as russian } from '@orama/stemmers/russian';
import { stemmer as spanish } from '@orama/stemmers/spanish';
import { stopwords as dutchStops } from '@orama/stopwords/dutch';
import { stopwords as englishStops } from '@orama/stopwords/english';
import { stopwords as frenchStops } from '@orama/stopwords/french';
import { stopwords as germanStops } from '@orama/stopwords/german';
import { stopwords as italianStops } from '@orama/stopwords/italian';
import { stopwords as portugueseStops } from '@orama/stopwords/portuguese';
import { stopwords as russianStops } from '@orama/stopwords/russian';
import { stopwords as spanishStops } from '@orama/stopwords/spanish';
import { LRUCache } from 'lru-cache';
import { plainWords } from './text.ts';

type Stem = (word: string) => string;

/** Words of questions that say as little as the others, and of Chinese and Japanese. */
const moreStops = `a use uses used using still really just also even thing things want wants need needs please help let lets using via let's id gonna wanna something someone anything
  would like get gets got make makes give show tell much many
  的 了 和 是 在 我 我们 你 您 他 她 它 们 把 被 给 请 想 要 想要 需要 帮 帮我 如何 怎么 怎样 什么 一个 这个 那个 可以 能 用 使用 用于 与 或 及 并 从 到 对 为 将 也 都 就 不 有 没有 吗 呢 吧
  の に は を が と で も へ や から まで より する した して します です ます こと もの ため これ それ この その たい ください`;

/** What is asked for as often as it is noise, and is a name of something too. */
const kept = new Set(['r', 'c', 'go', 'it', 'here', 'who', 'some']);

const wordsOf = (list: readonly string[]) => new Set(list.flatMap(plainWords));

interface Language {
  stem: Stem;
  stops: ReadonlySet<string>;
}

const languages: readonly Language[] = [
  { stem: german, stops: wordsOf(germanStops) },
  { stem: french, stops: wordsOf(frenchStops) },
  { stem: spanish, stops: wordsOf(spanishStops) },
  { stem: portuguese, stops: wordsOf(portugueseStops) },
  { stem: italian, stops: wordsOf(italianStops) },
  { stem: dutch, stops: wordsOf(dutchStops) },
];

const inEnglish = wordsOf([...englishStops, ...moreStops.split(/\s+/)]);
const inRussian = wordsOf(russianStops);

/** Whether a word says nothing, in English or in `language`. */
export const isStop = (word: string, language?: Language): boolean =>
  (inEnglish.has(word) || inRussian.has(word) || language?.stops.has(word) === true) && !kept.has(word);

/** As many words of a language say that a text is in it, where more of them are in it than in any other. */
const fewStops = 2;

/** The language that a text is in, by the words in it that say nothing. Undefined for English, and where nothing tells. */
export function languageOf(words: readonly string[]): Language | undefined {
  const countOf = (stops: ReadonlySet<string>) => words.filter((word) => stops.has(word)).length;
  const english = countOf(inEnglish);
  const [likeliest] = languages
    .map((language) => ({ language, count: countOf(language.stops) }))
    .sort((a, b) => b.count - a.count);
  return likeliest && likeliest.count >= fewStops && likeliest.count > english ? likeliest.language : undefined;
}

const cyrillic = /\p{Script=Cyrillic}/u;
const latin = /^\p{Script=Latin}+$/u;
const known = new LRUCache<string, string>({ max: 20_000 });

/** The stem of a word where its language is not known: English, or Russian by its letters. */
export function stemOf(word: string): string {
  const before = known.get(word);
  if (before !== undefined) return before;
  const stem = stemmed(word);
  known.set(word, stem);
  return stem;
}

function stemmed(word: string): string {
  if (cyrillic.test(word)) return russian(word);
  return word.length > 2 && latin.test(word) ? english(word) : word;
}

/** The stem in the language of a text. */
export const stemIn = (word: string, language: Language | undefined): string =>
  language && word.length > 2 && latin.test(word) ? language.stem(word) : stemOf(word);

/** Every stem that a word may have in some language, the likeliest first. */
export const stemsOf = (word: string): string[] => [
  ...new Set([stemOf(word), ...languages.map((language) => stemIn(word, language))]),
];
