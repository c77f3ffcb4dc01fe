import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { published } from '../answers.ts';
import { engineNames } from '../engines.ts';
import { openRegistry, type TestRegistry } from '../registry.ts';
import { addKit } from '../scene.ts';

const catalog = 'public, max-age=60, s-maxage=60';

describe.each(engineNames)('what may be kept, on %s', (name) => {
  let registry: TestRegistry & AsyncDisposable;
  let version: string;
  beforeAll(async () => {
    registry = await openRegistry(name);
    const { hash } = await published(registry, 'anna:pdf');
    version = `/skills/anna/pdf/versions/${hash}`;
    await addKit(registry, 'anna', 'tools', ['anna:pdf']);
    await published(registry, 'anna:old');
    await registry.send('PATCH', '/skills/anna/old', 'anna', { deprecated: true });
    await published(registry, 'anna:secret', undefined, { visibility: 'private' });
    await registry.send('PATCH', '/skills/anna/secret', 'anna', { deprecated: true });
  });
  afterAll(() => registry[Symbol.asyncDispose]());

  const catalogReads = [
    '/skills',
    '/skills?q=none',
    '/skills/anna/pdf',
    '/skills/anna/pdf/kits',
    '/search?q=pdf',
    '/discover/kits',
    '/discover/people',
    '/discover/feed',
    '/profiles/anna',
    '/profiles/anna/followers',
    '/profiles/anna/following',
    '/kits/by-handle/anna/tools',
    '/stats',
    '/moderation',
  ];
  const versionReads = () => [
    '/skills/anna/pdf/manifest',
    ...['files', 'file?path=SKILL.md', 'scan', 'bundle', `diff/${version.split('/').at(-1)}`].map(
      (read) => `${version}/${read}`,
    ),
  ];
  const kept = async (path: string, headers = {}) => (await registry.get(path, headers)).headers.get('cache-control');

  it('catalog and discovery reads, for a minute', async () => {
    for (const path of catalogReads) expect(await kept(path), path).toBe(catalog);
  });

  it('the 410 of a deprecated skill, as the catalog', async () => {
    for (const path of ['/skills/anna/old', '/skills/anna/old/manifest']) expect(await kept(path)).toBe(catalog);
  });

  it('what is below a version, if it is asked for again each time', async () => {
    for (const path of versionReads()) expect(await kept(path), path).toBe('no-cache');
  });

  it('nothing that answers a credential', async () => {
    const anna = await registry.as('anna');
    for (const path of [...catalogReads, ...versionReads(), '/whoami', '/skills/anna/old', '/skills/anna/secret'])
      expect(await kept(path, anna), path).toBe('private, no-store');
    expect(await kept('/skills/anna/none', anna)).toBe('no-store');
    expect(await kept('/sync/manifest', anna)).toBe('private, no-cache');
  });

  it('pages, as the catalog; their assets for good', async () => {
    const page = await registry.app.request('/anna/pdf');
    expect(page.headers.get('cache-control')).toBe(catalog);
    const asset = /"(\/_astro\/[^"]+)"/.exec(await page.text())?.[1] ?? '';
    const response = await registry.app.request(asset);
    expect([response.status, response.headers.get('cache-control')]).toEqual([
      200,
      'public, max-age=31536000, immutable',
    ]);
  });

  it('and every answer says that it depends on the credential and the origin', async () => {
    for (const path of ['/skills', '/skills/anna/none', '/whoami', `${version}/files`]) {
      for (const headers of [{}, await registry.as('anna'), { origin: 'http://mirror.test' }]) {
        const vary = (await registry.get(path, headers)).headers.get('vary') ?? '';
        const named = vary.split(',').map((field) => field.trim().toLowerCase());
        expect(named, path).toEqual(expect.arrayContaining(['authorization', 'origin']));
      }
    }
  });

  it('pages of allowed origins may send credentials, others may not', async () => {
    const from = async (origin: string, method = 'GET') =>
      (
        await registry.app.request('/api/v1/skills', {
          method,
          headers: { origin, 'access-control-request-method': 'POST' },
        })
      ).headers;
    for (const method of ['GET', 'OPTIONS']) {
      const allowed = await from('http://mirror.test', method);
      expect(allowed.get('access-control-allow-origin')).toBe('http://mirror.test');
      expect(allowed.get('access-control-allow-credentials')).toBe('true');
      for (const origin of ['http://evil.test', 'http://mirror.test.evil.test', 'null', 'https://mirror.test'])
        expect((await from(origin, method)).get('access-control-allow-origin')).toBe(null);
    }
  });
});
