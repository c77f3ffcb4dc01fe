/** How much of a context window a text takes (CONTRACT.md, `token_count`). */
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { O200K_TOKEN_SPLIT_REGEX as pieces } from 'gpt-tokenizer/encodingParams/constants';
import { Vocabulary } from './vocabulary.ts';

/** Characters encoded at once: the encoder's time grows faster than its input where nothing breaks a word. */
const slice = 1000;

/** Characters that are counted, a second's work at most: no context window takes as much. */
const counted = 400_000;

/** Of the words of a text, which repeat. */
const maxKnown = 10_000;

/**
 * Tokens of the text in OpenAI's o200k encoding, counted in slices of 1,000 characters: a cut through a word may
 * count a token more than the whole text would. Names of special tokens count as the plain text they are. What is past
 * 400,000 characters is taken to be as dense as what is before.
 */
export function countTokens(text: string): number {
  const vocabulary = o200k();
  const known = new Map<string, number>();
  let tokens = 0;
  let start = 0;
  while (start < text.length && start < counted) {
    const end = wholeCharacters(text, start + slice);
    for (const [piece] of text.slice(start, end).matchAll(pieces)) {
      const count = known.get(piece) ?? vocabulary.count(Buffer.from(piece));
      if (known.size < maxKnown) known.set(piece, count);
      tokens += count;
    }
    start = end;
  }
  return start < text.length ? Math.round((tokens * text.length) / start) : tokens;
}

/** The offset itself, or the next where it would cut a surrogate pair. */
const wholeCharacters = (text: string, offset: number): number =>
  (text.codePointAt(offset - 1) ?? 0) > 0xffff ? offset + 1 : offset;

/** In the packed CLI it stands beside the code. */
export const vocabularyFile = 'o200k_base.tiktoken';

let loaded: Vocabulary | undefined;

/** Read at the first count: a process that only reads never needs it. */
function o200k(): Vocabulary {
  if (loaded) return loaded;
  const packed = join(import.meta.dirname, vocabularyFile);
  const { resolve } = createRequire(import.meta.url);
  loaded = new Vocabulary(readFileSync(existsSync(packed) ? packed : resolve(`gpt-tokenizer/data/${vocabularyFile}`)));
  return loaded;
}
