import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readArchive } from '../../origin/bundle/archive/archive.ts';
import { versionHash } from '../../origin/bundle/manifest.ts';
import { answerOf, bytesOf, published, refusalOf, refused } from '../answers.ts';
import { bundle } from '../bundle/samples.ts';
import { engineNames } from '../engines.ts';
import { openRegistry, skillMd, type TestRegistry } from '../registry.ts';

const sha256 = (bytes: string | Uint8Array) => `sha256:${createHash('sha256').update(bytes).digest('hex')}`;

const files = {
  'SKILL.md': `\ufeff${skillMd('many')}`,
  'scripts/run.sh': '#!/bin/sh\necho hi\r\n',
  'assets/empty.txt': '',
  'references/a b.md': 'Grüße 🎉 \u0000 end',
};
const binary = Uint8Array.from([0xff, 0xfe, 0x00, 0x80]);

describe.each(engineNames)('what a version holds, on %s', (name) => {
  let registry: TestRegistry & AsyncDisposable;
  let hash: string;
  let at: string;

  beforeAll(async () => {
    registry = await openRegistry(name);
    const list = Object.entries(files).map(([path, text]) => ({ path, text }));
    const body = { files: [...list, { path: 'assets/raw.bin', base64: Buffer.from(binary).toString('base64') }] };
    const response = await registry.send('POST', '/skills/anna/many/versions', 'anna', body);
    hash = (await answerOf('publishSkillVersion', response)).hash;
    at = `/skills/anna/many/versions/${hash}`;
  });
  afterAll(() => registry[Symbol.asyncDispose]());

  const file = async (path: string) =>
    answerOf('getSkillVersionFile', await registry.get(`${at}/file?path=${encodeURIComponent(path)}`));

  it('its manifest names every file with size and hash, sorted by path', async () => {
    const manifest = await answerOf('getSkillManifest', await registry.get('/skills/anna/many/manifest'));
    expect(manifest).toEqual({
      schema_version: 1,
      hash,
      author: 'anna',
      slug: 'many',
      files: [...Object.entries(files), ['assets/raw.bin', binary] as const]
        .map(([path, content]) => ({ path, size: Buffer.from(content).length, hash: sha256(content) }))
        .sort((a, b) => (a.path < b.path ? -1 : 1)),
    });
    const listed = await answerOf('listSkillVersionFiles', await registry.get(`${at}/files`));
    expect(listed).toEqual(manifest);
  });

  it('its hash can be made again from the manifest alone', async () => {
    const manifest = await answerOf('getSkillManifest', await registry.get('/skills/anna/many/manifest'));
    const text = manifest.files.map((entry) => `${entry.hash.slice(7)}  ${entry.size} ${entry.path}\n`).join('');
    expect(sha256(text)).toBe(manifest.hash);
  });

  it('its bundle is a tar.gz that unpacks to the same files, in the same bytes each time', async () => {
    const response = await registry.get(`${at}/bundle`);
    expect(response.headers.get('content-type')).toBe('application/gzip');
    const bytes = await bytesOf(response);
    const unpacked = await readArchive(bytes, 'tar.gz');
    const expected = Object.entries(files).map(([path, text]) => ({ path, bytes: Buffer.from(text) }));
    const sorted = [...expected, { path: 'assets/raw.bin', bytes: Buffer.from(binary) }].sort((a, b) =>
      a.path < b.path ? -1 : 1,
    );
    expect(unpacked.map((entry) => ({ ...entry, bytes: Buffer.from(entry.bytes) }))).toEqual(sorted);
    expect(await bytesOf(await registry.get(`${at}/bundle`))).toEqual(bytes);
  });

  it('a text file comes as its text, byte order mark included', async () => {
    for (const [path, text] of Object.entries(files)) {
      const size = Buffer.byteLength(text);
      expect(await file(path)).toEqual({
        schema_version: 1,
        hash,
        author: 'anna',
        slug: 'many',
        path,
        size,
        text,
        encoding: 'utf-8',
      });
    }
    expect((await file('SKILL.md')).text.charCodeAt(0)).toBe(0xfeff);
  });

  it('any other file comes as base64', async () => {
    const { encoding, text, size } = await file('assets/raw.bin');
    expect([encoding, size, Buffer.from(text, 'base64')]).toEqual(['base64', 4, Buffer.from(binary)]);
  });

  it('a path that isn’t in it is file_not_found, and an exact one is asked for', async () => {
    for (const path of [
      '',
      'skill.md',
      'scripts',
      'scripts/',
      '/SKILL.md',
      './SKILL.md',
      '../SKILL.md',
      'SKILL.md\0',
      '%',
      '🎉',
    ]) {
      const refusal = await refusalOf(await registry.get(`${at}/file?path=${encodeURIComponent(path)}`));
      expect([refusal.statusCode, refusal.code, refusal['path']]).toEqual([404, 'file_not_found', path]);
    }
  });

  it('a file can’t be asked for without a path', async () => {
    const refusal = await refusalOf(await registry.get(`${at}/file`));
    expect([refusal.statusCode, refusal.code, refusal['parameter']]).toEqual([400, 'missing_parameter', 'path']);
  });

  it('a hash is known with and without its prefix, and the answer always has it', async () => {
    const bare = await registry.get(`/skills/anna/many/versions/${hash.slice(7)}/files`);
    const full = await registry.get(`${at}/files`);
    expect(bare.headers.get('etag')).toBe(full.headers.get('etag'));
    expect(await bare.text()).toBe(await full.text());
  });

  it('a hash of another skill, of nothing, or of another form is refused', async () => {
    const other = await published(registry, 'anna:other');
    for (const path of ['files', 'file?path=SKILL.md', 'scan', 'bundle', `diff/${hash}`]) {
      const from = async (slug: string, of: string) =>
        refused(await registry.get(`/skills/anna/${slug}/versions/${of}/${path}`));
      expect(await from('many', other.hash)).toBe('404 version_not_found');
      expect(await from('many', '0'.repeat(64))).toBe('404 version_not_found');
      expect(await from('none', hash)).toBe('404 skill_not_found');
      for (const malformed of [hash.toUpperCase(), hash.slice(0, -1), `${hash}0`, `sha512:${hash.slice(7)}`, 'latest'])
        expect(await from('many', malformed), malformed).toBe('400 invalid_parameter');
    }
    expect(await refused(await registry.get(`${at}/diff/latest`))).toBe('400 invalid_parameter');
  });

  it('whatever is published comes back the same by manifest, file and bundle', async () => {
    let count = 0;
    await fc.assert(
      fc.asyncProperty(bundle, async (entries) => {
        count += 1;
        const slug = `any-${count}`;
        const body = {
          files: entries.map(({ path, bytes }) => ({ path, base64: Buffer.from(bytes).toString('base64') })),
        };
        const answer = await registry.send('POST', `/skills/anna/${slug}/versions`, 'anna', body);
        const version = await answerOf('publishSkillVersion', answer);
        const path = `/skills/anna/${slug}/versions/${version.hash}`;
        const manifest = await answerOf('listSkillVersionFiles', await registry.get(`${path}/files`));
        expect(versionHash(manifest.files)).toBe(version.hash);
        const unpacked = await readArchive(await bytesOf(await registry.get(`${path}/bundle`)), 'tar.gz');
        for (const entry of entries) {
          const url = `${path}/file?path=${encodeURIComponent(entry.path)}`;
          const { text, encoding } = await answerOf('getSkillVersionFile', await registry.get(url));
          expect(Buffer.from(text, encoding === 'base64' ? 'base64' : 'utf8')).toEqual(Buffer.from(entry.bytes));
          const packed = unpacked.find((other) => other.path === entry.path);
          expect(Buffer.from(packed?.bytes ?? [])).toEqual(Buffer.from(entry.bytes));
        }
        expect(unpacked).toHaveLength(entries.length);
      }),
      { numRuns: 15 },
    );
  });
});

describe.each(engineNames)('the manifest on %s', (name) => {
  it('is that of the latest version', async () => {
    await using registry = await openRegistry(name);
    await published(registry, 'anna:pdf');
    const second = await published(registry, 'anna:pdf', { 'SKILL.md': skillMd('pdf', 'Newer.') });
    const manifest = await answerOf('getSkillManifest', await registry.get('/skills/anna/pdf/manifest'));
    expect(manifest.hash).toBe(second.hash);
  });

  it('of a deprecated skill is 410 with the message', async () => {
    await using registry = await openRegistry(name);
    await published(registry, 'anna:old');
    await registry.send('PATCH', '/skills/anna/old', 'anna', { deprecated: true, deprecation_message: 'Gone.' });
    const refusal = await refusalOf(await registry.get('/skills/anna/old/manifest'));
    expect(refusal).toMatchObject({
      statusCode: 410,
      code: 'skill_deprecated',
      deprecated: true,
      deprecation_message: 'Gone.',
    });
  });
});
