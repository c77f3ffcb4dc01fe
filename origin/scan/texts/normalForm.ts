/**
 * A text as an agent takes it: characters that look or read like others as those, escapes as what they stand for,
 * invisible ones away. Line breaks stay where they are, so that a place in it is a place in the text.
 */
import { confusables } from './confusables.data.ts';
import { htmlEntities } from './htmlEntities.ts';

/** The text itself, the same string, where nothing in it reads differently. */
export function normalForm(path: string, text: string): string {
  let form = text;
  if (invisible.test(form)) form = form.replaceAll(tags, fromTag).replaceAll(everyInvisible, '');
  if (marked.test(form)) form = form.replaceAll(everyMark, '');
  if (unusual.test(form)) form = form.replaceAll(everyUnusual, compatible);
  if (lookalike.test(form)) form = form.replaceAll(words, asLatin);
  if (/&(?:#|[A-Za-z])/.test(form)) form = htmlEntities(form);
  if (/%[3-7][0-9a-f]/i.test(form)) form = form.replaceAll(/(?:%[2-7][0-9a-f]){1,200}/gi, fromPercent);
  if (/\\(?:u00|x)[3-7]/.test(form)) form = form.replaceAll(/(?:\\u00|\\x)([3-7][0-9a-f])/gi, fromHex);
  if (/\.(?:md|mdx|markdown|txt)$/i.test(path)) form = withoutMarks(form);
  return form;
}

/** What is no character to see, and no line break: soft hyphens, zero width, bidirectional controls, fillers, tags. */
const hidden =
  '\\u{AD}\\u{34F}\\u{61C}\\u{115F}\\u{1160}\\u{17B4}\\u{17B5}\\u{180B}-\\u{180F}\\u{200B}\\u{200C}\\u{200E}\\u{200F}\\u{202A}-\\u{202E}' +
  '\\u{2060}-\\u{206F}\\u{3164}\\u{FEFF}\\u{FFA0}\\u{FFF9}-\\u{FFFB}\\u{E0000}-\\u{E0FFF}';
const controls = '\\0-\\x08\\x0b\\x0c\\x0e-\\x1a\\x1c-\\x1f\\x7f';
/** A joiner or a selector belongs to an emoji; behind a Latin letter it belongs to nothing. */
const pattern = `[${hidden}${controls}]|(?<=[A-Za-z])[\\u{200D}\\u{FE00}-\\u{FE0F}]`;
const invisible = new RegExp(pattern, 'u');
const everyInvisible = new RegExp(pattern, 'gu');

/** Marks put on a Latin letter. */
const marked = /[A-Za-z][\u0300-\u036f]/;
const everyMark = /(?<=[A-Za-z][\u0300-\u036f]{0,20})[\u0300-\u036f]/g;

const tags = /[\u{E0020}-\u{E007E}]/gu;
const fromTag = (tag: string): string => String.fromCharCode((tag.codePointAt(0) ?? 0) - 0xe0000);

/** Letters in other shapes: full width, mathematical, circled, small capitals, ligatures. */
const shapes =
  '\\u{1D00}-\\u{1D7F}\\u{2071}\\u{207F}\\u{2090}-\\u{209C}\\u{2102}\\u{210A}-\\u{2113}\\u{2115}\\u{2119}-\\u{211D}\\u{2124}\\u{2128}\\u{212A}-\\u{2134}' +
  '\\u{24B6}-\\u{24E9}\\u{A730}\\u{A731}\\u{FB00}-\\u{FB06}\\u{FF10}-\\u{FF19}\\u{FF21}-\\u{FF3A}\\u{FF41}-\\u{FF5A}\\u{1D400}-\\u{1D7FF}\\u{1F130}-\\u{1F149}';
const unusual = new RegExp(`[${shapes}]`, 'u');
/** Punctuation of full width is how Chinese and Japanese are written; beside such letters it is a part of the disguise. */
const everyUnusual = new RegExp(`[${shapes}\\u{FF01}-\\u{FF5E}\\u{3000}]`, 'gu');

/** By NFKC, where that makes ASCII of it. */
function compatible(character: string): string {
  const ascii = smallCapitals[character] ?? character.normalize('NFKC');
  const bare = ascii.replaceAll(/[^ -~]/g, '');
  return bare.length > 0 && /^[ -~]+$/.test(ascii) ? bare : character;
}

/** Letters that NFKC leaves alone, used as Latin ones in decorated text. */
const smallCapitals: Record<string, string> = Object.fromEntries(
  [...'ᴀᴄᴅᴇᴊᴋᴍᴏᴘᴛᴜᴠᴡᴢ'].map((letter, at) => [letter, 'acdejkmoptuvwz'.charAt(at)]),
);

/** A word, and what stands within a name, an address or an option. */
const lookalike = /[\u0180-\u02af\u0370-\u058f\u13a0-\u13ff\u2c80-\u2cff\ua4d0-\ua4ff]/u;
const words = /[\p{L}\p{M}\p{N}]{2,80}/gu;

/** A word that can be taken for a Latin one from end to end. */
function asLatin(word: string): string {
  if (!lookalike.test(word)) return word;
  let latin = '';
  for (const character of word.normalize('NFKD').replaceAll(/\p{M}/gu, '')) {
    const letter = /[\w]/.test(character) ? character : confusables.get(character);
    if (letter === undefined) return word;
    latin += letter;
  }
  return latin;
}

/** Only where it hides a letter or a digit: `%20` and the like are common in addresses. */
const fromPercent = (run: string): string =>
  /%(?:3[0-9]|[46][1-9a-f]|[57][0-9a])/i.test(run)
    ? run.replaceAll(/%(..)/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    : run;

const fromHex = (whole: string, hex: string): string => {
  const character = String.fromCharCode(Number.parseInt(hex, 16));
  return /[A-Za-z0-9]/.test(character) ? character : whole;
};

/** Emphasis, empty comments and empty tags within a word. */
const withoutMarks = (text: string): string =>
  text
    .replaceAll(/(?<=[A-Za-z])(?:<!--[^>\n]{0,80}-->|<\/?(?:b|i|em|strong|span|u|wbr)\/?>)+(?=[A-Za-z])/g, '')
    .replaceAll(/(?<=[A-Za-z])(\*{1,3}|_{2,3})([A-Za-z]{1,30})\1/g, '$2')
    .replaceAll(/(\*{1,3}|_{2,3})([A-Za-z]{1,30})\1(?=[A-Za-z])/g, '$2');
