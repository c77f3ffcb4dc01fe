/** Texts that make a careless pattern slow. */
import type { Example } from '../../origin/scan/detector.ts';

type Adversarial = Pick<Example, 'text' | 'isText'> & { name: string };

/** Each of `size` characters. */
export function adversarial(size: number): Adversarial[] {
  const filled = (piece: string) => piece.repeat(Math.ceil(size / piece.length)).slice(0, size);
  const pieces = {
    'one letter': 'a',
    digits: '0',
    spaces: ' ',
    tabs: '\t',
    'empty lines': '\n',
    'short lines': 'a b\n',
    'words without an end': 'curl ',
    dashes: '-',
    'key markers': '-----BEGIN PRIVATE KEY-----\n',
    backslashes: '\\',
    'lines that go on': 'curl x \\\n',
    pipes: '|',
    'pipes between commands': 'curl a | ',
    'open brackets': '(',
    'open images': '![a](',
    addresses: 'https://a.b/c?d=',
    dots: 'a.',
    base64: 'QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVo0MTIz',
    quotes: `"'`,
    variables: '$A',
    instructions: 'do not tell ignore previous ',
    removals: 'rm -rf ',
    redirects: '>> ~/.',
    'tag characters': '\u{E0041}',
    joiners: '\u{200D}',
    'letters of two scripts': 'aа',
    'token heads': 'ghp_AKIA',
    emoji: '\u{1F468}\u{200D}',
  };
  return [
    ...Object.entries(pieces).map(([name, piece]) => ({ name, text: filled(piece) })),
    { name: 'bytes', text: filled('\x7fELF\xff\x00MZ'), isText: false },
  ];
}
