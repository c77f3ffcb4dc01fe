import { mkdir, writeFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nginxConfig } from '../../../mirror/serve/nginx.ts';
import { fileOf } from '../../../mirror/snapshot/address/address.ts';
import { type Listening, listen } from '../../../origin/http/server/listen.ts';
import { hasNginx, startNginx } from '../../../scripts/bench/servers/nginx.ts';
import { publishStarterSkills } from '../../../scripts/starter.ts';
import { testSigner } from '../../log/signer.ts';
import { openRegistry, site, skillMd, type TestRegistry } from '../../registry.ts';
import { addKit, deskOf, follow } from '../../scene.ts';
import { partsOf, rawAnswer } from '../../socket.ts';
import { quarantine } from '../../store/rows.ts';
import { type Mirrored, openMirrored, urlsOf } from '../mirrored.ts';

describe.skipIf(!hasNginx)(`nginx in front of the mirror${hasNginx ? '' : ' (nginx is not on this machine)'}`, () => {
  let registry: TestRegistry & AsyncDisposable;
  let mirrored: Mirrored;
  let bundled: Listening;
  let nginx: Awaited<ReturnType<typeof serve>>;
  let hashes: string[];

  beforeAll(async () => {
    registry = await openRegistry();
    await publishStarterSkills(deskOf(registry));
    await registry.publish('ada', 'sums', { 'SKILL.md': skillMd('sums'), 'scripts/a b.sh': 'echo one\n' });
    await registry.publish('ada', 'sums', { 'SKILL.md': skillMd('sums'), 'scripts/a b.sh': 'echo two\n' });
    await registry.publish('ada', 'old', { 'SKILL.md': skillMd('old') });
    await registry.send('PATCH', '/skills/ada/old', 'ada', { deprecated: true });
    await addKit(registry, 'ada', 'tools', ['ada:sums']);
    await follow(registry, 'grace', 'ada');
    mirrored = await openMirrored(registry, { signer: testSigner() });
    await mirrored.snapshot.full();
    bundled = await listen(mirrored.mirror, { host: '127.0.0.1', port: 0, site });
    nginx = await serve(mirrored.root, bundled.port);
    const { versions } = (await (await registry.get('/skills/ada/sums')).json()) as { versions: { hash: string }[] };
    hashes = versions.map(({ hash }) => hash);
  });
  afterAll(async () => {
    await nginx?.stop();
    await bundled?.close(0);
    await mirrored?.[Symbol.asyncDispose]();
    await registry?.[Symbol.asyncDispose]();
  });

  const fields = ['content-type', 'cache-control', 'content-encoding', 'link', 'access-control-allow-origin'];
  const safety = ['x-content-type-options', 'content-security-policy', 'referrer-policy', 'strict-transport-security'];
  const kept = [...fields, ...safety, 'allow', 'last-modified'];
  const answerOf = async (port: number, path: string, init: RequestInit = {}) => {
    const headers = { 'accept-encoding': 'identity', ...init.headers };
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { ...init, headers });
    return {
      status: response.status,
      body: await response.text(),
      etag: response.headers.get('etag'),
      headers: Object.fromEntries(kept.map((name) => [name, response.headers.get(name)])),
    };
  };

  it('serves every file as the bundled server does: status, bytes, ETag, headers', async () => {
    let served = 0;
    const differing: string[] = [];
    for (const file of await mirrored.files()) {
      for (const url of urlsOf(file)) {
        const [ours, its] = [await answerOf(bundled.port, url), await answerOf(nginx.port, url)];
        if (JSON.stringify(ours) !== JSON.stringify(its)) differing.push(`${url} ${JSON.stringify(its.headers)}`);
        expect(ours.status).toBe(200);
      }
      served += 1;
    }
    expect(differing).toEqual([]);
    expect(served).toBeGreaterThan(80);
  });

  it('passes on what files can’t answer, unchanged', async () => {
    const [newest, oldest] = hashes;
    for (const path of [
      '/api/v1/skills?limit=2',
      '/api/v1/skills?q=sums&sort=alpha',
      '/api/v1/search?q=sums',
      '/api/v1/skills/ada/old',
      '/api/v1/skills/ada/none',
      '/api/v1/skills/ada/sums?unknown=1',
      '/api/v1/whoami',
      '/api/v1/sync/manifest',
      `/api/v1/skills/ada/sums/versions/${oldest}/diff/${newest}`,
      `/api/v1/skills/ada/sums/versions/${newest?.slice(7)}/files`,
      `/api/v1/skills/ada/sums/versions/${newest}/file?path=scripts/a%20b.sh`,
      `/api/v1/skills/ada/sums/versions/${newest}/file?path=SKILL.md&x=1`,
      `/api/v1/skills/ada/sums/versions/${newest}/file?path=../../../../../../../../etc/passwd`,
      `/api/v1/skills/ada/sums/versions/${newest}/file`,
      '/ada/old.md',
      `/ada/sums/v/${newest}.tar.gz`,
      `/ada/sums/v/${newest?.slice(7).toUpperCase()}.tar.gz`,
      `/ada/sums/v/${newest?.slice(7)}.tar.gz.gz`,
      `/ada/sums/v/${newest?.slice(7)}.tar`,
      `/grace/sums/v/${newest?.slice(7)}.tar.gz`,
      '/nobody',
    ]) {
      expect(await answerOf(nginx.port, path), path).toEqual(await answerOf(bundled.port, path));
    }
  });

  it('answers every method as the bundled server does, where there is a file and where there is none', async () => {
    for (const path of ['/', '/ada/sums', '/api/v1/skills', '/api/v1/skills/ada/sums', '/api/v1/skills/ada/none'])
      for (const method of ['HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
        const init = { method, ...(method.startsWith('P') && { body: 'x'.repeat(20_000) }) };
        expect(await answerOf(nginx.port, path, init), `${method} ${path}`).toEqual(
          await answerOf(bundled.port, path, init),
        );
      }
  });

  it('gives archives as reads, and none that was taken down, whatever a client has of it', async () => {
    const taken = await registry.publish('ada', 'taken', { 'SKILL.md': skillMd('taken'), 'run.sh': 'echo\n' });
    const { hash } = (await taken.json()) as { hash: string };
    await mirrored.snapshot.step();
    const path = `/ada/taken/v/${hash.slice(7)}.tar.gz`;
    const { headers } = await fetch(`http://127.0.0.1:${nginx.port}${path}`);
    expect(
      ['content-type', 'cache-control', 'ratelimit-policy', 'content-encoding'].map((name) => headers.get(name)),
    ).toEqual(['application/gzip', 'no-cache', 'ambient; q=2000; w=60', null]);
    const revalidated = { headers: { 'if-none-match': headers.get('etag') ?? '' } };
    expect((await answerOf(nginx.port, path, revalidated)).status).toBe(304);
    await quarantine(registry, 'ada:taken', hash);
    await mirrored.snapshot.step();
    for (const init of [{}, revalidated, { method: 'HEAD' }]) {
      const answer = await answerOf(nginx.port, path, init);
      expect(answer).toEqual(await answerOf(bundled.port, path, init));
      expect([answer.status, answer.headers['cache-control']]).toEqual([404, 'no-store']);
    }
  });

  it('says how much a client may ask of it', async () => {
    const { headers } = await fetch(`http://127.0.0.1:${nginx.port}/api/v1/stats`);
    expect([headers.get('ratelimit-limit'), headers.get('ratelimit-policy')]).toEqual([
      '2000',
      'ambient; q=2000; w=60',
    ]);
    expect(headers.get('ratelimit-remaining')).toBeNull();
  });

  it('takes no write, and sends Markdown to who asks for it', async () => {
    const refused = await answerOf(nginx.port, '/api/v1/skills', { method: 'POST', body: '{}' });
    expect([refused.status, JSON.parse(refused.body).code]).toEqual([405, 'read_only_mirror']);
    const markdown = await answerOf(nginx.port, '/ada/sums', { headers: { accept: 'text/markdown' } });
    expect([markdown.headers['content-type'], markdown.body]).toEqual([
      'text/markdown; charset=utf-8',
      skillMd('sums'),
    ]);
  });

  it('answers 304 to the tag of either server, and encoded forms with a strong tag', async () => {
    const { etag } = await answerOf(bundled.port, '/api/v1/skills');
    for (const name of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
      const again = await fetch(`http://127.0.0.1:${nginx.port}/api/v1/skills`, {
        headers: { 'if-none-match': name ?? '', 'accept-encoding': 'identity' },
      });
      expect([again.status, again.headers.get('cache-control')], String(name)).toEqual([
        304,
        'public, max-age=60, s-maxage=60',
      ]);
    }
    const encoded = await fetch(`http://127.0.0.1:${nginx.port}/api/v1/skills`, {
      headers: { 'accept-encoding': 'gzip' },
    });
    expect([encoded.headers.get('content-encoding'), encoded.headers.get('vary')]).toEqual(['gzip', 'Accept-Encoding']);
    expect(encoded.headers.get('etag')).toMatch(/^"[0-9a-f]+-[0-9a-f]+"$/);
    expect(encoded.headers.get('etag')).not.toBe(etag);
    expect(await encoded.text()).toBe((await answerOf(bundled.port, '/api/v1/skills')).body);
  });

  it.each([['an address that is too long', `/api/v1/skills?q=${'x'.repeat(40_000)}`, 413, 'payload_too_large']])(
    'answers %s in the error shape',
    async (_, path, status, code) => {
      const { body, ...refused } = await answerOf(nginx.port, path);
      expect(JSON.parse(body)).toMatchObject({ code, statusCode: status });
      expect([refused.status, refused.headers['content-type'], refused.headers['cache-control']]).toEqual([
        status,
        'application/json',
        'no-store',
      ]);
    },
  );

  it.each([
    [
      'a body that is too long',
      'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999\r\n\r\n',
      413,
      'payload_too_large',
    ],
    [
      'a coding that nobody knows',
      'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: x\r\n\r\n',
      400,
      'invalid_parameter',
    ],
    ['a version that nobody speaks', 'GET / HTTP/9.1\r\nHost: a\r\n\r\n', 400, 'invalid_parameter'],
    [
      'headers that are too long',
      `GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(70_000)}\r\n\r\n`,
      413,
      'payload_too_large',
    ],
    [
      'two lengths',
      'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab',
      400,
      'invalid_parameter',
    ],
    ['what is no request', 'HELLO\r\n\r\n', 400, 'invalid_parameter'],
    ['no host', 'GET /api/v1/skills HTTP/1.1\r\n\r\n', 400, 'invalid_parameter'],
    [
      'two hosts',
      'GET /api/v1/skills HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n',
      400,
      'invalid_parameter',
    ],
    [
      'a list of hosts',
      'GET /api/v1/skills HTTP/1.1\r\nHost: a, b\r\nConnection: close\r\n\r\n',
      400,
      'invalid_parameter',
    ],
    [
      'a host with more in it',
      'GET /api/v1/skills HTTP/1.1\r\nHost: a/b\r\nConnection: close\r\n\r\n',
      400,
      'invalid_parameter',
    ],
  ])('refuses %s in the error shape', async (_, request, status, code) => {
    const refused = partsOf(await rawAnswer(nginx.port, request));
    expect([refused.status, refused.headers['content-type']]).toEqual([status, 'application/json']);
    expect(JSON.parse(refused.body)).toMatchObject({ code, statusCode: status });
  });

  const letters = 'a'.repeat(300);
  it.each(
    [
      ...[
        '//ada',
        '//ada/sums',
        '/ada//sums',
        '/ada/sums/',
        '/ada/./sums',
        '/x/../ada/sums',
        '/ada%2fsums',
        '/%61da/sums',
      ],
      ...['/api/v1//skills', '//api/v1/skills', '/api/v1/skills/ada/%73ums', '/ada\\sums', '/%00', '/ada/%ff', '/%zz'],
      ...[
        '/_unreadable',
        '/_failed',
        `/${letters}`,
        `/_astro/${letters}`,
        '/_astro/',
        '/_astro',
        '/_astro/..%2findex.html',
      ],
      ...['/..%2f..%2fcatalog.sqlite', '/index.html', '/ada.html', '/api/v1/skills.json', '/ada/sums?', '/?', '/?%00'],
    ].map((path) => [path.slice(0, 40), path] as const),
  )('answers %s as the bundled server does', async (_, path) => {
    const [its, ours] = await Promise.all(
      [nginx, bundled].map(async ({ port }) => {
        const answer = partsOf(await rawAnswer(port, `GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`));
        return { status: answer.status, body: answer.body };
      }),
    );
    expect(its).toEqual(ours);
  });

  it('sends what it has whole, whatever part or state of it is asked for', async () => {
    for (const headers of [{ range: 'bytes=0-9' }, { range: 'bytes=999999999-' }, { 'if-match': '"x"' }])
      expect(await answerOf(nginx.port, '/api/v1/skills', { headers })).toEqual(
        await answerOf(bundled.port, '/api/v1/skills', { headers }),
      );
  });

  it('passes on only so much of one address at a time, and serves files meanwhile', async () => {
    const asked = new Set<ServerResponse>();
    const behind = await listen((_, response) => void asked.add(response), { host: '127.0.0.1', port: 0, site });
    const flooded = await serve(mirrored.root, behind.port);
    const held = Array.from({ length: 64 }, () => answerOf(flooded.port, '/api/v1/search?q=x'));
    await expect.poll(() => asked.size).toBe(64);
    const refused = await answerOf(flooded.port, '/api/v1/search?q=x');
    expect([refused.status, JSON.parse(refused.body).code]).toEqual([503, 'unavailable']);
    expect((await answerOf(flooded.port, '/api/v1/skills/ada/sums')).status).toBe(200);
    for (const response of asked) response.end('{}');
    expect(new Set((await Promise.all(held)).map(({ status }) => status))).toEqual(new Set([200]));
    await flooded.stop();
    await behind.close(0);
  });

  it('finds the files of every handle where they are', async () => {
    const lonely = await serve(mirrored.root, 1);
    const handles = fc.sample(fc.stringMatching(/^[a-z0-9][a-z0-9-]{0,38}$/), 1000);
    for (const [index, author] of handles.entries()) {
      const place = join(mirrored.root, fileOf({ id: 'getProfile', values: { author } }));
      await mkdir(dirname(place), { recursive: true });
      await writeFile(place, String(index));
    }
    const answered: unknown[] = [];
    for (const author of handles) answered.push((await answerOf(lonely.port, `/api/v1/profiles/${author}`)).body);
    await lonely.stop();
    expect(answered).toEqual(handles.map((author) => String(handles.lastIndexOf(author))));
  });

  it('goes on serving files when everything behind it is down', async () => {
    const lonely = await serve(mirrored.root, 1);
    expect((await answerOf(lonely.port, '/api/v1/skills/ada/sums')).status).toBe(200);
    expect((await answerOf(lonely.port, '/ada/sums')).status).toBe(200);
    const unavailable = await answerOf(lonely.port, '/api/v1/search?q=x');
    expect([unavailable.status, JSON.parse(unavailable.body).code]).toEqual([503, 'unavailable']);
    await lonely.stop();
  });
});

/** nginx as our configuration makes it. */
const serve = (root: string, fallbackPort: number) =>
  startNginx((listen) => nginxConfig({ root, listen, fallback: `127.0.0.1:${fallbackPort}`, site }));
