import { type Detector, lineFinder, type Place, type ScannedFile } from '../../detector.ts';

const dashes = '-----';
const begin = `${dashes}BEGIN `;

/** PEM (RFC 7468, RFC 1421) and its OpenSSH and OpenPGP relatives. The message names the kind, never the content. */
export const privateKey: Detector = {
  id: 'private-key',
  severity: 'high',
  consequence: 'refuse',
  summary: 'A file contains a private key.',
  explanation:
    'Whoever reads a published skill has the key. Only whole blocks of real key material count; shortened ones and ' +
    'placeholders, as documentation has them, do not. Take the key out, and replace it wherever it is in use: a key ' +
    'that was in a file for others is no secret any more.',
  examples: {
    bad: { path: 'deploy.pem', text: exampleKey('MC4CAQAwBQYDK2VwBCIEIJ1hsZ3v/VpguoRK9JLsLMREScVpezJpGXA7rAMcrn9g') },
    good: { path: 'README.md', text: exampleKey('… your key here …') },
  },
  inspect: keysIn,
};

function* keysIn({ text }: ScannedFile): Generator<Place> {
  const lineOf = lineFinder(text);
  for (let start = text.indexOf(begin); start !== -1; ) {
    // Neither label nor body can hold dashes: the next ones end them, so the search stays linear.
    const labelEnd = text.indexOf(dashes, start + begin.length);
    const bodyEnd = labelEnd === -1 ? -1 : text.indexOf(dashes, labelEnd + dashes.length);
    if (bodyEnd === -1) return;
    const label = text.slice(start + begin.length, labelEnd);
    const isBlock = privateLabel.test(label) && text.startsWith(`${dashes}END ${label}${dashes}`, bodyEnd);
    if (isBlock && isKeyMaterial(text.slice(labelEnd + dashes.length, bodyEnd))) {
      yield { line: lineOf(start), message: `The file contains a private key (${label}).` };
    }
    start = text.indexOf(begin, isBlock ? bodyEnd : start + begin.length);
  }
}

/** In pieces, so that this file itself holds no key. */
function exampleKey(body: string): string {
  const label = 'PRIVATE KEY';
  return `${begin}${label}${dashes}\n${body}\n${dashes}END ${label}${dashes}\n`;
}

const privateLabel = /^(?:[A-Z0-9]{1,12} ){0,2}PRIVATE KEY(?: BLOCK)?$/;

/** The shortest real key, Ed25519 in PKCS #8, has 64 characters; the longest in use, RSA of 16,384 bits, 12,500. */
const shortest = 64;
const maxLength = 32_768;

/**
 * Whether the text between the markers is base64 of a key's length that uses much of the alphabet. Dots, words and
 * one character repeated, as examples have them, are not. Line breaks may be escaped and lines quoted, as in JSON
 * and in source code.
 */
function isKeyMaterial(body: string): boolean {
  if (body.length > maxLength) return false;
  const pieces = body
    .replaceAll(/\\[rn]/g, '\n')
    .replaceAll(/["'`,;\\>#*|]/g, ' ')
    .split('\n')
    .filter((line) => !/^\s*(?:[A-Za-z-]+:|=[A-Za-z0-9+/]{4}\s*$)/.test(line)) // PEM headers, OpenPGP checksum
    .flatMap((line) => line.split(/\s+/))
    .filter((piece) => piece !== '' && piece !== '+'); // the plus sign joins quoted lines
  const base64 = pieces.join('');
  const isWrapped = pieces.slice(0, -1).every((piece) => piece.length >= shortestLine);
  return isWrapped && base64.length >= shortest && /^[A-Za-z0-9+/]+={0,2}$/.test(base64) && usesManyOf(base64);
}

/** No tool wraps keys into shorter lines, and few words are as long. */
const shortestLine = 16;

const usesManyOf = (base64: string): boolean => new Set(base64).size >= 24;
