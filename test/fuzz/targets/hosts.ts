/**
 * An anonymous read as mirror and origin answer it: the address, `If-None-Match` and `Accept-Encoding`, a line each. `ETAG`
 * stands for the tag of what is there. HTML has its own tests: a page takes longer than a thousand of these.
 */
import { deepStrictEqual } from 'node:assert/strict';
import type { Hono } from 'hono';
import { dataOfPages, openMirrored } from '../../mirror/mirrored.ts';
import { openRegistry, site, skillMd } from '../../registry.ts';
import { addKit } from '../../scene.ts';
import { bytesOf, headersOf, type Target, textOf } from '../target.ts';

/** Opened with the first request. */
let opened: ReturnType<typeof open> | undefined;
async function open() {
  const registry = await openRegistry();
  for (const slug of ['sums', 'tables'])
    await registry.publish(
      'ada',
      slug,
      { 'SKILL.md': skillMd(slug), 'a/b c.md': 'x'.repeat(2000) },
      { category: 'data' },
    );
  await registry.publish('ada', 'sums', { 'SKILL.md': skillMd('sums', 'Adds.') });
  await registry.publish('ada', 'secret', { 'SKILL.md': skillMd('secret') }, { visibility: 'private' });
  await addKit(registry, 'ada', 'tools', ['ada:sums']);
  const { snapshot, mirror } = await openMirrored(registry, { html: dataOfPages, files: new Map() });
  await snapshot.full();
  return { origin: registry.app, mirror };
}

const addresses = [
  '/api/v1/skills?limit=2&offset=1&sort=alpha',
  '/api/v1/skills?category=data,coding&q=sums',
  '/api/v1/skills/ada/sums',
  '/api/v1/skills/ada/secret',
  '/api/v1/skills/ada/sums/manifest',
  '/api/v1/skills/ada/tables/versions/latest/file?path=a/b%20c.md',
  '/api/v1/search?q=sums&types=skills,kits&limit=1',
  '/api/v1/discover/people?sort=alpha&q=A',
  '/api/v1/discover/feed?limit=3&offset=2',
  '/api/v1/profiles/ada/followers?limit=1',
  '/api/v1/kits/by-handle/ada/tools',
  '/ada/sums.md',
  '/sitemap.xml',
  '/ada/sums/.well-known/agent-skills/index.json',
  '/llms.txt',
];

const conditions = ['\n\n', '\nETAG\nbr', '\nW/ETAG, "x"\ngzip;q=0.5, identity', '\n*\n*;q=0'];

export const target: Target = {
  seeds: addresses.map((address, index) => bytesOf(address + conditions[index % conditions.length])),
  longest: 512,
  words: [
    'ETAG',
    'W/',
    '"',
    ',',
    '*',
    '&',
    '=',
    '%20',
    '%2e',
    '%00',
    '%ff',
    '//',
    '/../',
    '+',
    'limit=',
    'offset=',
    ';q=0',
    ...addresses,
  ],
  async check(input) {
    opened ??= open();
    const { origin, mirror } = await opened;
    const [address = '', ifNoneMatch = '', accepted = ''] = textOf(input).split('\n');
    if (!/^\/(?:api\/v1\/|[^?#]*\.(?:md|json|xml|txt)(?:[?#]|$))[!-~]*$/.test(address)) return false;
    const tag = ifNoneMatch.includes('ETAG') ? (await origin.request(address)).headers.get('etag') : null;
    const headers = headersOf({
      'if-none-match': ifNoneMatch.replaceAll('ETAG', tag ?? '"none"'),
      'accept-encoding': accepted,
    });
    if (!headers) return false;
    const there = await answerOf(origin, address, headers);
    // What asks who calls is the origin's alone.
    if (!there || [401, 403, 405].includes(there.status)) return false;
    deepStrictEqual(
      await answerOf(mirror, address, headers),
      there,
      `mirror and origin differ, where that answers ${there.status}`,
    );
    return there.status < 400;
  },
};

/** Undefined for HTML. */
async function answerOf(app: Hono, address: string, headers: Headers) {
  const response = await app.request(site.originUrl + address, { headers });
  const body = Buffer.from(await response.arrayBuffer()).toString('latin1');
  if (response.headers.get('content-type')?.startsWith('text/html')) return undefined;
  const said = ['etag', 'content-encoding', 'content-type', 'cache-control'].map((name) => response.headers.get(name));
  return { status: response.status, said, body };
}
