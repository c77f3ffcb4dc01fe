import { type Detector, lineFinder, type Place, type ScannedFile } from '../../detector.ts';

/**
 * Text that an agent reads and a person doesn't see: the tag characters that spell hidden ASCII, bidirectional
 * controls that reorder what is shown (Trojan Source, CVE-2021-42574), and zero-width characters. Where emoji and
 * scripts need them they are fine (Unicode 17: UTS #51 for emoji, UAX #31 section 2.3 for joiners).
 */
export const invisibleCharacters: Detector = {
  id: 'invisible-characters',
  severity: 'medium',
  consequence: 'advise',
  summary: 'A text file has characters that a reader can’t see and an agent can.',
  explanation:
    'Zero-width characters, bidirectional controls and the like make a text read differently to an agent than to the ' +
    'person who reviews it. Where emoji and scripts such as Arabic, Hindi or Thai need them they are fine and are not ' +
    'reported. Remove them, or write them as escapes where a program means them.',
  examples: {
    bad: { path: 'SKILL.md', text: 'Sum the col\u{200B}umns.\n' },
    good: { path: 'SKILL.md', text: 'Greet the family \u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467}.\n' },
  },
  inspect: (file) => (file.isText ? linesIn(file) : []),
};

/** One place for each line that has them, however many. */
function* linesIn({ text }: ScannedFile): Generator<Place> {
  const lineOf = lineFinder(text);
  let line = 0;
  let found: string[] = [];
  for (const { 1: hidden, index } of text.matchAll(characters)) {
    if (hidden === undefined) continue;
    const at = lineOf(index);
    if (at !== line && found.length > 0) yield { line, message: messageFor(found) };
    if (at !== line) found = [];
    line = at;
    found.push(hidden);
  }
  if (found.length > 0) yield { line, message: messageFor(found) };
}

function messageFor(found: readonly string[]): string {
  const names = [...new Set(found)].map((character) => `U+${character.codePointAt(0)?.toString(16).toUpperCase()}`);
  const more = names.length > 5 ? ', …' : '';
  const count = found.length === 1 ? 'an invisible character' : `${found.length} invisible characters`;
  return `The line has ${count}: ${names.slice(0, 5).join(', ')}${more}.`;
}

/** Scripts that shape letters with the joiners, and those that end words with a zero-width space. */
const joining =
  '\\p{scx=Arab}\\p{scx=Syrc}\\p{scx=Mong}\\p{scx=Nkoo}\\p{scx=Deva}\\p{scx=Beng}\\p{scx=Guru}\\p{scx=Gujr}\\p{scx=Orya}' +
  '\\p{scx=Taml}\\p{scx=Telu}\\p{scx=Knda}\\p{scx=Mlym}\\p{scx=Sinh}\\p{scx=Khmr}\\p{scx=Mymr}\\p{scx=Tibt}';
const spaceless = '\\p{scx=Thai}\\p{scx=Laoo}\\p{scx=Khmr}\\p{scx=Mymr}\\p{scx=Tibt}\\p{scx=Java}\\p{scx=Bali}';
const rightToLeft = '[[\\p{scx=Hebr}\\p{scx=Arab}\\p{scx=Syrc}\\p{scx=Thaa}\\p{scx=Nkoo}]&&\\p{L}]';
const marks = '\\u{61C}\\u{200E}\\u{200F}'; // they order mixed text near letters that run right to left
const selectors = '\\u{FE00}-\\u{FE0F}\\u{E0100}-\\u{E01EF}';
const pictograph = '\\p{ExtPict}(?:\\u{FE0F}|\\p{EMod})?';

/** Legitimate uses first, each matched as a whole; what is left over is captured. Every part is bounded. */
const characters = new RegExp(
  [
    '^\\u{FEFF}', // byte order mark
    '\\u{1F3F4}[\\u{E0030}-\\u{E0039}\\u{E0061}-\\u{E007A}]{3,6}\\u{E007F}', // flag of a region
    `${pictograph}(?:\\u{200D}${pictograph})+`, // emoji such as a family
    `[\\u{200C}\\u{200D}](?<=[${joining}].)`,
    `\\u{200B}(?:(?<=[${spaceless}].)|(?=[${spaceless}]))`,
    '(?<![^\\n])\\u{200B}(?=`{3}|~{3})', // shows a code fence within one
    `[${marks}](?<![${marks}].)(?:(?<=${rightToLeft}.{0,40})|(?=.{0,40}${rightToLeft}))`,
    '(' +
      '[\\u{E0000}-\\u{E007F}]' + // tags
      `|[${marks}\\u{202A}-\\u{202E}\\u{2066}-\\u{2069}]` + // bidirectional controls
      '|[\\u{180E}\\u{200B}-\\u{200D}\\u{2060}-\\u{2064}\\u{FEFF}]' + // zero width
      `|[${selectors}](?<=[${selectors}].)` + // a variation selector has nothing to select after another one
      ')',
  ].join('|'),
  'gv',
);
