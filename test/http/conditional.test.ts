import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bytesOf, published } from '../answers.ts';
import { engineNames } from '../engines.ts';
import { openRegistry, skillMd, type TestRegistry } from '../registry.ts';

describe.each(engineNames)('a conditional read on %s', (name) => {
  let registry: TestRegistry & AsyncDisposable;
  let paths: string[];
  beforeAll(async () => {
    registry = await openRegistry(name);
    const { hash } = await published(registry, 'anna:pdf');
    const version = `/api/v1/skills/anna/pdf/versions/${hash}`;
    paths = [
      '/api/v1/skills',
      '/api/v1/skills/anna/pdf',
      '/api/v1/skills/anna/pdf/manifest',
      `${version}/files`,
      `${version}/file?path=SKILL.md`,
      `${version}/scan`,
      `${version}/bundle`,
      `${version}/diff/${hash}`,
      '/api/v1/stats',
      '/api/v1/search?q=pdf',
      '/anna.md',
      '/anna/pdf.md',
    ];
  });
  afterAll(() => registry[Symbol.asyncDispose]());

  const get = (path: string, ifNoneMatch?: string, more: Record<string, string> = {}) =>
    registry.app.request(path, { headers: { ...(ifNoneMatch && { 'if-none-match': ifNoneMatch }), ...more } });
  const etagOf = async (path: string) => (await get(path)).headers.get('etag') ?? '';

  it('is possible everywhere: each answer has a strong tag of its own bytes', async () => {
    for (const path of paths) {
      const response = await get(path);
      expect(response.headers.get('etag'), path).toMatch(/^"[0-9a-f]+-[0-9a-f]+"$/);
      const body = await bytesOf(response);
      const digest = createHash('sha256').update(body).digest();
      const seconds = (BigInt(`0x${digest.subarray(0, 5).toString('hex')}`) % 2n ** 33n).toString(16);
      expect(response.headers.get('etag')).toBe(`"${seconds}-${body.length.toString(16)}"`);
    }
  });

  it('with the tag is 304: no body, and the headers a 200 would have', async () => {
    for (const path of paths) {
      const whole = await get(path);
      const unchanged = await get(path, whole.headers.get('etag') ?? '');
      expect([unchanged.status, await unchanged.text()], path).toEqual([304, '']);
      for (const header of ['etag', 'cache-control', 'vary', 'x-content-type-options', 'content-type'])
        expect(unchanged.headers.get(header), header).toBe(whole.headers.get(header));
      expect(unchanged.headers.get('content-length')).toBe(null);
    }
  });

  it.each([
    ['a list with it', (tag: string) => `"other", ${tag}, "more"`, 304],
    ['a list without spaces', (tag: string) => `"other",${tag}`, 304],
    ['it, weakened', (tag: string) => `W/${tag}`, 304],
    ['a list of weak tags', (tag: string) => `W/"x", W/${tag}`, 304],
    ['a star', () => '*', 304],
    ['a star with spaces', () => ' * ', 304],
    ['another tag', () => '"other"', 200],
    ['its text without quotes', (tag: string) => tag.replaceAll('"', ''), 200],
    ['a part of it', (tag: string) => `"${tag.slice(2)}`, 200],
    ['a tag that contains a star', () => '"*"', 200],
    ['a tag in which it is quoted by commas', (tag: string) => `"a,${tag.slice(1, -1)},b"`, 200],
  ])('naming %s', async (_, header, expected) => {
    const tag = await etagOf('/api/v1/skills');
    expect((await get('/api/v1/skills', header(tag))).status).toBe(expected);
  });

  it('tells a changed list from the old one', async () => {
    const tag = await etagOf('/api/v1/skills');
    await published(registry, 'anna:more', { 'SKILL.md': skillMd('more') });
    const response = await get('/api/v1/skills', tag);
    expect(response.status).toBe(200);
    expect(response.headers.get('etag')).not.toBe(tag);
  });

  it('leaves out what it doesn’t depend on: unknown parameters, the hash’s prefix, the default query', async () => {
    expect(await etagOf('/api/v1/skills?utm_source=x')).toBe(await etagOf('/api/v1/skills'));
    expect(await etagOf('/api/v1/skills?limit=50&offset=0')).toBe(await etagOf('/api/v1/skills'));
    const [files = ''] = paths.filter((path) => path.endsWith('/files'));
    expect(await etagOf(files.replace('sha256:', ''))).toBe(await etagOf(files));
  });

  it('of HEAD is as of GET', async () => {
    for (const path of paths) {
      const get = await registry.app.request(path);
      const head = await registry.app.request(path, { method: 'HEAD' });
      expect([head.status, await head.text()], path).toEqual([200, '']);
      for (const header of ['etag', 'cache-control', 'content-type', 'content-length', 'vary'])
        expect(head.headers.get(header), header).toBe(get.headers.get(header));
      const headers = { 'if-none-match': get.headers.get('etag') ?? '' };
      expect((await registry.app.request(path, { method: 'HEAD', headers })).status).toBe(304);
    }
  });

  it('works with a credential too, below a version’s hash', async () => {
    const [file = ''] = paths.filter((path) => path.includes('/file?'));
    const anna = await registry.as('anna');
    const tag = await etagOf(file);
    const whole = await get(file, undefined, anna);
    expect([whole.status, whole.headers.get('etag')]).toEqual([200, tag]);
    const unchanged = await get(file, tag, anna);
    expect([unchanged.status, unchanged.headers.get('cache-control')]).toEqual([304, 'private, no-store']);
  });

  it('is of no use to a failure or a write', async () => {
    expect((await get('/api/v1/skills/anna/none', '*')).status).toBe(404);
    const headers = { ...(await registry.as('anna')), 'content-type': 'application/json', 'if-none-match': '*' };
    const body = JSON.stringify({ category: 'data' });
    const response = await registry.app.request('/api/v1/skills/anna/pdf', { method: 'PATCH', headers, body });
    expect([response.status, response.headers.get('etag')]).toEqual([200, null]);
  });
});
