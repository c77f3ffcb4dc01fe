import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openRegistry, skillMd, type TestRegistry } from '../registry.ts';

describe('an answer in a coding', () => {
  let registry: TestRegistry & AsyncDisposable;
  const path = '/skills/ada/long/manifest';
  const files = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`references/${index}.md`, String(index)]));
  beforeAll(async () => {
    registry = await openRegistry();
    await registry.publish('ada', 'long', { 'SKILL.md': skillMd('long'), ...files });
  });
  afterAll(() => registry[Symbol.asyncDispose]());
  const ask = async (accept?: string, headers: Record<string, string> = {}) => {
    const response = await registry.get(path, {
      ...(accept !== undefined && { 'accept-encoding': accept }),
      ...headers,
    });
    const field = (name: string) => response.headers.get(name);
    return { status: response.status, field, bytes: Buffer.from(await response.arrayBuffer()) };
  };

  /** Headers that don't count requests. */
  const lasting = ({ headers }: Response) => [...headers].filter(([name]) => !/^(?:ratelimit|x-request-id)/.test(name));

  it.each([
    [undefined, null],
    ['', null],
    ['identity', null],
    ['br', 'br'],
    ['gzip', 'gzip'],
    ['gzip, br', 'br'],
    ['br;q=0, gzip', 'gzip'],
    ['*', 'br'],
    ['*;q=0', null],
    ['zstd, compress', null],
  ])('for Accept-Encoding %s comes as %s', async (accept, encoding) => {
    const plain = await ask();
    const { field, bytes } = await ask(accept);
    expect(field('content-encoding')).toBe(encoding);
    expect(field('vary')).toContain('Accept-Encoding');
    expect(Number(field('content-length'))).toBe(bytes.length);
    const decoded = encoding === 'br' ? brotliDecompressSync(bytes) : encoding === 'gzip' ? gunzipSync(bytes) : bytes;
    expect(decoded.equals(plain.bytes)).toBe(true);
    expect(field('etag')).toBe(encoding ? plain.field('etag')?.replace(/"$/, `-${encoding}"`) : plain.field('etag'));
  });

  it('is not sent again to a client that names any of its tags', async () => {
    const tag = (await ask()).field('etag') ?? '';
    for (const form of [tag, `W/${tag}`, tag.replace(/"$/, '-br"'), tag.replace(/"$/, '-gzip"'), `"x", ${tag}`, '*']) {
      const { status, bytes, field } = await ask('br', { 'if-none-match': form });
      expect(status, form).toBe(304);
      expect(bytes.length).toBe(0);
      expect(field('etag')).toBe(tag.replace(/"$/, '-br"'));
      expect(field('cache-control')).toBe('no-cache');
      expect(field('vary')).toContain('Accept-Encoding');
    }
    expect((await ask('br', { 'if-none-match': tag.replace('"', '"0') })).status).toBe(200);
    expect((await ask('br', { 'if-none-match': tag.replace(/"$/, '-zip"') })).status).toBe(200);
  });

  it('has the same headers for HEAD', async () => {
    for (const accept of ['identity', 'br']) {
      const get = await registry.get(path, { 'accept-encoding': accept });
      const head = await registry.app.request(`/api/v1${path}`, {
        method: 'HEAD',
        headers: { 'accept-encoding': accept },
      });
      expect(lasting(head)).toEqual(lasting(get));
      expect(await head.text()).toBe('');
    }
  });

  it('of a small body, or of bytes that are compressed already, is the bytes as they are', async () => {
    const small = await registry.get('/skills/ada/long/kits', { 'accept-encoding': 'br' });
    expect(small.headers.get('content-encoding')).toBeNull();
    const { versions } = (await (await registry.get('/skills/ada/long')).json()) as { versions: { hash: string }[] };
    const bundle = await registry.get(`/skills/ada/long/versions/${versions[0]?.hash}/bundle`, {
      'accept-encoding': 'br',
    });
    expect(bundle.headers.get('content-encoding')).toBeNull();
  });
});
