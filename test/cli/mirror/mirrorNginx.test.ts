import { describe, expect, it } from 'vitest';
import { hasNginx, startNginx } from '../../../scripts/bench/servers/nginx.ts';
import { publishTo } from '../log/logScene.ts';
import { openCopied, runs } from './mirrorScene.ts';

describe('mirror --nginx', () => {
  it.skipIf(!hasNginx)('prints a configuration by which nginx serves the copy as the registry does', async () => {
    await using copied = await openCopied();
    const { served, folder, run } = copied;
    expect(await run('--nginx')).toMatchObject({ ended: 1, stderr: expect.stringContaining('no copy of a registry') });
    const hash = await publishTo(served, 'ada:pdf');
    await runs(copied);
    expect(await run('--nginx', '8080; evil')).toMatchObject({ ended: 2 });
    const config = (await run('--nginx', '127.0.0.1:9999')).stdout;
    expect(config).toContain(`root ${folder}/public;`);
    const server = await startNginx((listen) => config.replace('127.0.0.1:9999', listen));
    try {
      const at = async (
        base: string,
        path: string,
        headers: Record<string, string> = { 'accept-encoding': 'identity' },
      ) => {
        const answer = await fetch(base + path, { headers });
        const kept = ['etag', 'content-type', 'cache-control', 'content-security-policy', 'link'];
        return [answer.status, ...kept.map((name) => answer.headers.get(name)), await answer.text()];
      };
      const here = `http://127.0.0.1:${server.port}`;
      const archive = `/ada/pdf/v/${hash.slice('sha256:'.length)}.tar.gz`;
      for (const path of [
        '/',
        '/ada/pdf',
        '/api/v1/skills/ada/pdf',
        archive,
        '/log/checkpoint',
        '/docs/cli',
        '/sitemap.xml',
      ])
        expect(await at(here, path), path).toEqual(await at(served.mirrorUrl, path));
      // What would be made when it is asked for.
      for (const path of [
        '/api/v1/skills?q=pdf',
        '/ada/none',
        `/api/v1/skills/ada/pdf/versions/${hash}/files`,
        '/log/tile/0/000.p/2',
      ]) {
        const answer = await fetch(here + path);
        expect([path, answer.status, answer.headers.get('content-type'), await answer.json()]).toMatchObject([
          ...[path, 404, 'application/json', { code: 'not_mirrored', mirror_of: served.mirrorUrl }],
        ]);
      }
      // Another copy is shown from one request to the next.
      await publishTo(served, 'ada:pdf', 'two');
      await runs(copied, '--full');
      expect(await at(here, '/ada/pdf')).toEqual(await at(served.mirrorUrl, '/ada/pdf'));
    } finally {
      await server.stop();
    }
  });
});
