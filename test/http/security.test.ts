import { describe, expect, it } from 'vitest';
import { openMirrored } from '../mirror/mirrored.ts';
import { openRegistry, signIn, site, skillMd } from '../registry.ts';

const names = ['content-security-policy', 'referrer-policy', 'strict-transport-security', 'x-content-type-options'];
const paths = [
  '/',
  '/ada/sums',
  '/signin',
  '/ada/sums.md',
  '/nobody',
  '/api/v1/skills',
  '/api/v1/skills/ada/none',
  '/robots.txt',
];

describe.each([
  ['https', { originUrl: 'https://origin.test', mirrorUrl: 'https://mirror.test' }, 'max-age=31536000'],
  ['http', site, null],
])('headers for browsers where addresses are %s', (_, site, transport) => {
  it('are the same at origin and mirror, and hold what the pages say themselves', async () => {
    const pageOrigins = [site.mirrorUrl, site.originUrl];
    await using registry = await openRegistry('sqlite', { settings: { site, signIn: { ...signIn, pageOrigins } } });
    await registry.publish('ada', 'sums', { 'SKILL.md': skillMd('sums') });
    await using mirrored = await openMirrored(registry, { site });
    await mirrored.snapshot.full();
    const told = async (app: typeof registry.app, path: string) => {
      const response = await app.request(path, { headers: { accept: 'text/html' } });
      const headers = Object.fromEntries(names.map((name) => [name, response.headers.get(name)]));
      return {
        headers,
        body: await response.text(),
        isPage: response.headers.get('content-type')?.startsWith('text/html'),
      };
    };
    for (const path of paths) {
      const here = await told(mirrored.mirror, path);
      expect(here, path).toEqual(await told(registry.app, path));
      const { headers, body, isPage } = here;
      const inPage = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(body)?.[1]?.replaceAll('&#39;', "'");
      expect(headers, path).toEqual({
        'content-security-policy': isPage ? `${inPage}; frame-ancestors 'none'` : null,
        'referrer-policy': isPage ? 'same-origin' : null,
        'strict-transport-security': transport,
        'x-content-type-options': 'nosniff',
      });
    }
  });
});
