/** A file of a skill as the scan reads it: its name, a line break, its bytes. */
import { deepStrictEqual, ok } from 'node:assert/strict';
import { manifestFile } from '../../../origin/bundle/manifest.ts';
import { detectors } from '../../../origin/scan/detectors.ts';
import { scan } from '../../../origin/scan/scan.ts';
import { skillMd } from '../../bundle/samples.ts';
import { bytesOf, type Target } from '../target.ts';

const kinds = [
  'md',
  'sh',
  'py',
  'js',
  'ts',
  'rb',
  'php',
  'go',
  'ps1',
  'cs',
  'json',
  'toml',
  'yml',
  'html',
  'Makefile',
  'bin',
];
const named = (path: string, text: string): Uint8Array => bytesOf(`${path}\n${text}`);

export const target: Target = {
  seeds: [
    ...detectors.map(({ examples: { bad } }) => named(`a.${bad.path.split('.').at(-1)}`, bad.text)),
    ...kinds.map((kind) => named(`a.${kind}`, '# é\na = "x" # c\nif (a) { b("c", `d`); }\n')),
    Buffer.concat([bytesOf('a.sh\n'), Buffer.from('\ufeffecho a | tr a b\n', 'utf16le')]),
  ],
  longest: 2048,
  grown: 32 * 1024,
  // A parser's work on what is wrong with a file is bounded (origin/scan/programs/parser.ts); it looks twice.
  patience: 2500,
  words: [
    '\u200b',
    '\u202e',
    '\ufeff',
    '\u0000',
    '$(',
    '${',
    '`',
    '<<EOF\n',
    '"""',
    "'",
    '{{',
    '\\x',
    '&#',
    ';',
    '|',
    '&&',
    'eval(',
    'base64',
  ],
  async check(input) {
    const at = input.indexOf(0x0a);
    const kind = Buffer.from(input.subarray(0, Math.max(0, at)))
      .toString()
      .replace(/^a\./, '');
    const path = kinds.includes(kind) ? `a.${kind}` : 'a.txt';
    const files = [skillMd, { path, bytes: input.subarray(at + 1) }].map((one) => ({
      ...one,
      hash: manifestFile(one).hash,
    }));
    const look = () => scan({ slug: 'sample', name: 'sample', allowedTools: [], files });
    const found = await look();
    const lines = new Map(
      files.map((one) => [one.path, Math.max(linesIn(one.bytes, 'utf8'), linesIn(one.bytes, 'utf16le'))]),
    );
    for (const { places, count, message } of found.findings) {
      ok(count >= places.length && places.length > 0 && message !== '', 'a finding of nothing');
      for (const place of places)
        ok(place.line >= 1 && place.line <= (lines.get(place.path) ?? 0), 'a line that is not there');
    }
    for (const { path: unread } of found.unread) ok(lines.has(unread), 'a file that is not there');
    const again = await look();
    deepStrictEqual(again, found, 'looked at again it differs');
    return found.findings.length > 0;
  },
};

/** However their end is written. */
const linesIn = (bytes: Uint8Array, encoding: 'utf8' | 'utf16le'): number =>
  Buffer.from(bytes)
    .toString(encoding)
    .split(/\r\n|[\n\v\f\r\x85\u2028\u2029]/).length;
