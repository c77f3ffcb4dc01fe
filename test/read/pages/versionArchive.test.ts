import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packArchive } from '../../../origin/bundle/archive/archive.ts';
import { rescan } from '../../../origin/write/rescan.ts';
import { bytesOf, published, refusalOf, refused } from '../../answers.ts';
import { type Mirrored, openMirrored } from '../../mirror/mirrored.ts';
import { computing } from '../../pace.ts';
import { openRegistry, reader, skillMd, type TestRegistry } from '../../registry.ts';
import { addKit, browserOf, suspend } from '../../scene.ts';
import { quarantine } from '../../store/rows.ts';

type Headers = Record<string, string>;

const filesOf = (slug: string) => ({ 'SKILL.md': skillMd(slug), 'scripts/run.sh': `echo ${slug}\n` });
const packed = (texts: Record<string, string>) =>
  packArchive(Object.entries(texts).map(([path, text]) => ({ path, bytes: new TextEncoder().encode(text) })));
const archiveAt = (author: string, slug: string, hash: string) =>
  `/${author}/${slug}/v/${hash.replace('sha256:', '')}.tar.gz`;

describe('the archive of a version', () => {
  let registry: TestRegistry & AsyncDisposable;
  let mirrored: Mirrored;
  let open: { hash: string; path: string };
  let secret: { hash: string; path: string };

  beforeAll(async () => {
    registry = await openRegistry();
    const add = async (slug: string, visibility: string) => {
      const { hash } = await published(registry, `ada:${slug}`, filesOf(slug), { visibility });
      return { hash, path: archiveAt('ada', slug, hash) };
    };
    open = await add('sums', 'public');
    secret = await add('secret', 'private');
    await registry.as('eve');
    mirrored = await openMirrored(registry);
    await mirrored.snapshot.full();
  });
  afterAll(async () => {
    await mirrored?.[Symbol.asyncDispose]();
    await registry?.[Symbol.asyncDispose]();
  });

  const get = (path: string, headers: Headers = {}, method = 'GET') => registry.app.request(path, { method, headers });
  const bearer = async (handle: string, tokenClass: 'device' | 'kit', kit?: number) => {
    await registry.as(handle);
    return { authorization: `Bearer ${await registry.tokenFor(handle, tokenClass, kit)}` };
  };

  it('is the API’s bundle, byte for byte, and counts as any read', async () => {
    for (const app of [registry.app, mirrored.mirror]) {
      const [archive, bundle] = [
        await app.request(open.path),
        await app.request(`/api/v1/skills/ada/sums/versions/${open.hash}/bundle`),
      ];
      const bytes = await bytesOf(archive);
      expect(bytes).toEqual(packed(filesOf('sums')));
      expect(await bytesOf(bundle)).toEqual(bytes);
      expect(bundle.headers.get('etag')).toBe(archive.headers.get('etag'));
      const fields = ['content-type', 'content-length', 'cache-control', 'ratelimit-policy', 'content-encoding'];
      expect(fields.map((name) => archive.headers.get(name))).toEqual([
        'application/gzip',
        String(bytes.length),
        'no-cache',
        'ambient; q=1000000; w=60',
        null,
      ]);
      expect(bundle.headers.get('ratelimit-policy')).toMatch(/^heavy;/);
    }
  });

  it('is revalidated by its strong tag, and asked after without its body', async () => {
    for (const app of [registry.app, mirrored.mirror]) {
      const etag = (await app.request(open.path)).headers.get('etag') ?? '';
      expect(etag).toMatch(/^"[0-9a-f]+-[0-9a-f]+"$/);
      const again = await app.request(open.path, { headers: { 'if-none-match': etag } });
      expect([again.status, again.headers.get('cache-control')]).toEqual([304, 'no-cache']);
      const head = await app.request(open.path, { method: 'HEAD' });
      expect([head.status, head.headers.get('etag'), (await bytesOf(head)).length]).toEqual([200, etag, 0]);
    }
  });

  it('lives at one address only', async () => {
    const hex = open.hash.slice(7);
    for (const path of [
      `/ada/sums/v/${open.hash}.tar.gz`,
      `/ada/sums/v/${hex.toUpperCase()}.tar.gz`,
      `/ada/sums/v/${hex.slice(1)}.tar.gz`,
      `/ada/sums/v/${hex}.tar.gz/`,
      `/ada/sums/v/${hex}.tar`,
      `/ada/sums/v/${hex}.tar.gz.gz`,
      `/ada/sums/v/${hex}.TAR.GZ`,
      `/ada%2fsums/v/${hex}.tar.gz`,
      `/ada/sums%2fv/${hex}.tar.gz`,
      `//ada/sums/v/${hex}.tar.gz`,
      `/ada/sums/v/..%2fv%2f${hex}.tar.gz`,
      `/ada/sums/v/${hex}.tar.gz%00`,
    ])
      for (const app of [registry.app, mirrored.mirror])
        expect(await refused(await app.request(path)), path).toBe('404 not_found');
  });

  it('is of the skill that it is asked of', async () => {
    for (const app of [registry.app, mirrored.mirror]) {
      expect(await refused(await app.request(archiveAt('ada', 'sums', '0'.repeat(64))))).toBe('404 version_not_found');
      expect(await refused(await app.request(archiveAt('ada', 'sums', secret.hash)))).toBe('404 version_not_found');
      expect(await refused(await app.request(archiveAt('eve', 'sums', open.hash)))).toBe('404 skill_not_found');
    }
  });

  it('of a private skill is for who may read it, and enters no cache', async () => {
    const kit = await addKit(registry, 'ada', 'mine', ['ada:secret'], 'private');
    const other = await addKit(registry, 'ada', 'other', ['ada:sums']);
    for (const [who, headers] of [
      ['a person', await registry.as('ada')],
      ['a device', await bearer('ada', 'device')],
      ['a key to its kit', await bearer('ada', 'kit', kit)],
      ['a browser', await browserOf(registry, 'ada')],
    ] as const) {
      const response = await get(secret.path, headers);
      expect([response.status, response.headers.get('cache-control')], who).toEqual([200, 'private, no-store']);
      expect(response.headers.get('vary')).toContain('Authorization');
      expect(await bytesOf(response)).toEqual(packed(filesOf('secret')));
    }
    for (const [who, headers] of [
      ['nobody', {}],
      ['somebody else', await registry.as('eve')],
      ['their device', await bearer('eve', 'device')],
      ['a key to another kit', await bearer('ada', 'kit', other)],
      ['their key to this kit', await bearer('eve', 'kit', kit)],
    ] as const)
      expect(await refused(await get(secret.path, headers)), who).toBe('404 skill_not_found');
  });

  it('refuses a token that does not work, as reads of the API do; the mirror looks at none', async () => {
    const wrong = { authorization: 'Bearer svc_d_none' };
    const broken = await get(open.path, wrong);
    expect(broken.headers.get('www-authenticate')).toContain('oauth-protected-resource');
    expect(await refused(broken)).toBe('401 token_invalid');
    const anybody = await mirrored.mirror.request(open.path, { headers: wrong });
    expect([anybody.status, anybody.headers.get('cache-control')]).toEqual([200, 'no-cache']);
  });

  it('of a private skill is told apart from one that is not there by no tag, length or header', async () => {
    const tag = (await get(secret.path, await registry.as('ada'))).headers.get('etag') ?? '';
    const none = archiveAt('ada', 'nothing', secret.hash);
    const told = async (app: TestRegistry['app'], path: string, method: string, headers: Headers) => {
      const response = await app.request(path, { method, headers });
      const body = (await response.text()).replaceAll('nothing', 'secret');
      const fields = [...response.headers].filter(([name]) => !/^ratelimit|^content-length$|^x-request-id$/.test(name));
      return { status: response.status, body, fields };
    };
    for (const app of [registry.app, mirrored.mirror])
      for (const method of ['GET', 'HEAD'])
        for (const headers of [{}, { 'if-none-match': tag }, { 'if-none-match': '*' }, { range: 'bytes=0-9' }]) {
          const [there, missing] = [
            await told(app, secret.path, method, headers),
            await told(app, none, method, headers),
          ];
          expect(there).toEqual(missing);
          expect(there.status).toBe(404);
        }
  });
});

describe('what happens to a version', () => {
  it('reaches its archive at origin and mirror at once: a quarantine, a withdrawal, a suspension, going private', async () => {
    await using registry = await openRegistry();
    const add = async (skill: string) => {
      const [author = '', slug = ''] = skill.split(':');
      const { hash } = await published(registry, skill, filesOf(slug));
      return { hash, path: archiveAt(author, slug, hash) };
    };
    const [bad, gone, hidden, old] = [
      await add('ada:bad'),
      await add('ada:gone'),
      await add('ada:hidden'),
      await add('ada:old'),
    ];
    const mallory = await add('mallory:tool');
    await using mirrored = await openMirrored(registry);
    await mirrored.snapshot.full();
    const tags = new Map<string, string>();
    for (const { path } of [bad, gone, hidden, old, mallory]) {
      const response = await mirrored.mirror.request(path);
      expect(response.status).toBe(200);
      tags.set(path, response.headers.get('etag') ?? '');
    }
    await quarantine(registry, 'ada:bad', bad.hash);
    await registry.send('DELETE', `/skills/ada/gone/versions/${gone.hash}`, 'ada');
    await registry.send('PATCH', '/skills/ada/hidden', 'ada', { visibility: 'private' });
    await registry.send('PATCH', '/skills/ada/old', 'ada', { deprecated: true });
    await suspend(registry, 'mallory', true);
    await mirrored.snapshot.step();
    const files = await mirrored.files();
    for (const app of [registry.app, mirrored.mirror]) {
      const asked = (path: string) => app.request(path, { headers: { 'if-none-match': tags.get(path) ?? '' } });
      for (const [{ path }, refusal] of [
        [bad, '404 version_quarantined'],
        [gone, '404 skill_not_found'],
        [hidden, '404 skill_not_found'],
        [mallory, '404 skill_not_found'],
      ] as const) {
        const response = await asked(path);
        expect(response.headers.get('cache-control')).toBe('no-store');
        expect(await refused(response), path).toBe(refusal);
        expect(files).not.toContain(path.slice(1));
      }
      expect((await asked(old.path)).status).toBe(304);
      expect((await app.request(old.path)).status).toBe(200);
    }
    const mine = await registry.app.request(bad.path, { headers: await registry.as('ada') });
    expect((await refusalOf(mine)).code).toBe('version_quarantined');
  });
});

describe('a large archive at the origin', () => {
  it('is packed beside what answers others, and once for all who ask', async () => {
    await using registry = await openRegistry();
    const words = (seed: number) =>
      Array.from({ length: 120_000 }, (_, n) => (((n + seed) * 2_654_435_761) % 2 ** 32).toString(36)).join(' ');
    const texts = {
      'SKILL.md': skillMd('big'),
      ...Object.fromEntries([1, 2, 3, 4, 5, 6, 7, 8].map((n) => [`data/${n}.txt`, words(n)])),
    };
    const { hash } = await published(registry, 'ada:big', texts);
    // More than a publish reads: it is held until then.
    await rescan({ engine: registry.engine, reader, now: () => registry.clock.now });
    const ask = async () => {
      const response = await registry.app.request(archiveAt('ada', 'big', hash));
      return bytesOf(response);
    };
    let archive = new Uint8Array();
    const here = await computing(() => {
      archive = new Uint8Array(packed(texts));
    });
    const first = await computing(async () => expect(Buffer.compare(await ask(), archive)).toBe(0), { tries: 1 });
    // Packed here it takes all of that, and reading and handing over besides.
    expect(first).toBeLessThan(here * 0.75);
    const again = await computing(() => Promise.all(Array.from({ length: 5 }, ask)));
    expect(again).toBeLessThan(here / 2);
  });
});
