/** Character references of HTML, where they stand for letters, digits and what commands and addresses are made of. */

const named: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  Tab: ' ',
  sol: '/',
  bsol: '\\',
  period: '.',
  colon: ':',
  semi: ';',
  comma: ',',
  lpar: '(',
  rpar: ')',
  lsqb: '[',
  rsqb: ']',
  lcub: '{',
  rcub: '}',
  vert: '|',
  verbar: '|',
  grave: '`',
  dollar: '$',
  num: '#',
  ast: '*',
  commat: '@',
  excl: '!',
  quest: '?',
  equals: '=',
  percnt: '%',
  lowbar: '_',
  hyphen: '-',
  plus: '+',
  ZeroWidthSpace: '',
  shy: '',
  zwj: '',
  zwnj: '',
};

/** Line breaks stay references, so that lines keep their numbers. The ampersand of `&amp;#99;` is not read twice. */
export const htmlEntities = (text: string): string =>
  text.replaceAll(
    /&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([A-Za-z]{2,16}));/g,
    (whole, decimal, hex, name: string | undefined) => {
      if (name !== undefined) return named[name] ?? whole;
      const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
      return code >= 0x20 && code < 0x7f ? String.fromCharCode(code) : whole;
    },
  );
