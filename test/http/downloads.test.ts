import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { frontOf } from '../../mirror/serve/front.ts';
import { countDownloads } from '../../origin/http/downloads.ts';
import { published } from '../answers.ts';
import { openMirrored } from '../mirror/mirrored.ts';
import { openRegistry, roomy, skillMd } from '../registry.ts';

const metering = () => ({ ...roomy(), trustedProxyHops: 1 });
const from = (address: string, more: Record<string, string> = {}) => ({ 'x-forwarded-for': address, ...more });

/** A registry with a skill, a mirror of it, and what both count. */
async function opened() {
  const clock = { now: 1_790_000_000 };
  const downloads = countDownloads({ now: () => clock.now });
  const registry = await openRegistry('sqlite', { metering: metering(), settings: { downloads } });
  const { hash } = await published(registry, 'ada:sums', { 'SKILL.md': skillMd('sums'), 'more.md': 'More.' });
  const mirrored = await openMirrored(registry, { metering: metering(), downloads });
  await mirrored.snapshot.full();
  const taken = () => downloads.take().map(([, skill, count]) => `${skill} ${count}`);
  return { clock, downloads, registry, mirrored, digits: hash.replace('sha256:', ''), taken };
}

describe('a download', () => {
  it('is a bundle, an archive or SKILL.md as Markdown that was sent, at either host', async () => {
    const { registry, mirrored, digits, taken } = await opened();
    await using _registry = registry;
    await using _mirrored = mirrored;
    const version = '/api/v1/skills/ada/sums/versions';
    const counted = [
      [`${version}/sha256:${digits}/bundle`],
      [`${version}/${digits}/bundle`],
      [`/ada/sums/v/${digits}.tar.gz`],
      ['/ada/sums.md'],
      [`/ada/sums/v/${digits}.md`],
      ['/ada/sums', { accept: 'text/markdown' }],
      [`${version}/${digits}/file?path=SKILL.md`],
    ] as const;
    const others = [
      ['/ada/sums'],
      ['/api/v1/skills/ada/sums'],
      [`${version}/${digits}/file?path=more.md`],
      [`${version}/${digits}/files`],
      [`/ada/sums/v/${'0'.repeat(64)}.tar.gz`],
      ['/ada/nothing.md'],
      ['/docs/api.md'],
      ['/ada.md'],
      ['/ada/sums.md', { 'user-agent': 'Somebot/2.1 (+http://somebot.example)' }],
    ] as const;
    for (const app of [registry.app, mirrored.mirror]) {
      for (const [at, [path, headers]] of counted.entries()) {
        expect
          .soft(
            (
              await app.request(path, {
                headers: from(`${app === registry.app ? '192.0.2' : '203.0.113'}.${at}`, headers),
              })
            ).status,
            path,
          )
          .toBe(200);
        expect.soft(taken(), path).toEqual(['ada/sums 1']);
      }
      for (const [path, headers] of others) await app.request(path, { headers: from('198.51.100.1', headers) });
      await app.request('/ada/sums.md', { method: 'HEAD', headers: from('198.51.100.2') });
      const { headers } = await app.request('/ada/sums.md', { headers: from('192.0.2.3') });
      const etag = headers.get('etag') ?? expect.fail('no tag');
      const again = await app.request('/ada/sums.md', { headers: from('198.51.100.3', { 'if-none-match': etag }) });
      expect(again.status).toBe(304);
      expect(taken()).toEqual([]);
    }
  });

  it('counts once for a client, a skill and an hour', async () => {
    const { clock, registry, mirrored, taken } = await opened();
    await using _registry = registry;
    await using _mirrored = mirrored;
    const read = (address: string) => registry.app.request('/ada/sums.md', { headers: from(address) });
    for (const address of ['192.0.2.1', '192.0.2.1', '192.0.2.2', '2001:db8::1', '2001:db8::2']) await read(address);
    expect(taken()).toEqual(['ada/sums 3']);
    await read('192.0.2.1');
    expect(taken()).toEqual([]);
    clock.now += 3600;
    await read('192.0.2.1');
    expect(taken()).toEqual(['ada/sums 1']);
  });

  it('counts too where the mirror gives an answer once more', async () => {
    const { registry, mirrored, downloads, taken } = await opened();
    await using _registry = registry;
    await using _mirrored = mirrored;
    const server = createServer(frontOf(mirrored.mirror, metering(), downloads)).listen(0, '127.0.0.1');
    await new Promise((listening) => server.once('listening', listening));
    const { port } = server.address() as AddressInfo;
    const read = async (headers: Record<string, string>) =>
      (await fetch(`http://127.0.0.1:${port}/ada/sums.md`, { headers })).headers.get('etag') ?? '';
    for (const last of [1, 2, 3, 3]) await read(from(`192.0.2.${last}`));
    expect(taken()).toEqual(['ada/sums 3']);
    const etag = await read(from('192.0.2.1'));
    await read(from('192.0.2.4', { 'if-none-match': etag }));
    await read(from('192.0.2.5', { 'user-agent': 'spider' }));
    expect(taken()).toEqual([]);
    await new Promise((closed) => server.close(closed));
  });
});

describe('counting', () => {
  it('stops where an hour is full, so that a flood makes no number larger', () => {
    const downloads = countDownloads({ now: () => 0, room: 10 });
    for (let client = 0; client < 1000; client += 1) downloads.note('ada/sums', `${client}`, undefined);
    for (let client = 0; client < 1000; client += 1) downloads.note('ada/sums', `${client}`, undefined);
    expect(downloads.take()).toEqual([[0, 'ada/sums', 10]]);
  });

  it('leaves out who copies the registry', () => {
    const downloads = countDownloads({ now: () => 0, each: 5 });
    for (let skill = 0; skill < 1000; skill += 1) downloads.note(`ada/skill-${skill}`, 'copier', undefined);
    downloads.note('ada/sums', 'reader', undefined);
    expect(downloads.take()).toHaveLength(6);
  });
});
