import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Listening, listen } from '../../../origin/http/server/listen.ts';
import { openRegistry, site, skillMd, type TestRegistry } from '../../registry.ts';
import { addKit } from '../../scene.ts';
import { hasVarnish, startVarnish, type Varnish } from '../../servers/varnish.ts';
import { type Mirrored, openMirrored, urlsOf } from '../mirrored.ts';

describe.skipIf(!hasVarnish)(
  `varnish in front of the mirror${hasVarnish ? '' : ' (varnish with xkey is not on this machine)'}`,
  () => {
    let registry: TestRegistry & AsyncDisposable;
    let mirrored: Mirrored;
    let bundled: Listening;
    let varnish: Varnish;
    let hashes: string[];

    beforeAll(async () => {
      registry = await openRegistry();
      const long = `${skillMd('sums')}\n${'words of this skill '.repeat(100)}`;
      await registry.publish('ada', 'sums', { 'SKILL.md': long, 'scripts/a b.sh': 'echo one\n' });
      await registry.publish('ada', 'sums', { 'SKILL.md': long, 'scripts/a b.sh': 'echo two\n' });
      await registry.publish('ada', 'old', { 'SKILL.md': skillMd('old') });
      await registry.send('PATCH', '/skills/ada/old', 'ada', { deprecated: true });
      await addKit(registry, 'ada', 'tools', ['ada:sums']);
      mirrored = await openMirrored(registry, { cdn: 'varnish' });
      await mirrored.snapshot.full();
      bundled = await listen(mirrored.mirror, { host: '127.0.0.1', port: 0, site });
      varnish = await startVarnish([bundled.port]);
      const { versions } = (await (await registry.get('/skills/ada/sums')).json()) as { versions: { hash: string }[] };
      hashes = versions.map(({ hash }) => hash);
    });
    afterAll(async () => {
      await varnish?.[Symbol.asyncDispose]();
      await bundled?.close(0);
      await mirrored?.[Symbol.asyncDispose]();
      await registry?.[Symbol.asyncDispose]();
    });

    const differing = new Set(['date', 'x-request-id', 'connection', 'keep-alive', 'transfer-encoding']);
    const forVarnish = ['surrogate-key', 'surrogate-control'];
    const answerOf = async (port: number, path: string, init: RequestInit = {}) => {
      const response = await fetch(`http://127.0.0.1:${port}${path}`, {
        ...init,
        headers: { 'accept-encoding': 'identity', ...init.headers },
      });
      const headers = [...response.headers].filter(([name]) => !differing.has(name) && !forVarnish.includes(name));
      return { status: response.status, body: await response.text(), headers: Object.fromEntries(headers.sort()) };
    };

    it('answers what files hold as the mirror does, from the mirror and again from what it keeps', async () => {
      const files = (await mirrored.files()).filter((file) => !file.startsWith('docs/')).slice(0, 80);
      for (const file of files)
        for (const url of urlsOf(file)) {
          const ours = await answerOf(bundled.port, url);
          expect(ours.status).toBe(200);
          for (const accept of ['identity', 'br', 'gzip, deflate', 'gzip, deflate, br, zstd'])
            for (const _ of ['asked for', 'kept']) {
              const init = { headers: { 'accept-encoding': accept } };
              const [its, same] = [await answerOf(varnish.port, url, init), await answerOf(bundled.port, url, init)];
              expect({ url, ...its }).toEqual({ url, ...same });
            }
        }
    });
  },
);
