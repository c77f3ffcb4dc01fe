/** How much of a context window a text takes (CONTRACT.md, `token_count`). */
import { createRequire } from 'node:module';
import type * as O200k from 'gpt-tokenizer/encoding/o200k_base';

/** Characters encoded at once: the encoder's time grows faster than its input where nothing breaks a word. */
const slice = 1000;

/** Characters that are counted, a second's work at most: no context window takes as much. */
const counted = 400_000;

/**
 * Tokens of the text in OpenAI's o200k encoding, counted in slices of 1,000 characters: a cut through a word may
 * count a token more than the whole text would. Names of special tokens count as the plain text they are. What is past
 * 400,000 characters is taken to be as dense as what is before.
 */
export function countTokens(text: string): number {
  const { countTokens: count } = o200k();
  let tokens = 0;
  let start = 0;
  while (start < text.length && start < counted) {
    const end = wholeCharacters(text, start + slice);
    tokens += count(text.slice(start, end), { disallowedSpecial: new Set() });
    start = end;
  }
  return start < text.length ? Math.round((tokens * text.length) / start) : tokens;
}

/** The offset itself, or the next where it would cut a surrogate pair. */
const wholeCharacters = (text: string, offset: number): number =>
  (text.codePointAt(offset - 1) ?? 0) > 0xffff ? offset + 1 : offset;

const require = createRequire(import.meta.url);

/** Loaded at the first count and kept by Node: it takes 0.2 s and 60 MB, which a read-only process never needs. */
const o200k = (): typeof O200k => require('gpt-tokenizer/encoding/o200k_base');
