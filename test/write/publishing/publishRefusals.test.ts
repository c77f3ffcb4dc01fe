import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { published, refusalOf, refused } from '../../answers.ts';
import { tarEnd, tarEntry } from '../../bundle/samples.ts';
import { zipOf } from '../../bundle/zipSamples.ts';
import { engineNames } from '../../engines.ts';
import { openRegistry, skillMd, type TestRegistry } from '../../registry.ts';
import { addKit, addTeam } from '../../scene.ts';
import { everything, moderate } from '../../store/rows.ts';
import { tarGzOf } from './archives.ts';

const good = { 'SKILL.md': skillMd('pdf') };
const asList = (files: Record<string, string>) => Object.entries(files).map(([path, text]) => ({ path, text }));
const bytes = (text: string) => new TextEncoder().encode(text);
const base64 = (size: number) => Buffer.alloc(size, 7).toString('base64');

describe.each(engineNames)('a refused publish on %s', (name) => {
  let registry: TestRegistry & AsyncDisposable;
  beforeAll(async () => {
    registry = await openRegistry(name);
    for (const handle of ['anna', 'bob']) await registry.as(handle);
    await published(registry, 'anna:pdf', good, { version_label: '1.0' });
    await addTeam(registry, 'gang', { anna: 'owner' });
    await moderate(registry, 'gang', 'suspend');
  });
  afterAll(() => registry[Symbol.asyncDispose]());

  const post = async (
    path: string,
    type: string,
    body: string | Uint8Array<ArrayBuffer>,
    headers?: Record<string, string>,
  ) =>
    registry.app.request(`/api/v1${path}`, {
      method: 'POST',
      headers: { ...(headers ?? (await registry.as('anna'))), 'content-type': type },
      body,
    });

  /** The refusal, after which the store holds what it held before. */
  async function leavesNothing(act: () => Promise<Response>): Promise<Record<string, unknown>> {
    const before = await everything(registry.engine);
    const refusal = await refusalOf(await act());
    expect(await everything(registry.engine)).toEqual(before);
    return refusal;
  }

  it.each([
    ['-bad/x', '422 handle_invalid'],
    ['Anna/x', '422 handle_invalid'],
    ['anna/Bad', '422 slug_invalid'],
    ['anna/a--b', '422 slug_invalid'],
    ['anna/ends-', '422 slug_invalid'],
    ['anna/kit', '422 slug_invalid'],
    ['anna/api', '422 slug_invalid'],
    [`anna/${'a'.repeat(64)}`, '422 slug_invalid'],
    ['nobody/x', '404 profile_not_found'],
    ['bob/x', '403 forbidden'],
    ['bob/pdf', '403 forbidden'],
    ['gang/x', '403 forbidden'],
  ])('under %s is %s', async (address, expected) => {
    const send = () => registry.send('POST', `/skills/${address}/versions`, 'anna', { files: asList(good) });
    const { statusCode, code } = await leavesNothing(send);
    expect(`${statusCode} ${code}`).toBe(expected);
  });

  it('without a token that may publish says so', async () => {
    const body = JSON.stringify({ files: asList(good) });
    const kit = await addKit(registry, 'bob', 'tools', []);
    await registry.engine.write((db) =>
      db.updateTable('profiles').set({ mcp_enabled: 1 }).where('handle', '=', 'bob').execute(),
    );
    const before = await everything(registry.engine);
    expect(await refused(await post('/skills/bob/x/versions', 'application/json', body, {}))).toBe('401 unauthorized');
    for (const tokenClass of ['device', 'kit', 'mcp'] as const) {
      const token = await registry.tokenFor('bob', tokenClass, tokenClass === 'kit' ? kit : undefined);
      const response = await post('/skills/bob/x/versions', 'application/json', body, {
        authorization: `Bearer ${token}`,
      });
      expect(response.headers.get('www-authenticate')).toBe('Bearer error="insufficient_scope", scope="publish"');
      expect(await refused(response)).toBe('403 insufficient_scope');
    }
    expect(await everything(registry.engine)).toEqual(before);
  });

  it.each([
    ['no JSON', '{"files":'],
    ['no UTF-8', Uint8Array.from([...bytes('{"files":[{"path":"SKILL.md","text":"'), 0xff, ...bytes('"}]}')])],
    ['no object', '[]'],
    ['no files', '{}'],
    ['an unknown field', JSON.stringify({ files: asList(good), visible: true })],
    ['a file with neither text nor base64', JSON.stringify({ files: [{ path: 'SKILL.md' }] })],
    ['a file with both', JSON.stringify({ files: [{ path: 'SKILL.md', text: 'a', base64: 'YQ==' }] })],
    ['an empty label', JSON.stringify({ files: asList(good), version_label: ' ' })],
    ['a label too long', JSON.stringify({ files: asList(good), version_label: 'x'.repeat(65) })],
    ['a control character in its label', JSON.stringify({ files: asList(good), version_label: '1\u0000' })],
    ['half a surrogate pair in its label', JSON.stringify({ files: asList(good), version_label: '1\ud800' })],
    ['an unknown category', JSON.stringify({ files: asList(good), category: 'Coding' })],
    ['an unknown visibility', JSON.stringify({ files: asList(good), visibility: 'hidden' })],
  ])('with %s is malformed_body', async (_, body) => {
    const refusal = await leavesNothing(() => post('/skills/anna/fresh/versions', 'application/json', body));
    expect(refusal).toMatchObject({ statusCode: 400, code: 'malformed_body' });
  });

  it('with a content type that is no bundle is unsupported_media_type', async () => {
    for (const type of ['text/plain', 'application/x-tar', 'multipart/form-data', ''])
      expect(await leavesNothing(() => post('/skills/anna/fresh/versions', type, 'x'))).toMatchObject({
        statusCode: 415,
        accepted: ['application/json', 'application/gzip', 'application/zip'],
      });
  });

  it.each([
    ['no SKILL.md', { 'README.md': 'hi' }, 'SKILL.md'],
    ['SKILL.md in a folder', { 'pdf/SKILL.md': skillMd('pdf') }, 'SKILL.md'],
    ['a path that leads out', { ...good, '../x': '' }, '../x'],
    ['an absolute path', { ...good, '/x': '' }, '/x'],
    ['a path beyond ASCII', { ...good, 'ü.md': '' }, 'ü.md'],
    ['a device name', { ...good, 'a/NUL.txt': '' }, 'a/NUL.txt'],
    ['paths that differ in case', { ...good, 'skill.md': '' }, 'skill.md'],
  ])('of a bundle with %s is bundle_invalid and names the path', async (_, files, path) => {
    const json = await leavesNothing(() => registry.publish('anna', 'fresh', files));
    expect(json).toMatchObject({ statusCode: 422, code: 'bundle_invalid', path });
  });

  it.each([
    ['frontmatter', '# PDF', 1],
    ['a closing line', '---\nname: pdf\n', 1],
    ['a description', '---\nname: pdf\n---\n', 1],
    ['a string for its name', '---\ndescription: d\nname: [1]\n---\n', 3],
    ['YAML that holds', '---\nname: pdf\ndescription: a: b\n---\n', 3],
    ['keys that are there once', '---\nname: pdf\nname: pdf\ndescription: d\n---\n', 3],
    ['a description of 1024 characters', `---\nname: pdf\ndescription: ${'d'.repeat(1025)}\n---\n`, 3],
  ])('of a SKILL.md without %s is frontmatter_invalid and names the line', async (_, text, line) => {
    const refusal = await leavesNothing(() => registry.publish('anna', 'fresh', { 'SKILL.md': text }));
    expect(refusal).toMatchObject({ statusCode: 422, code: 'frontmatter_invalid', path: 'SKILL.md', line });
  });

  it('of an archive that is damaged or holds more than files is bundle_invalid', async () => {
    const link = gzipSync(Buffer.concat([tarEntry('2', 'SKILL.md'), tarEnd]));
    const whole = await tarGzOf(good);
    for (const body of [link, whole.subarray(0, 20), bytes('not gzip'), bytes('')])
      expect(
        await leavesNothing(() => post('/skills/anna/fresh/versions', 'application/gzip', Uint8Array.from(body))),
      ).toMatchObject({ statusCode: 422, code: 'bundle_invalid' });
    const lying = zipOf([{ name: 'SKILL.md', data: bytes(skillMd('pdf')), crc: 1 }]);
    for (const body of [lying, whole])
      expect(
        await leavesNothing(() => post('/skills/anna/fresh/versions', 'application/zip', Uint8Array.from(body))),
      ).toMatchObject({ statusCode: 422, code: 'bundle_invalid' });
  });

  it('of a bundle over a limit is payload_too_large and names the limit', async () => {
    const many = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`f${index}`, '']));
    expect(await leavesNothing(() => registry.publish('anna', 'fresh', { ...good, ...many }))).toMatchObject({
      statusCode: 413,
      code: 'payload_too_large',
      limit: 500,
    });
    const large = [...asList(good), { path: 'large.bin', base64: base64(5 * 1024 * 1024 + 1) }];
    expect(
      await leavesNothing(() => registry.send('POST', '/skills/anna/fresh/versions', 'anna', { files: large })),
    ).toMatchObject({ statusCode: 413, path: 'large.bin', limit: 5 * 1024 * 1024 });
    const bomb = await tarGzOf({ ...good, 'zeros.txt': '0'.repeat(4 * 1024 * 1024) });
    expect(
      await leavesNothing(() => post('/skills/anna/fresh/versions', 'application/gzip', Uint8Array.from(bomb))),
    ).toMatchObject({ statusCode: 413, limit: 100 });
    const frontmatter = `---\nname: pdf\ndescription: d\nmore: ${'x'.repeat(256 * 1024)}\n---\n`;
    expect(await leavesNothing(() => registry.publish('anna', 'fresh', { 'SKILL.md': frontmatter }))).toMatchObject({
      statusCode: 413,
      path: 'SKILL.md',
    });
  });

  it('under a label that is taken is version_label_taken', async () => {
    const other = { 'SKILL.md': skillMd('pdf', 'Other.') };
    const refusal = await leavesNothing(() =>
      registry.publish('anna', 'pdf', other, { version_label: '1.0', category: 'data' }),
    );
    expect(refusal).toMatchObject({ statusCode: 409, code: 'version_label_taken', version_label: '1.0' });
  });
});
