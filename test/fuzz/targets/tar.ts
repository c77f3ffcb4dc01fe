/** A tar, against what another reader of the format makes of it. */
import { deepStrictEqual } from 'node:assert/strict';
import { unpackTar } from 'modern-tar';
import { writePax } from '../../../origin/bundle/archive/pax.ts';
import { readTar, writeTar } from '../../../origin/bundle/archive/tar.ts';
import { byPath, refusedPathIn } from '../../../origin/bundle/paths.ts';
import { file, skillMd, tarEnd, tarEntry, withChecksum } from '../../bundle/samples.ts';
import { said } from '../programs.ts';
import { bytesOf, type Target, taken } from '../target.ts';

const long = `${'d'.repeat(70)}/${'f'.repeat(70)}`;
const tarOf = (...entries: Uint8Array[]) => Buffer.concat([...entries, tarEnd]);

export const target: Target = {
  seeds: [
    writeTar([skillMd, file('a/b.md', 'text'), file(long)]),
    tarOf(tarEntry('5', './'), tarEntry('0', './a', bytesOf('content'))),
    tarOf(
      tarEntry('x', 'PaxHeader', writePax({ path: './p', size: '7', mtime: '1' })),
      tarEntry('0', 's', bytesOf('content'), 0),
    ),
    tarOf(tarEntry('L', '././@LongLink', bytesOf(`${long}\0`)), tarEntry('0', 'cut', bytesOf('content'))),
    tarOf(tarEntry('g', 'pax_global_header', writePax({ comment: 'c0ffee' })), tarEntry('\0', 'a')),
    tarOf(tarEntry('K', 'K', bytesOf('target\0')), tarEntry('2', 'link')),
  ],
  longest: 16 * 1024,
  words: ['ustar\0', 'ustar  \0', '9 path=a\n', '10 size=1\n', '25 GNU.sparse.major=1\n', '\0'.repeat(512), './'],
  async check(input) {
    const files = await taken(['bundle_invalid', 'payload_too_large'], () => readTar(input, input.length));
    if (!files) return false;
    const written = await taken(['bundle_invalid'], () => readTar(writeTar(files), input.length));
    if (!refusedPathIn(files)) deepStrictEqual(written, files.toSorted(byPath), 'written and read again it differs');
    const other = await unpackTar(input).catch(() => undefined);
    const theirs = other?.filter(({ header }) => header.type === 'file' && !header.name.endsWith('/'));
    const paths = files.map(({ path }) => path);
    if (theirs && paths.every((path) => /^[\w/ .-]+$/.test(path)))
      deepStrictEqual(
        theirs.map(({ header, data }) => [header.name.replace(/^\.\//, ''), Buffer.from(data ?? []).toString('hex')]),
        files.map(({ path, bytes }) => [path, Buffer.from(bytes).toString('hex')]),
        'modern-tar reads other files',
      );
    return true;
  },
  referee(input) {
    const files = readTar(input, input.length);
    const isWhole = files.some(({ path }) => path === skillMd.path);
    if (refusedPathIn(isWhole ? files : [...files, skillMd])) return;
    const [names, contents] = [said('tar', ['-tf', '-'], input), said('tar', ['-xOf', '-'], input)];
    if (!names || !contents) return;
    const theirs = names.text.split('\n').filter((name) => name !== '' && !name.endsWith('/'));
    deepStrictEqual(
      theirs.map((name) => name.replace(/^\.\//, '')),
      files.map(({ path }) => path),
      'tar reads other files',
    );
    deepStrictEqual(contents.bytes, Buffer.concat(files.map(({ bytes }) => bytes)), 'tar reads other contents');
  },
  /** Headers with the sums that they need. */
  reshape(input, change) {
    const tar = Buffer.from(change(input));
    for (let at = 0; at + 512 <= tar.length; at += 512)
      if (tar.toString('latin1', at + 257, at + 262) === 'ustar') withChecksum(tar.subarray(at, at + 512));
    return tar;
  },
};
