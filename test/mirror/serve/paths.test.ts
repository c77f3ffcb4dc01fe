import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Listening, listen } from '../../../origin/http/server/listen.ts';
import { openRegistry, site, type TestRegistry } from '../../registry.ts';
import { partsOf, rawAnswer } from '../../socket.ts';
import { type Mirrored, openMirrored } from '../mirrored.ts';

describe('a path that nothing can have', () => {
  let registry: TestRegistry & AsyncDisposable;
  let mirrored: Mirrored;
  let [origin, mirror]: Listening[] = [];
  beforeAll(async () => {
    registry = await openRegistry();
    await registry.publish('ada', 'sums', { 'SKILL.md': '---\nname: sums\ndescription: Adds.\n---\n' });
    mirrored = await openMirrored(registry);
    await mirrored.snapshot.full();
    [origin, mirror] = await Promise.all(
      [registry.app, mirrored.mirror].map((app) => listen(app, { host: '127.0.0.1', port: 0, site })),
    );
  });
  afterAll(async () => {
    await origin?.close(0);
    await mirror?.close(0);
    await mirrored?.[Symbol.asyncDispose]();
    await registry?.[Symbol.asyncDispose]();
  });

  const told = async (server: Listening | undefined, path: string) => {
    const request = `GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`;
    const { status, body } = partsOf(await rawAnswer(server?.port ?? 0, request));
    return { status, body };
  };
  const letters = (count: number) => 'a'.repeat(count);

  it.each(
    [
      ...[255, 256, 300, 5000].map((count) => `/${letters(count)}`),
      ...[`/_astro/${letters(300)}`, `/ada/${letters(300)}`, `/${letters(300)}/sums`, `/${'a/'.repeat(3000)}`],
      ...[`/api/v1/skills/ada/${letters(300)}`, `/api/v1/skills/${letters(300)}/sums/manifest`, `/api/${letters(300)}`],
      ...[`/ada/sums/v/${letters(64)}/files?path=${letters(300)}`, `/ada/sums/v/${'a'.repeat(5000)}`],
      ...['/%00', '/ada%00', '/ada/%00', '/index.html%00', '/api/v1/skills/ada/%00'],
      ...['/%ff', '/ada/%ff', '/%e0%a4', '/%zz', '/%', '/api/v1/skills/ada/%c0%ae'],
      ...[
        '/ada%2fsums',
        '/ada%2Fsums',
        '/..%2f..%2fcatalog.sqlite',
        '/%2e%2e/%2e%2e/catalog.sqlite',
        '/_astro/..%2f..',
      ],
      ...[
        '/ada/sums/',
        '//ada',
        '//ada/sums',
        '/ada//sums',
        '/ada/./sums',
        '/x/../ada/sums',
        '/ada\\sums',
        '/..',
        '/.',
      ],
      ...['/_astro', '/_astro/', '/api/v1', '/ada.json', '/ada/sums.json', '/index.html', '/ada/sums.html'],
    ].map((path) => [path.slice(0, 60), path] as const),
  )('is answered the same by both hosts, and never 500: %s', async (_, path) => {
    const [here, there] = [await told(mirror, path), await told(origin, path)];
    expect(here).toEqual(there);
    expect(here.status).toBeLessThan(500);
  });
});
