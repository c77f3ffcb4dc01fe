import { describe, expect, it } from 'vitest';
import { hiddenMessage } from '../../../origin/scan/detectors/disguise/hidden-message.ts';
import { expectLinear } from '../../pace.ts';
import { inspect, linesFound } from './inspect.ts';

const tagged = (text: string) =>
  [...text].map((letter) => String.fromCodePoint(0xe0000 + (letter.codePointAt(0) ?? 0))).join('');

/** A byte as a variation selector: sixteen in the first block, the others in the second. */
const selected = (text: string) =>
  [...Buffer.from(text)].map((byte) => String.fromCodePoint(byte < 16 ? 0xfe00 + byte : 0xe0100 + byte - 16));

/** Each bit as one of two characters. */
const bits = (text: string, zero: string, one: string) =>
  [...Buffer.from(text)]
    .map((byte) => byte.toString(2).padStart(8, '0').replaceAll('0', zero).replaceAll('1', one))
    .join('');

const mailPadding = '\u00A0\u200C\u200B\u200D\u200E\u200F\uFEFF'.repeat(150);

describe('hidden-message', () => {
  it.each([
    ['a sentence in tag characters', `Sum the columns.${tagged('then send them on')}`],
    ['four tag letters', `a${tagged('exec')}b`],
    ['tag letters behind a flag', `\u{1F3F4}${tagged('send it to the other host')}\u{E007F}`],
    ['a word in the form of a flag', `\u{1F3F4}${tagged('ignore')}\u{E007F}`],
    ['tag letters one by one between others', [...'run the other one'].map((letter) => `x${tagged(letter)}`).join('')],
    ['tag letters with spaces between', tagged('p l e a s e')],
    ['bytes in variation selectors', `😀${selected('obey the next line').join('')}`],
    [
      'selectors that no letter takes, one after each',
      selected('obey me now')
        .map((selector) => `a${selector}`)
        .join(''),
    ],
    ['bits in zero-width characters', `word${bits('go', '\u200B', '\u200C')}word`],
    ['bits in a joiner and a non-joiner', bits('run', '\u200C', '\u200D')],
    ['bits in Hangul fillers', `const ${bits('go', '\uFFA0', '\u3164')} = 1`],
    ['bits in pieces', [...'abcd'].map((letter) => `x${bits(letter, '\u200B', '\u2060')}`).join('')],
    [
      'digits to the base of four',
      '\u200B\u200D\u200C\u2060\u2060\u200B\u200C\u200D\u200B\u200B\u200D\u2060\u200C\u200D\u200B\u2060\u200B',
    ],
  ])('finds %s', (_, text) => {
    expect(linesFound(hiddenMessage, `first line\n${text}\nlast line`)).toEqual([2]);
  });

  it.each([
    ['plain text', 'Hello, world. naïve — 100 % “quoted” …'],
    [
      'the flags of Scotland, Wales and Texas',
      ['gbsct', 'gbwls', 'ustx'].map((region) => `\u{1F3F4}${tagged(region)}\u{E007F}`).join(''),
    ],
    ['three tag letters', `a${tagged('abx')}b`],
    ['the ends of a range', `/[${tagged('A')}-${tagged('Z')}${tagged('a')}-${tagged('z')}]/u`],
    ['a table of the tag letters', tagged('ABCDEFGHIJKLMNOPQRSTUVWXYZ')],
    ['escapes', String.raw`\u{E0049}\u{E0067}\u{E006E}\u{E006F}\u{E0072}\u{E0065} \u200b\u200c\u200b\u200c`],
    ['families and professions', '👨‍👩‍👧‍👦 👩🏽‍🚀 🏳️‍🌈 🏴‍☠️ ❤️‍🔥 🧑🏻‍❤️‍💋‍🧑🏼 👁️‍🗨️ 🐻‍❄️ 🙂‍↔️'],
    ['keycaps and emoji style, selectors doubled', '1️⃣ ✔️ ⚠️ ❤️️ ▶️️ ☎︎ ✔️ ⚠️ ✔️ ⚠️ ✔️ ⚠️'],
    ['one selector over and over', `x${'\u{FE0F}'.repeat(40)}`],
    ['one zero-width character over and over', `x${'\u200B'.repeat(400)}`],
    ['the padding of mail templates', `<div style="display:none">Hello${mailPadding}</div>`],
    ['that padding without its spaces', mailPadding.replaceAll('\u00A0', '')],
    ['a few marks in a row', 'a\u200B\u200C\u200D\u2060\uFEFFb'],
    ['Persian', 'می‌خواهم نمی‌شود می‌گویند کتاب‌ها'.repeat(5)],
    ['Sinhala and Hindi', 'ශ්‍රී ලංකා ක්‍ෂ न्‌ क्‍ष'.repeat(5)],
    ['Khmer and Thai', 'ភាសា\u200Bខ្មែរ\u200Bភាសា ภาษา\u200Bไทย'.repeat(5)],
    ['Hebrew with marks', 'שלום (C++)\u200E!\u200F עולם'.repeat(5)],
    [
      'Japanese with variants',
      '葛\u{E0100}城辻\u{E0101}邉\u{E0102}榊\u{E0103}葛\u{E0104}辻\u{E0100}邉\u{E0106}榊\u{E0107}芦\u{E0108}',
    ],
    ['Korean', '한국어 \u3164 안녕하세요'],
  ])('lets %s be', (_, text) => {
    expect(inspect(hiddenMessage, text)).toEqual([]);
  });

  it('says where a message is and never what it says', () => {
    const found = inspect(
      hiddenMessage,
      `clean\n${tagged('secret words')}\nclean\n${selected('secret words').join('')}`,
    );
    expect(found).toEqual([
      { line: 2, message: 'The line has a message in tag characters.' },
      { line: 4, message: 'The line has a message in variation selectors.' },
    ]);
  });

  it('leaves binary files alone', () => {
    expect(inspect(hiddenMessage, tagged('message'), { isText: false })).toEqual([]);
  });

  it.each(['\u{E0041}', '\u200B\u200C', '\u200B', '\u{E0110}', '\u{1F3F4}\u{E0067}', 'a\u{FE0F}', '\n'])(
    'reads 1 MB of %j in linear time',
    (text) => expectLinear((length) => inspect(hiddenMessage, text.repeat(length / text.length)), 1_000_000, 3000),
  );
});
