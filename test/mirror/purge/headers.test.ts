import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nginxConfig } from '../../../mirror/serve/nginx.ts';
import { type Address, inputAt, prebuiltFiles } from '../../../mirror/snapshot/address/address.ts';
import { purgedBy, tagsOf } from '../../../mirror/snapshot/address/tags.ts';
import { cdnLifetime, cdns } from '../../../origin/contract/headers/cdn.ts';
import { hasNginx, startNginx } from '../../../scripts/bench/servers/nginx.ts';
import { openRegistry, site, skillMd, type TestRegistry } from '../../registry.ts';
import { addKit } from '../../scene.ts';
import { times } from '../../thoroughness.ts';
import { type Mirrored, openMirrored, urlsOf } from '../mirrored.ts';
import { type Served, serve } from './served.ts';

const forCdns = /^(?:surrogate-|cache-tag$|.*cdn-cache-control$)/;

describe('what a CDN is told', () => {
  let registry: TestRegistry & AsyncDisposable;
  let mirrored: Mirrored;
  let files: string[];
  beforeAll(async () => {
    registry = await openRegistry();
    await registry.publish('ada', 'sums', { 'SKILL.md': skillMd('sums'), 'scripts/a b.sh': 'echo\n' });
    await registry.publish('ada', 'old', { 'SKILL.md': skillMd('old') });
    await registry.send('PATCH', '/skills/ada/old', 'ada', { deprecated: true });
    await addKit(registry, 'ada', 'tools', ['ada:sums']);
    mirrored = await openMirrored(registry);
    await mirrored.snapshot.full();
    files = await mirrored.files();
  });
  afterAll(async () => {
    await mirrored?.[Symbol.asyncDispose]();
    await registry?.[Symbol.asyncDispose]();
  });
  const toldIn = ({ headers }: Response) => Object.fromEntries([...headers].filter(([name]) => forCdns.test(name)));

  it('is nothing where none is set', async () => {
    for (const path of [...files.flatMap(urlsOf), '/api/v1/search?q=x', '/nobody'])
      expect(toldIn(await mirrored.mirror.request(path)), path).toEqual({});
  });

  it('is tags, and a day for what a change names; a minute for the rest, and nothing for failures', async () => {
    await using told = await openMirrored(registry, { cdn: 'fastly' });
    await told.snapshot.full();
    const of = async (path: string) => toldIn(await told.mirror.request(path));
    const day = 'max-age=86400, stale-while-revalidate=60, stale-if-error=86400';
    expect(cdnLifetime.fresh).toBeLessThanOrEqual(86_400);
    expect(await of('/api/v1/skills/ada/sums')).toEqual({
      'surrogate-key': 's/ada/sums of/ada/sums of/ada all',
      'surrogate-control': day,
    });
    expect(await of('/api/v1/kits/by-handle/ada/tools')).toEqual({
      'surrogate-key': 'k/ada/tools of/ada all',
      'surrogate-control': day,
    });
    expect(await of('/api/v1/skills')).toEqual({ 'surrogate-key': 'listSkills all', 'surrogate-control': day });
    expect(await of('/api/v1/skills/ada/old')).toEqual({
      'surrogate-key': 's/ada/old of/ada/old of/ada all',
      'surrogate-control': day,
    });
    expect(await of('/api/v1/search?q=x')).toEqual({ 'surrogate-key': 'search query all' });
    expect(await of('/api/v1/skills?limit=3')).toEqual({ 'surrogate-key': 'listSkills query all' });
    expect(await of('/api/v1/skills/ada/none')).toEqual({ 'surrogate-key': 's/ada/none of/ada/none of/ada all' });
    expect(await of('/api/v1/skills?limit=x')).toEqual({});
    const { hash } = (await (await registry.get('/skills/ada/sums/manifest')).json()) as { hash: string };
    for (const path of [`/ada/sums/v/${hash.slice(7)}.tar.gz`, `/api/v1/skills/ada/sums/versions/${hash}/bundle`]) {
      const response = await told.mirror.request(path);
      expect(toldIn(response)).toEqual({
        'surrogate-key': `v/${hash.slice(7)} of/ada/sums of/ada all`,
        'surrogate-control': day,
      });
      // SPEC.md, Limits: what one client has left is told where no cache keeps the answer.
      expect([response.headers.get('cache-control'), response.headers.get('ratelimit-remaining')]).toEqual([
        'no-cache',
        null,
      ]);
    }
  });

  it.each(cdns)('is short and plain enough for %s', (cdn) => {
    expect(cdn).toBeTruthy();
    const longest = {
      author: 'a'.repeat(39),
      owner: 'a'.repeat(39),
      slug: 's'.repeat(63),
      hash: `sha256:${'0'.repeat(64)}`,
    };
    for (const [id, { names }] of prebuiltFiles) {
      const values = Object.fromEntries(names.map((name) => [name, longest[name as keyof typeof longest] ?? 'x']));
      const { tags } = tagsOf(id, values);
      expect(tags.join(' ').length).toBeLessThan(1024);
      for (const tag of tags) expect(tag).toMatch(/^[A-Za-z0-9/-]{1,107}$/);
    }
  });

  it('names every answer that a change may alter, in 201 tags at most', () => {
    const ids = [...prebuiltFiles.keys()];
    const values = fc.record({
      author: fc.constantFrom('ada', 'bob', 'eve'),
      owner: fc.constantFrom('ada', 'bob'),
      slug: fc.constantFrom('one', 'two', 'three'),
      hash: fc.nat({ max: 400 }).map((number) => `sha256:${`${number}`.padStart(64, '0')}`),
    });
    const address = fc.record({ id: fc.constantFrom(...ids), values }).map(({ id, values }): Address => {
      const places = prebuiltFiles.get(id)?.names ?? [];
      const known = Object.entries(values).filter(([name]) => places.includes(name));
      const rest = places.filter((name) => !(name in values)).map((name) => [name, name === 'path' ? 'SKILL.md' : 'x']);
      return { id, values: Object.fromEntries([...known, ...rest]) };
    });
    fc.assert(
      fc.property(fc.array(address, { maxLength: 400, size: 'max' }), (addresses) => {
        const purged = purgedBy(addresses);
        expect(purged.length).toBeLessThanOrEqual(201);
        const reached = (one: Address) => tagsOf(one.id, inputAt(one)).tags.some((tag) => purged.includes(tag));
        expect(addresses.filter((one) => !reached(one))).toEqual([]);
      }),
      { numRuns: times(30) },
    );
  });

  describe.skipIf(!hasNginx)(`by nginx${hasNginx ? '' : ' (nginx is not on this machine)'}`, () => {
    it.each(cdns)('is what the mirror says, for %s', async (cdn) => {
      await using told = await openMirrored(registry, { cdn });
      await told.snapshot.full();
      const bundled: Served = await serve(told);
      const { root } = told;
      const nginx = await startNginx((listen) =>
        nginxConfig({ root, listen, fallback: `127.0.0.1:${bundled.port}`, site, cdn }),
      );
      try {
        for (const path of [...files.filter((file) => !/^docs\//.test(file)).flatMap(urlsOf), '/api/v1/search?q=x']) {
          const [ours, its] = await Promise.all(
            [bundled.port, nginx.port].map(async (port) => {
              const response = await fetch(`http://127.0.0.1:${port}${path}`);
              await response.arrayBuffer();
              return {
                path,
                status: response.status,
                cache: response.headers.get('cache-control'),
                told: toldIn(response),
              };
            }),
          );
          expect(its).toEqual(ours);
        }
      } finally {
        await nginx.stop();
        await bundled.close(0);
      }
    });
  });
});
