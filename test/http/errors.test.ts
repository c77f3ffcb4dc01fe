import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { published, refusalOf, refused } from '../answers.ts';
import { engineNames } from '../engines.ts';
import { openRegistry, type TestRegistry } from '../registry.ts';

describe.each(engineNames)('a failure on %s', (name) => {
  let registry: TestRegistry & AsyncDisposable;
  beforeAll(async () => {
    registry = await openRegistry(name);
    await published(registry, 'anna:pdf');
  });
  afterAll(() => registry[Symbol.asyncDispose]());

  const request = (method: string, path: string, headers: Record<string, string> = {}) =>
    registry.app.request(path, { method, headers });

  it.each([
    '/api',
    '/api/',
    '/api/v1',
    '/api/v1/',
    '/api/v1/nothing',
    '/api/v2/skills',
    '/api/v1/skills/',
    '/api/v1/skills/anna',
    '/api/v1/skills/anna/pdf/nothing',
    '/api/v1/skills/anna/pdf/versions/latest/nothing',
    '/api/v1//skills',
    '/no/such/page',
    '/pictures/favicon.png/large',
    '/etc/passwd/shadow',
  ])('at %s is JSON, whatever the method and whatever is accepted', async (path) => {
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])
      expect(await refused(await request(method, path)), method).toBe('404 not_found');
    if (path.startsWith('/api'))
      expect(await refused(await request('GET', path, { accept: 'text/html' }))).toBe('404 not_found');
  });

  it('is a page only where a person asks for one', async () => {
    const response = await request('GET', '/no/such/page', { accept: 'text/html,*/*' });
    expect([response.status, response.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
  });

  it.each([
    ['POST', '/skills', 'GET, HEAD, OPTIONS'],
    ['DELETE', '/skills/anna/pdf', 'GET, HEAD, OPTIONS, PATCH'],
    ['PUT', '/skills/anna/missing', 'GET, HEAD, OPTIONS, PATCH'],
    ['GET', '/skills/anna/pdf/versions', 'OPTIONS, POST'],
    ['HEAD', '/skills/anna/pdf/versions', 'OPTIONS, POST'],
    ['GET', `/skills/anna/pdf/versions/${'0'.repeat(64)}`, 'DELETE, OPTIONS'],
    ['GET', '/mcp', 'OPTIONS, POST'],
    ['PATCH', '/whoami', 'GET, HEAD, OPTIONS'],
  ])('of %s %s is 405 with the methods that are allowed', async (method, path, allow) => {
    const response = await request(method, `/api/v1${path}`);
    expect(response.headers.get('allow')).toBe(allow);
    expect(response.status).toBe(405);
    if (method !== 'HEAD') expect(await refused(response)).toBe('405 method_not_allowed');
  });

  it.each([
    ['/skills/%', '404 not_found'],
    ['/skills/%E0%A4%A/pdf', '400 invalid_parameter'],
    ['/skills/anna/%ff', '400 invalid_parameter'],
    ['/skills/anna%2Fpdf/x', '400 invalid_parameter'],
    ['/skills/anna/p%00df', '400 invalid_parameter'],
    ['/profiles/%', '400 invalid_parameter'],
    ['/profiles/a%0Ab', '400 invalid_parameter'],
  ])('of the broken path %s is JSON', async (path, expected) => {
    expect(await refused(await request('GET', `/api/v1${path}`))).toBe(expected);
  });

  it('never comes of how a query is encoded', async () => {
    for (const query of [
      'q=%',
      'q=%E0%A4%A',
      'q=%ff',
      'q=%00',
      'q=a%00b',
      '%=%',
      '&&==',
      'q=a&q=b',
      'q',
      '__proto__=1',
      'constructor=1',
    ])
      expect((await request('GET', `/api/v1/skills?${query}`)).status, query).toBe(200);
    for (const query of ['q=%', 'q=%ff', 'q=%00'])
      expect((await request('GET', `/api/v1/search?${query}`)).status, query).toBe(200);
  });

  it('is never kept, and its type is never guessed', async () => {
    for (const path of [
      '/api/v1/skills/anna/none',
      '/api/v1/nothing',
      '/api/v1/skills?limit=x',
      '/api/v1/sync/manifest',
    ]) {
      const { headers } = await request('GET', path);
      expect([headers.get('cache-control'), headers.get('etag')]).toEqual(['no-store', null]);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
    }
  });

  it('answers HEAD as GET, without the body', async () => {
    const [get, head] = [
      await request('GET', '/api/v1/skills/anna/none'),
      await request('HEAD', '/api/v1/skills/anna/none'),
    ];
    expect([head.status, await head.text()]).toEqual([404, '']);
    expect(head.headers.get('content-length')).toBe(String((await get.text()).length));
  });

  it('names the parameter it is about', async () => {
    const about = async (path: string) => (await refusalOf(await request('GET', `/api/v1${path}`)))['parameter'];
    expect(await about('/skills?limit=x')).toBe('limit');
    expect(await about('/skills?sort=x')).toBe('sort');
    expect(await about('/skills/Anna/pdf')).toBe('author');
    expect(await about('/skills/anna/Pdf')).toBe('slug');
    expect(await about('/kits/by-handle/Anna/pdf')).toBe('owner');
    expect(await about('/search?q=a&types=b')).toBe('types');
  });
});
