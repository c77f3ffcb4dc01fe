import { createHash } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { zipSync } from 'fflate';
import { unpackTar } from 'modern-tar';
import { describe, expect, it } from 'vitest';
import { packArchive, readArchive } from '../../origin/bundle/archive/archive.ts';
import { byPath, checkPaths } from '../../origin/bundle/paths.ts';
import { ApiError } from '../../origin/contract/errors.ts';
import { limits } from '../../origin/contract/fields.ts';
import { bundle, bytesOf, damaged, file, refusalOf, skillMd, tarEnd, tarEntry } from './samples.ts';

describe('packArchive', () => {
  it('is read back as the same files, sorted by path', async () => {
    await fc.assert(
      fc.asyncProperty(bundle, async (files) => {
        checkPaths(files);
        expect(await readArchive(packArchive(files), 'tar.gz')).toEqual(files.toSorted(byPath));
      }),
    );
  });

  it('gives the same bytes in whatever order the files come', () => {
    fc.assert(
      fc.property(bundle, (files) => {
        expect(packArchive(files.toReversed())).toEqual(packArchive(files));
      }),
    );
  });

  it('gives these very bytes on every platform and in every release', () => {
    const archive = packArchive([file('references/a b.md', 'hello '.repeat(100)), skillMd]);
    expect(createHash('sha256').update(archive).digest('hex')).toBe(
      '3d0594881167ae97b945062e46ff38f9833e3d7937ec6dbfb9e2754cde15096b',
    );
  });

  it('names no time and no operating system in the gzip header', () => {
    expect([...packArchive([skillMd]).subarray(0, 10)]).toEqual([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 2, 255]);
  });

  it('is ustar that another reader understands, with SKILL.md at the root', async () => {
    const [entry] = await unpackTar(gunzipSync(packArchive([skillMd])), { strict: true });
    expect(entry?.header).toMatchObject({ name: 'SKILL.md', type: 'file', mode: 0o644, uid: 0, gid: 0, uname: '' });
    expect(entry?.header.mtime?.getTime()).toBe(0);
    expect(entry?.data).toEqual(skillMd.bytes);
  });

  it('carries every path that a bundle may have', async () => {
    const files = [1, 99, 100, 101, 154].map((length) => file(`${'d'.repeat(155 - length - 1)}/${'f'.repeat(length)}`));
    const archive = packArchive([file('x'.repeat(155)), ...files.filter(({ path }) => !path.startsWith('/'))]);
    const names = (await unpackTar(gunzipSync(archive), { strict: true })).map(({ header }) => header.name);
    expect(names).toEqual((await readArchive(archive, 'tar.gz')).map(({ path }) => path));
    expect(names).toContain('x'.repeat(155));
  });
});

describe('readArchive', () => {
  it('reads the same files from tar.gz and from zip', async () => {
    await fc.assert(
      fc.asyncProperty(bundle, async (files) => {
        const zip = zipSync(Object.fromEntries(files.map(({ path, bytes }) => [path, bytes])));
        const fromZip = await readArchive(zip, 'zip');
        expect(fromZip.sort(byPath)).toEqual(await readArchive(packArchive(files), 'tar.gz'));
      }),
    );
  });

  it('throws nothing but an ApiError, whatever the bytes', async () => {
    const files = [skillMd, file('references/a.md', 'a'.repeat(700))];
    const tar = gunzipSync(packArchive(files));
    const zip = zipSync(Object.fromEntries(files.map(({ path, bytes }) => [path, bytes])));
    const uploads = fc.oneof(
      fc.record({ body: damaged(packArchive(files)), kind: fc.constant('tar.gz' as const) }),
      fc.record({ body: damaged(tar).map((bytes) => gzipSync(bytes)), kind: fc.constant('tar.gz' as const) }),
      fc.record({ body: damaged(zip), kind: fc.constant('zip' as const) }),
      fc.record({ body: fc.uint8Array(), kind: fc.constantFrom('tar.gz' as const, 'zip' as const) }),
    );
    await fc.assert(
      fc.asyncProperty(uploads, async ({ body, kind }) => {
        const { code } = await refusalOf(async () => {
          await readArchive(body, kind);
          throw new ApiError('conflict'); // stands for an archive that is read after all
        });
        expect(['conflict', 'bundle_invalid', 'payload_too_large']).toContain(code);
      }),
      { numRuns: 1000 },
    );
  });

  it.each(['tar.gz', 'zip'] as const)('refuses an empty body and a body of another kind as %s', async (kind) => {
    expect(await refusalOf(() => readArchive(new Uint8Array(), kind))).toMatchObject({ code: 'bundle_invalid' });
    expect(await refusalOf(() => readArchive(bytesOf('hello'), kind))).toMatchObject({ code: 'bundle_invalid' });
  });

  it('gives each file bytes of its own, so that keeping one does not keep the whole archive', async () => {
    for (const { bytes } of await readArchive(packArchive([skillMd, file('b')]), 'tar.gz')) {
      expect(bytes.buffer.byteLength).toBe(bytes.length);
    }
  });

  it('says that a gzip stream is cut short', async () => {
    const cut = packArchive([skillMd]).slice(0, -12);
    const message = 'The gzip archive is cut short.';
    expect(await refusalOf(() => readArchive(cut, 'tar.gz'))).toEqual({ code: 'bundle_invalid', message });
  });

  it('refuses data after the gzip stream, but not the zero bytes that pad a tape', async () => {
    const archive = packArchive([skillMd]);
    const trailing = Buffer.concat([archive, bytesOf('and more')]);
    expect(await refusalOf(() => readArchive(trailing, 'tar.gz'))).toMatchObject({ code: 'bundle_invalid' });
    expect(await readArchive(Buffer.concat([archive, new Uint8Array(64)]), 'tar.gz')).toEqual([skillMd]);
    // Other readers find another member behind the zeros.
    const hidden = Buffer.concat([archive, new Uint8Array(1), archive]);
    expect(await refusalOf(() => readArchive(hidden, 'tar.gz'))).toMatchObject({ code: 'bundle_invalid' });
  });

  it('reads gzip members in a row as one stream', async () => {
    const tar = gunzipSync(packArchive([skillMd]));
    const members = Buffer.concat([gzipSync(tar.subarray(0, 700)), gzipSync(tar.subarray(700))]);
    expect(await readArchive(members, 'tar.gz')).toEqual([skillMd]);
  });

  it('refuses a second archive after the first', async () => {
    const twice = Buffer.concat([packArchive([skillMd]), packArchive([file('evil.md')])]);
    expect(await refusalOf(() => readArchive(twice, 'tar.gz'))).toMatchObject({ code: 'bundle_invalid' });
  });
});

describe('the limits of an archive', () => {
  const zeros = (size: number) => new Uint8Array(size);
  const kinds = [
    ['tar.gz', (files: { path: string; bytes: Uint8Array }[]) => packArchive(files)],
    ['zip', (files) => zipSync(Object.fromEntries(files.map(({ path, bytes }) => [path, bytes])), { level: 1 })],
  ] as const satisfies [string, (files: { path: string; bytes: Uint8Array }[]) => Uint8Array][];

  /** Too random to compress, so that only the limit under test is passed. */
  const noise = (size: number) => {
    const bytes = new Uint8Array(size);
    let state = 1;
    for (let index = 0; index < size; index += 1) {
      state = (state * 48271) % 0x7fffffff;
      bytes[index] = state;
    }
    return bytes;
  };

  describe.each(kinds)('as %s', (kind, pack) => {
    it('refuse a bomb by its compression ratio', async () => {
      const bomb = pack([file('SKILL.md', zeros(4 * 1024 * 1024))]);
      expect(bomb.length).toBeLessThan(limits.file / limits.compressionRatio);
      expect(await refusalOf(() => readArchive(bomb, kind))).toMatchObject({
        code: 'payload_too_large',
        limit: limits.compressionRatio,
      });
    });

    it('let a small bundle repeat itself', async () => {
      const files = [file('SKILL.md', zeros(1024 * 1024))];
      expect(await readArchive(pack(files), kind)).toEqual(files);
    });

    it('refuse one file that is too large, by its path', async () => {
      const archive = pack([skillMd, file('big.bin', noise(limits.file + 1))]);
      const refusal = { code: 'payload_too_large', path: 'big.bin', limit: limits.file };
      expect(await refusalOf(() => readArchive(archive, kind))).toMatchObject(refusal);
    });

    it('refuse too many files, and no fewer', async () => {
      const files = Array.from({ length: limits.files + 1 }, (_, index) => file(`${index}.md`, noise(3)));
      expect(await readArchive(pack(files.slice(1)), kind)).toHaveLength(limits.files);
      const refusal = { code: 'payload_too_large', limit: limits.files };
      expect(await refusalOf(() => readArchive(pack(files), kind))).toMatchObject(refusal);
    });

    it('refuse files that together are too large', async () => {
      const half = noise(limits.file / 2);
      half.fill(0, 500_000); // so that ten such files stay below the ratio and the test is fast
      const files = Array.from({ length: 11 }, (_, index) => file(`${index}.bin`, half));
      const refusal = { code: 'payload_too_large', limit: limits.unpacked };
      expect(await refusalOf(() => readArchive(pack(files), kind))).toMatchObject(refusal);
    });
  });

  it('stop a gzip bomb that never gets to its tar', async () => {
    const bomb = gzipSync(zeros(64 * 1024 * 1024));
    const refusal = { code: 'payload_too_large', limit: limits.compressionRatio };
    expect(await refusalOf(() => readArchive(bomb, 'tar.gz'))).toMatchObject(refusal);
  });

  it('do not count directories as files', async () => {
    const directories = Array.from({ length: limits.files + 1 }, (_, index) => tarEntry('5', `${index}/`));
    const tar = Buffer.concat([...directories, tarEntry('0', 'SKILL.md', skillMd.bytes), tarEnd]);
    expect(await readArchive(gzipSync(tar), 'tar.gz')).toEqual([skillMd]);
  });
});
