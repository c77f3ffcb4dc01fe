/** The words of a text as an index holds them: stems, pairs of letters where words aren't kept apart, and no noise. */
import { isStop, languageOf, stemIn } from './language.ts';
import { fold, plainWords } from './text.ts';

/** Scripts that don't keep words apart, and one that joins them to what they do. */
const unspaced = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}ー々`;
const pieces = new RegExp(`[${unspaced}]+|[^${unspaced}]+`, 'gu');
const isUnspaced = new RegExp(`[${unspaced}]`, 'u');
const alone = /\p{Script=Han}/u;

/** Names whose signs are all that sets them apart. */
const signed: [RegExp, string][] = [
  [/\bc\+\+/g, ' cpp '],
  [/\bc#/g, ' csharp '],
  [/\bf#/g, ' fsharp '],
  [/(^|\s)\.net\b/g, ' dotnet '],
];

/** Such as codeReview, and CodeReviewTool; GitHub and PowerPoint are each a word. `\b` knows ASCII alone. */
const humps = /(?<![\p{L}\p{N}_])(?:\p{Ll}+(?:\p{Lu}\p{Ll}+)+|(?:\p{Lu}\p{Ll}+){3,})(?![\p{L}\p{N}_])/gu;
const betweenHumps = /(?<=\p{Ll})(?=\p{Lu})/u;

/** A piece of a text: a word, or a run of letters of a script that doesn't keep words apart. */
export interface Piece {
  word: string;
  isRun: boolean;
}

/** The pieces of a text, in order, whatever they say. */
export function piecesOf(text: string): Piece[] {
  const withParts = text.replace(humps, (word) => `${word} ${word.split(betweenHumps).join(' ')}`);
  const folded = signed.reduce((all, [sign, word]) => all.replace(sign, word), fold(withParts));
  return plainWords(folded).flatMap((token) =>
    (token.match(pieces) ?? []).map((word) => ({ word, isRun: isUnspaced.test(word) })),
  );
}

/** A run as an index holds it: each two letters that stand together, and letters that are words. */
export function pairsOf(run: string): string[] {
  const letters = [...run];
  const pairs = letters.slice(1).map((letter, index) => `${letters[index]}${letter}`);
  return [...pairs, ...letters.filter((letter) => alone.test(letter))];
}

/** The terms of a text, as often as they stand there. */
export function termsOf(text: string): string[] {
  const all = piecesOf(text);
  const language = languageOf(all.filter(({ isRun }) => !isRun).map(({ word }) => word));
  return all.flatMap(({ word, isRun }) => {
    if (isRun) return pairsOf(word);
    if (isStop(word, language)) return [];
    return language ? [...new Set([stemIn(word, language), stemIn(word, undefined)])] : [stemIn(word, undefined)];
  });
}
