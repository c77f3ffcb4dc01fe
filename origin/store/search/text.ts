/** How text is made comparable, the same on every engine: what an index holds and what a query asks are both made here. */

const marks = /\p{M}+/gu;
const separators = /[^\p{L}\p{N}]+/u;

/** For substring matching: compatibility forms and case are one, and so are both forms of a small sigma. */
export const fold = (text: string): string =>
  text.normalize('NFKC').toLowerCase().replaceAll('ς', 'σ').replaceAll('\0', '');

/** The words of a text, folded and without diacritics, in order; the rest of a very long word is dropped. */
export const tokensOf = (text: string): string[] => plainWords(fold(text));

/** The same of a text that is folded. */
export const plainWords = (folded: string): string[] =>
  folded
    .normalize('NFD')
    .replace(marks, '')
    .normalize('NFC')
    .split(separators)
    .filter(Boolean)
    .map((word) => (word.length > longestWord ? [...word].slice(0, longestWord).join('') : word));

/** In characters. Index entries have a size limit on some engines. */
const longestWord = 64;

/** The indexed columns of a row. A substring never matches across two of the given texts. */
export function indexedText(names: string[], prose: string) {
  const words = names.flatMap(tokensOf);
  return {
    folded: [...names, prose].map(fold).join('\n'),
    tokens: [...words, ...tokensOf(prose)].join(' '),
    names: ` ${words.join(' ')} `,
  };
}
