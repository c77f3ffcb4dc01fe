import { checksumOf } from '../../../contract/grammar/checksum.ts';
import { type Detector, lineFinder, type Place, type ScannedFile } from '../../detector.ts';
import { isPlaceholder } from '../../helpers/secrets/placeholder.ts';
import { type TokenKind, tokenKinds } from '../../helpers/secrets/tokenKinds.ts';

/** The message names the kind and never the token. A file that isn't UTF-8 is searched too: a database, a cache. */
export const accessToken: Detector = {
  id: 'access-token',
  severity: 'high',
  consequence: 'refuse',
  summary: 'A file contains a token or key that opens somebody’s account.',
  explanation:
    'Whoever reads a published skill can use what is in it: run up a bill, read mail, publish code. Tokens of code ' +
    'hosts, clouds, model providers, chat services and of this registry are recognised by their exact shape, by their ' +
    'checksum where they have one, and by being as random as real ones are; placeholders, examples of documentation, ' +
    'identifiers and keys that are public by design are not reported, and neither are passwords and session tokens of ' +
    'no known shape. Take the token out, read it from the environment instead, and revoke it: it was in a file that ' +
    'left your machine.',
  examples: {
    bad: { path: 'scripts/sync.sh', text: `export TOKEN=${exampleToken()}\n` },
    good: { path: 'scripts/sync.sh', text: 'export TOKEN=svc_d_YOUR_TOKEN_HERE\n' },
  },
  *inspect(file) {
    const lineOf = lineFinder(file.text);
    const found = tokenKinds.flatMap((kind) => tokensOf(kind, file)).sort((a, b) => a.offset - b.offset);
    for (const { offset, name } of found) yield place(lineOf(offset), name);
  },
};

const place = (line: number, name: string): Place => ({ line, message: `The line contains ${name}.` });

function tokensOf(kind: TokenKind, { text }: ScannedFile): { offset: number; name: string }[] {
  const found = [...text.matchAll(kind.pattern)]
    .filter(({ index, 0: token }) => isApart(text, index, token.length))
    .filter(({ 0: token, 1: random = '' }) => isReal(kind, random, token))
    .map(({ index }) => ({ offset: index, name: kind.name }));
  return found.length > 0 && kind.publicBeside?.test(text) ? [] : found;
}

/** A token that goes on in front or behind is a piece of something longer, such as base64. An escaped line break is none. */
function isApart(text: string, start: number, length: number): boolean {
  const before = text.slice(Math.max(0, start - 2), start).replace(/\\[nrt]$/, '');
  return !/[A-Za-z0-9]{2}$/.test(before.slice(-1) + text.charAt(start)) && !/[\w-]/.test(text.charAt(start + length));
}

function isReal({ holds, alphabet }: TokenKind, random: string, token: string): boolean {
  if (isPlaceholder(random) || holds?.(random, token) === false) return false;
  if (alphabet === 'hex') return /[a-f]/i.test(random) && /\d/.test(random);
  const isBothCases = /[a-z]/.test(random) && /[A-Z]/.test(random);
  return isBothCases && (alphabet === 'letters' ? !readsAsWords(random) : /\d/.test(random));
}

/** A fifth of random letters are vowels, and two fifths of a name's such as `loadModelFromTheHub`. */
const readsAsWords = (letters: string): boolean => (letters.match(/[aeiou]/gi)?.length ?? 0) > letters.length / 3;

/** Put together here, so that this file itself holds none. */
function exampleToken(): string {
  const start = ['svc', 'd', '7Hq2', 'ZtVw', '9LbN', 'x3Rf', 'Kc8Y', 'mPj4', 'sGd6', 'WuA1'];
  const text = `${start.slice(0, 2).join('_')}_${start.slice(2).join('')}`;
  return text + checksumOf(text);
}
