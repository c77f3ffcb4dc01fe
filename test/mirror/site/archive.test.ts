import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { membersOf } from '../../../mirror/site/scripts/publish/archive/members.ts';
import { packArchive, readArchive } from '../../../origin/bundle/archive/archive.ts';
import type { BundleFile } from '../../../origin/bundle/bundleFile.ts';
import { limits } from '../../../origin/contract/fields.ts';
import { bundle, damaged, file, skillMd, tarEnd, tarEntry } from '../../bundle/samples.ts';
import { zipOf } from '../../bundle/zipSamples.ts';

const kinds = { 'tar.gz': 'application/gzip', zip: 'application/zip' } as const;
type Kind = keyof typeof kinds;

const pack = (kind: Kind, files: readonly BundleFile[]): Uint8Array =>
  kind === 'zip' ? zipSync(Object.fromEntries(files.map(({ path, bytes }) => [path, bytes]))) : packArchive(files);

/** What a browser shows of it, as the registry names files. */
const shown = async (kind: Kind, bytes: Uint8Array, bounds = limits as Parameters<typeof membersOf>[1]) =>
  (await membersOf(new Blob([new Uint8Array(bytes)], { type: kinds[kind] }), bounds)).map(({ path, content }) => ({
    path,
    bytes: content,
  }));
const byPath = (a: BundleFile, b: BundleFile) => (a.path < b.path ? -1 : 1);

describe.each(['tar.gz', 'zip'] as const)('what a browser lists of a %s', (kind) => {
  it('is what the registry reads', async () => {
    await fc.assert(
      fc.asyncProperty(bundle, async (files) => {
        const packed = pack(kind, files);
        expect(await shown(kind, packed)).toEqual((await readArchive(packed, kind)).toSorted(byPath));
      }),
    );
  });

  it('is less where it is damaged, and never an error', async () => {
    const whole = pack(kind, [skillMd, file('a/b.md', 'text '.repeat(200)), file('c.md')]);
    await fc.assert(
      fc.asyncProperty(damaged(whole), async (bytes) => {
        expect((await shown(kind, bytes)).length).toBeLessThanOrEqual(3);
      }),
    );
  });

  it('keeps to its bounds', async () => {
    const files = ['a.md', 'b.md', 'c.md', 'd.md'].map((path) => file(path, path.repeat(10)));
    const packed = pack(kind, [...files, file('large.md', 'x'.repeat(5000))]);
    const bounds = { files: 5, file: 100, unpacked: 20_000 };
    expect((await shown(kind, packed, bounds)).map(({ path }) => path)).toEqual(['a.md', 'b.md', 'c.md', 'd.md']);
    expect(await shown(kind, packed, { ...bounds, files: 2 })).toHaveLength(2);
  });
});

describe('what a browser lists', () => {
  it('of a tar as `tar -C folder .` writes it has the names that the registry gives it', async () => {
    const entries = [tarEntry('5', './'), tarEntry('0', './SKILL.md', skillMd.bytes), tarEntry('2', './link'), tarEnd];
    const listed = await shown('tar.gz', gzipSync(Buffer.concat(entries)));
    expect(listed).toEqual([skillMd]);
  });

  it('of a tar that unpacks to more than is taken is its beginning', async () => {
    const entries = [tarEntry('0', 'a.md', skillMd.bytes), tarEntry('0', 'z.bin', new Uint8Array(3_000_000)), tarEnd];
    const bounds = { files: 10, file: 4_000_000, unpacked: 100_000 };
    expect(await shown('tar.gz', gzipSync(Buffer.concat(entries)), bounds)).toEqual([{ ...skillMd, path: 'a.md' }]);
  });

  it('of a zip leaves out what lies about its size, and goes on', async () => {
    const packed = zipOf([
      { name: 'bomb.md', data: new Uint8Array(1_000_000), declaredSize: 10 },
      { name: 'SKILL.md', data: skillMd.bytes },
      { name: 'other.md', data: skillMd.bytes, method: 12 },
    ]);
    expect(await shown('zip', packed)).toEqual([skillMd]);
  });
});
