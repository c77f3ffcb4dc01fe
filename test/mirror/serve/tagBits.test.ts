import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm, stat, truncate, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { nginxConfig } from '../../../mirror/serve/nginx.ts';
import type { TagBits } from '../../../origin/contract/headers/cache.ts';
import { tagBitsOf } from '../../../origin/store/tagBits.ts';
import { hasNginx, startNginx } from '../../../scripts/bench/servers/nginx.ts';
import { openRegistry, site, skillMd } from '../../registry.ts';
import { faultsIn } from '../build/likeFull.ts';
import { fingerprints, openMirrored, urlsOf } from '../mirrored.ts';

const end = 2 ** 31 - 1;

/** A registry and its mirror in this folder; every file's tags at the origin, the mirror and nginx, where that is here. */
async function openScene(tagBits: TagBits, folder?: string) {
  const registry = await openRegistry('sqlite', { settings: { tagBits } });
  await registry.publish('ada', 'sums', { 'SKILL.md': skillMd('sums'), 'notes.md': 'What to look at.\n'.repeat(200) });
  await registry.publish('ada', 'old', { 'SKILL.md': skillMd('old') });
  await registry.send('PATCH', '/skills/ada/old', 'ada', { deprecated: true });
  const mirrored = await openMirrored(registry, { tagBits, ...(folder && { parent: folder }) });
  await mirrored.snapshot.full();
  const nginx = hasNginx
    ? await startNginx((listen) => nginxConfig({ root: mirrored.root, listen, fallback: '127.0.0.1:1', site }))
    : undefined;
  const headers = { 'accept-encoding': 'identity' };
  return {
    ...{ registry, mirrored },
    /** Where they are not all the same, and how many were looked at. */
    disagreements: async () => {
      const urls = [...(await mirrored.files()).flatMap(urlsOf), '/api/v1/skills/ada/old', '/search?q=sums'];
      const differing: string[] = [];
      for (const url of urls) {
        const answers = [await registry.app.request(url, { headers }), await mirrored.mirror.request(url, { headers })];
        if (nginx) answers.push(await fetch(`http://127.0.0.1:${nginx.port}${url}`, { headers }));
        // What no file holds is not nginx's to answer.
        const tags = answers.filter(({ status }) => status !== 503).map((answer) => answer.headers.get('etag'));
        if (new Set(tags).size !== 1 || !/^"[0-9a-f]+-[0-9a-f]+"$/.test(tags[0] ?? ''))
          differing.push(`${url} ${tags}`);
      }
      return { differing, looked: urls.length };
    },
    times: async () => {
      const files = (await mirrored.files()).map((file) => stat(join(mirrored.root, file)));
      return (await Promise.all(files)).map(({ mtimeMs }) => mtimeMs / 1000);
    },
    [Symbol.asyncDispose]: async () => {
      await nginx?.stop();
      await mirrored[Symbol.asyncDispose]();
      await registry[Symbol.asyncDispose]();
    },
  };
}

/** A file system whose times end in 2038, where one may be made here. */
async function openShortLived() {
  const tools = ['/usr/sbin/mkfs.ext4', '/sbin/mkfs.ext4'].filter((tool) => existsSync(tool));
  if (process.getuid?.() !== 0 || tools.length === 0) return undefined;
  const folder = await mkdtemp(join(tmpdir(), 'short-lived-'));
  const [image, mounted] = [`${folder}.img`, folder];
  try {
    await writeFile(image, '');
    await truncate(image, 64 * 2 ** 20);
    execFileSync(tools[0] as string, ['-q', '-I', '128', image], { stdio: 'ignore' });
    execFileSync('mount', ['-o', 'loop', image, mounted], { stdio: 'ignore' });
  } catch {
    return undefined;
  }
  return {
    folder: mounted,
    [Symbol.asyncDispose]: async () => {
      execFileSync('umount', ['-l', mounted]);
      await rm(image);
    },
  };
}

describe('tags', () => {
  it.each([33, 31] as const)('of %d bits are the same at the origin, the mirror and nginx', async (bits) => {
    await using scene = await openScene(bits);
    const { differing, looked } = await scene.disagreements();
    expect(differing).toEqual([]);
    expect(looked).toBeGreaterThan(70);
    const beyond = (await scene.times()).filter((time) => time > end).length;
    if (bits === 33) expect(beyond).toBeGreaterThan(looked / 4);
    else expect(beyond).toBe(0);
    expect(await faultsIn(scene.mirrored)).toEqual([]);
  });

  it('are made again, of every file, when they are to be of other bits', async () => {
    await using scene = await openScene(33);
    const { mirrored } = scene;
    const shorter = await mirrored.reopened(() => ({
      tagBits: 31,
      fingerprints: { ...fingerprints, forms: 'of 31 bits' },
    }));
    await shorter.step();
    expect((await scene.times()).filter((time) => time > end)).toEqual([]);
    expect(await faultsIn(mirrored)).toEqual([]);
  });

  it('agree on a file system whose times end in 2038', async ({ skip }) => {
    await using place = await openShortLived();
    if (!place) return skip('no such file system can be made here');
    expect(await tagBitsOf({ dataDir: place.folder })).toBe(31);
    await using scene = await openScene(31, place.folder);
    expect((await scene.disagreements()).differing).toEqual([]);
    expect(await faultsIn(scene.mirrored)).toEqual([]);
  });
});

describe('the bits that a file system has room for', () => {
  async function openDataDir() {
    const folder = await mkdtemp(join(tmpdir(), 'bits-'));
    return { folder, [Symbol.asyncDispose]: () => rm(folder, { recursive: true }) };
  }
  const clamping: typeof utimes = (path, _, time) => utimes(path, end, Math.min(Number(time), end));
  const refusing: typeof utimes = async () => {
    throw Object.assign(new Error('read-only'), { code: 'EROFS' });
  };

  it('are 33, or 31 where times end in 2038, and are found again by one who may only read', async () => {
    await using place = await openDataDir();
    expect(await tagBitsOf({ dataDir: place.folder }, refusing)).toBe(33);
    expect(await tagBitsOf({ dataDir: place.folder })).toBe(33);
    expect(await tagBitsOf({ dataDir: place.folder }, refusing)).toBe(33);
    expect(await tagBitsOf({ dataDir: place.folder }, clamping)).toBe(31);
    expect(await tagBitsOf({ dataDir: place.folder }, refusing)).toBe(31);
    expect(await Promise.all([1, 2, 3].map(() => tagBitsOf({ dataDir: place.folder })))).toEqual([33, 33, 33]);
  });

  it('are found by all who start at once, and nothing is left of one that is killed meanwhile', async () => {
    await using place = await openDataDir();
    const underWay = Promise.withResolvers<void>();
    void tagBitsOf({ dataDir: place.folder }, async () => {
      underWay.resolve();
      await new Promise(() => undefined);
    });
    await underWay.promise;
    expect(await Promise.all([1, 2, 3].map(() => tagBitsOf({ dataDir: place.folder })))).toEqual([33, 33, 33]);
    expect(await readdir(join(place.folder, 'mirror'))).toEqual(['latest-time']);
  });
});
