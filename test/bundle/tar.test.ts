import fc from 'fast-check';
import { packTar } from 'modern-tar';
import { describe, expect, it } from 'vitest';
import { writePax } from '../../origin/bundle/archive/pax.ts';
import { readTar } from '../../origin/bundle/archive/tar.ts';
import { writeHeader } from '../../origin/bundle/archive/tarHeader.ts';
import { expectLinear } from '../pace.ts';
import { bundle, bytesOf, file, refusalOf, skillMd, tarEnd, tarEntry, withChecksum } from './samples.ts';

const read = (...entries: Uint8Array[]) => readTar(Buffer.concat([...entries, tarEnd]), 1024);
const refused = (...entries: Uint8Array[]) => refusalOf(() => read(...entries));

const content = bytesOf('content');
const pax = (records: Record<string, string>) => tarEntry('x', 'PaxHeader', writePax(records));

describe('readTar', () => {
  it('reads what another writer wrote', async () => {
    await fc.assert(
      fc.asyncProperty(bundle, async (files) => {
        const entries = files.map(({ path, bytes }) => ({ header: { name: path, size: bytes.length }, body: bytes }));
        expect(readTar(await packTar(entries), 1024)).toEqual(files);
      }),
    );
  });

  it('skips directories, however they are marked', () => {
    const entries = [
      tarEntry('5', './'),
      tarEntry('5', 'a'),
      tarEntry('0', 'b/'),
      tarEntry('0', 'SKILL.md', skillMd.bytes),
    ];
    expect(read(...entries)).toEqual([skillMd]);
  });

  it('reads the files of tar before ustar, which have no type', () => {
    const entry = tarEntry('\0', 'SKILL.md', skillMd.bytes);
    entry.fill(0, 257, 265);
    expect(read(withChecksum(entry.subarray(0, 512)), entry.subarray(512))).toEqual([skillMd]);
  });

  it('strips exactly one leading ./', () => {
    const paths = ['./a', '././b', '/c', '../d', 'e/./f', '.g', './../h'];
    expect(read(...paths.map((path) => tarEntry('0', path))).map(({ path }) => path)).toEqual([
      'a',
      './b',
      '/c',
      '../d',
      'e/./f',
      '.g',
      '../h',
    ]);
  });

  it.each([
    ['1', 'hard link'],
    ['2', 'symbolic link'],
    ['3', 'character device'],
    ['4', 'block device'],
    ['6', 'named pipe'],
    ['7', 'special file'],
    ['S', 'special file'],
    ['V', 'special file'],
  ])('refuses an entry of type %s, a %s, by its path', async (type, kind) => {
    const refusal = { code: 'bundle_invalid', path: 'bad', message: expect.stringContaining(kind) };
    expect(await refused(tarEntry('0', 'SKILL.md'), tarEntry(type, './bad'))).toMatchObject(refusal);
  });

  it('refuses a link with a long target by the path of the link', async () => {
    const target = tarEntry('K', '././@LongLink', bytesOf(`${'t'.repeat(150)}\0`));
    expect(await refused(target, tarEntry('2', 'link'))).toMatchObject({ code: 'bundle_invalid', path: 'link' });
  });

  it('takes path and size from a pax header, for the next entry alone', () => {
    const files = read(pax({ path: './p', size: '7' }), tarEntry('0', 'short', content, 0), tarEntry('0', 'next'));
    expect(files).toEqual([file('p', 'content'), file('next', '')]);
  });

  it('lets a path of pax lead out of the bundle no more than any other', () => {
    expect(read(pax({ path: '../../etc/passwd' }), tarEntry('0', 'a'))[0]?.path).toBe('../../etc/passwd');
  });

  it('takes a long path from a GNU header', () => {
    const path = `${'d'.repeat(70)}/${'f'.repeat(70)}`;
    const files = read(tarEntry('L', '././@LongLink', bytesOf(`${path}\0`)), tarEntry('0', 'cut', content));
    expect(files).toEqual([file(path, 'content')]);
  });

  it('ignores a global pax comment, as git archive writes it, and refuses a global path', async () => {
    expect(read(tarEntry('g', 'pax_global_header', writePax({ comment: 'c0ffee' })), tarEntry('0', 'a'))).toHaveLength(
      1,
    );
    expect(await refused(tarEntry('g', 'g', writePax({ path: 'b' })), tarEntry('0', 'a'))).toMatchObject({
      code: 'bundle_invalid',
    });
  });

  it.each([
    '7 path',
    '99 path=a\n',
    '0 path=a\n',
    '-9 path=a\n',
    '10 path=abc',
    '1'.repeat(500),
    '1\t'.repeat(500),
    ' ',
  ])('refuses the malformed pax header %j', async (records) => {
    const refusal = { code: 'bundle_invalid', message: expect.stringContaining('pax') };
    expect(await refused(tarEntry('x', 'p', bytesOf(records)), tarEntry('0', 'a'))).toMatchObject(refusal);
  });

  it('reads a large pax header in linear time', () =>
    expectLinear(
      (length) => {
        const records = Object.fromEntries(Array.from({ length }, (_, index) => [`k${index}`, 'v']));
        read(pax(records), tarEntry('0', 'a'));
      },
      40_000,
      2000,
    ));

  it('refuses sparse files, whose data is not their content', async () => {
    const refusal = await refused(pax({ 'GNU.sparse.major': '1' }), tarEntry('0', 'a', content));
    expect(refusal).toMatchObject({ code: 'bundle_invalid', message: expect.stringContaining('sparse') });
  });

  it('refuses a size beyond the archive, by the path', async () => {
    const entry = tarEntry('0', 'liar', content, 100_000);
    expect(await refused(entry)).toMatchObject({ code: 'bundle_invalid', path: 'liar' });
    const byPax = await refused(pax({ size: '999999999999999' }), tarEntry('0', 'liar'));
    expect(byPax).toMatchObject({ code: 'bundle_invalid', path: 'liar' });
  });

  it('refuses a size that is not octal, and a header that was changed', async () => {
    const negative = writeHeader('file', 'a', 0);
    negative.fill(0xff, 124, 136);
    expect(await refused(withChecksum(negative))).toMatchObject({ code: 'bundle_invalid', path: 'a' });
    const changed = writeHeader('file', 'a', 0);
    changed[0] = 0x62;
    expect(await refused(changed)).toMatchObject({ message: expect.stringContaining('checksum') });
  });

  it('refuses a size behind zero bytes, which others take for its end', async () => {
    const header = writeHeader('file', 'a', 0);
    header.set(bytesOf('0000000007'.padStart(12, '\0')), 124);
    expect(await refused(withChecksum(header), content)).toMatchObject({ code: 'bundle_invalid', path: 'a' });
  });

  it('refuses an owner or a time that is no number, but not a large one as GNU tar writes it', async () => {
    const header = (start: number, bytes: Uint8Array) => {
      const block = writeHeader('file', 'a', 0);
      block.set(bytes, start);
      return withChecksum(block);
    };
    const large = (sign: number, length: number, filler = 0) => [
      sign,
      ...Array(length - 6).fill(filler),
      1,
      2,
      3,
      4,
      5,
    ];
    for (const [start, length] of [
      [100, 8],
      [108, 8],
      [116, 8],
      [136, 12],
    ] as const) {
      const refusal = { code: 'bundle_invalid', path: 'a' };
      for (const bad of [bytesOf('0/0'), Uint8Array.from(large(0x9f, length)), Uint8Array.from(large(0x80, length, 1))])
        expect(await refused(header(start, bad))).toMatchObject(refusal);
      if (start === 100) continue;
      for (const good of [large(0x80, length), large(0xff, length, 0xff)])
        expect(read(header(start, Uint8Array.from(good)))).toEqual([file('a', '')]);
    }
  });

  it('leaves out no file without a name', () => {
    expect(read(tarEntry('0', '', content))).toEqual([file('', 'content')]);
  });

  it('refuses a directory with content', async () => {
    const refusal = { code: 'bundle_invalid', path: 'd/' };
    expect(await refused(tarEntry('5', 'd/', content))).toMatchObject(refusal);
    expect(await refused(tarEntry('0', 'd/', content))).toMatchObject(refusal);
  });

  it('needs an end marker and nothing after it', async () => {
    const entry = tarEntry('0', 'a', content);
    const message = expect.stringContaining('end marker');
    expect(await refusalOf(() => readTar(entry, 1024))).toMatchObject({ code: 'bundle_invalid', message });
    expect(await refused(entry, tarEnd, entry)).toMatchObject({ code: 'bundle_invalid', message });
    expect(readTar(Buffer.concat([entry, tarEnd.subarray(0, 512)]), 1024)).toHaveLength(1);
  });

  it.each([
    ['a pax header', pax({ path: 'a' })],
    ['a long path', tarEntry('L', 'L', bytesOf('a\0'))],
    ['a long link', tarEntry('K', 'K', bytesOf('a\0'))],
  ])('refuses %s that no entry follows', async (_, header) => {
    const message = expect.stringContaining('not there');
    expect(await refused(tarEntry('0', 'a', content), header)).toMatchObject({ code: 'bundle_invalid', message });
  });

  it('shows only the start of a monstrous path', async () => {
    const name = tarEntry('L', 'L', bytesOf('x'.repeat(1_000_000)));
    expect(JSON.stringify(await refused(name, tarEntry('2', 'link'))).length).toBeLessThan(2000);
  });
});
