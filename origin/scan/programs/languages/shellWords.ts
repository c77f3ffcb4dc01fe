/** What a shell makes of the characters of a word, before anything runs. */

/** A piece of a word: braces count where it was not quoted. */
export interface Piece {
  text: string;
  isQuoted: boolean;
}

export const unescaped = (text: string): string => text.replace(/\\\r?\n/g, '').replace(/\\(.)/gs, '$1');

/** Within double quotes a backslash stays unless it precedes one of these. */
export const unescapedInQuotes = (text: string): string => text.replace(/\\\r?\n/g, '').replace(/\\([$`"\\])/g, '$1');

const ansiLetters: Record<string, string> = {
  a: '\x07',
  b: '\b',
  e: '\x1b',
  E: '\x1b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
};

const ansiEscape = /\\(?:x([0-9a-fA-F]{1,2})|u([0-9a-fA-F]{1,4})|U([0-9a-fA-F]{1,8})|([0-7]{1,3})|c(.)|(.))/gs;

/** What is between `$'` and `'`; also what `echo -e` and `printf` do. */
export const ansiUnescaped = (text: string): string =>
  text.replace(ansiEscape, (_, x, u, U, octal, control, letter) => {
    if (x ?? u ?? U) return characterOf(Number.parseInt(x ?? u ?? U, 16));
    if (octal) return characterOf(Number.parseInt(octal, 8) & 0xff);
    if (control) return characterOf(control.charCodeAt(0) & 0x1f);
    return ansiLetters[letter] ?? letter;
  });

const characterOf = (code: number): string => (code <= 0x10ffff ? String.fromCodePoint(code) : '');

const maxWords = 64;

/** `{a,b}c` is `ac bc`, and `{1..3}` is `1 2 3`; a word without such braces is itself. */
export function braceExpanded(pieces: readonly Piece[]): string[] {
  const marked = pieces.map(({ text, isQuoted }) => (isQuoted ? text.replace(/[{},.]/g, hide) : text)).join('');
  if (!marked.includes('{')) return [pieces.map(({ text }) => text).join('')];
  return expanded(marked, 0)
    .slice(0, maxWords)
    .map((word) => word.replace(/[\ue000-\ue07f]/g, reveal));
}

// Quoted signs wait in Unicode's private area while the others are looked at.
const hide = (sign: string): string => String.fromCharCode(0xe000 + sign.charCodeAt(0));
const reveal = (sign: string): string => String.fromCharCode(sign.charCodeAt(0) - 0xe000);

function expanded(word: string, depth: number): string[] {
  const group = depth < 8 ? firstGroup(word) : undefined;
  if (!group) return [word];
  const before = word.slice(0, group.start);
  const rests = expanded(word.slice(group.end), depth + 1);
  const words: string[] = [];
  for (const choice of group.choices.flatMap((one) => expanded(one, depth + 1))) {
    for (const rest of rests) {
      if (words.length === maxWords) return words;
      words.push(before + choice + rest);
    }
  }
  return words;
}

function firstGroup(word: string): { start: number; end: number; choices: string[] } | undefined {
  for (let start = word.indexOf('{'), tries = 0; start !== -1 && tries < 8; start = word.indexOf('{', start + 1)) {
    tries += 1;
    const commas = [start];
    let depth = 0;
    for (let at = start; at < word.length; at += 1) {
      const sign = word[at];
      if (sign === '{') depth += 1;
      else if (sign === ',' && depth === 1) commas.push(at);
      else if (sign === '}' && --depth === 0) {
        const range = commas.length === 1 ? rangeOf(word.slice(start + 1, at)) : [];
        const choices =
          commas.length > 1 ? commas.map((comma, i) => word.slice(comma + 1, commas[i + 1] ?? at)) : range;
        if (choices.length > 0) return { start, end: at + 1, choices };
        break;
      }
    }
  }
  return undefined;
}

function rangeOf(text: string): string[] {
  const [, first = '', last = ''] = /^(-?\d{1,4}|[A-Za-z])\.\.(-?\d{1,4}|[A-Za-z])$/.exec(text) ?? [];
  if (first === '' || Number.isNaN(Number(first)) !== Number.isNaN(Number(last))) return [];
  const isNumber = !Number.isNaN(Number(first));
  const [from, to] = isNumber ? [Number(first), Number(last)] : [first.charCodeAt(0), last.charCodeAt(0)];
  const length = Math.min(Math.abs(to - from) + 1, maxWords);
  return Array.from({ length }, (_, i) => from + (to < from ? -i : i)).map((n) =>
    isNumber ? String(n) : String.fromCharCode(n),
  );
}

/** Programs that a pattern such as `/???/b??h` can mean. */
const places = '/bin/ /usr/bin/ /usr/local/bin/'.split(' ');
const programs = 'bash sh zsh curl wget cat nc ncat python3 python perl node base64 xxd openssl'.split(' ');

/** The one program that a path with `?`, `*` or `[…]` means, if it is one of those that attackers hide. */
export function globbed(word: string): string | undefined {
  if (!/[?*[]/.test(word) || !word.startsWith('/') || word.length > 40 || /^[/?*]*$/.test(word)) return undefined;
  const source = word
    .replace(/[.+^${}()|\\]/g, '\\$&')
    .replace(/\?/g, '[^/]')
    .replace(/\*+/g, '[^/]*');
  let pattern: RegExp;
  try {
    pattern = new RegExp(`^${source}$`);
  } catch {
    return undefined;
  }
  for (const program of programs) if (places.some((place) => pattern.test(place + program))) return program;
  return undefined;
}
