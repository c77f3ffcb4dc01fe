import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fileOf } from '../../../mirror/snapshot/address/address.ts';
import { answerOf, published } from '../../answers.ts';
import { many, muddle } from '../../bundle/compare/contents.ts';
import { openRegistry, skillMd, type TestRegistry } from '../../registry.ts';
import { type Mirrored, openMirrored } from '../mirrored.ts';

describe('a diff of large versions', () => {
  let registry: TestRegistry & AsyncDisposable;
  let mirrored: Mirrored;
  let [first, second] = ['', ''];
  beforeAll(async () => {
    registry = await openRegistry();
    const version = (index: number) =>
      published(registry, 'ada:large', {
        'SKILL.md': skillMd('large', `Version ${index}.`),
        ...many(40, (file) => muddle(file + index, 2000, 1e6)),
      });
    first = (await version(1)).hash;
    second = (await version(50)).hash;
    mirrored = await openMirrored(registry);
    await mirrored.snapshot.full();
  });
  afterAll(async () => {
    await mirrored?.[Symbol.asyncDispose]();
    await registry?.[Symbol.asyncDispose]();
  });

  const path = () => `/skills/ada/large/versions/${first}/diff/${second}`;
  const told = async (app: TestRegistry['app'], path: string) => {
    const response = await app.request(path);
    return { status: response.status, etag: response.headers.get('etag'), body: await response.text() };
  };

  it('is made in another thread, and says what it left out', async () => {
    const [own, all] = [process.threadCpuUsage(), process.cpuUsage()];
    const response = await mirrored.mirror.request(`/api/v1/skills/ada/large/versions/${second}/diff/${first}`);
    const sum = ({ user, system }: NodeJS.CpuUsage) => user + system;
    expect(2 * sum(process.threadCpuUsage(own)), 'computing').toBeLessThan(sum(process.cpuUsage(all)));
    const { files, complete } = await answerOf('getSkillVersionDiff', response);
    expect([files.length, complete]).toEqual([41, false]);
    expect(files.filter(({ diff, omitted }) => (diff === '') !== (omitted === 'budget'))).toEqual([]);
    expect(files.find((file) => file.path === 'SKILL.md')?.diff).toContain('-description: "Version 50."');
  });

  it('is the same at mirror and origin, as JSON and as a page', async () => {
    for (const asked of [`/api/v1${path()}`, `/ada/large/diff?from=${first}&to=${second}`]) {
      const here = await told(mirrored.mirror, asked);
      expect(here.status).toBe(200);
      expect(here).toEqual(await told(registry.app, asked));
    }
  });

  it('does not take an archive that can’t be read for one that is being changed', async () => {
    const versions = ['One.', 'Two.'].map((text) =>
      published(registry, 'ada:spoiled', { 'SKILL.md': skillMd('spoiled', text) }),
    );
    const [from = '', to = ''] = (await Promise.all(versions)).map(({ hash }) => hash);
    await mirrored.snapshot.step();
    const values = { author: 'ada', slug: 'spoiled', hash: to };
    const file = join(mirrored.root, fileOf({ id: 'versionArchive', values }));
    await rm(file);
    const asked = `/api/v1/skills/ada/spoiled/versions/${from}/diff/${to}`;
    const refused = async () => JSON.parse((await told(mirrored.mirror, asked)).body);
    const changing = expect.stringContaining('being changed');
    expect(await refused()).toMatchObject({ code: 'unavailable', message: changing });
    await writeFile(file, 'half an archive');
    expect(await refused()).toMatchObject({
      code: 'unavailable',
      message: expect.not.stringContaining('being changed'),
    });
  });

  it('is gone with a version that is taken down, though it was made before', async () => {
    const taken = (await published(registry, 'ada:large', { 'SKILL.md': skillMd('large', 'Taken.') })).hash;
    await mirrored.snapshot.step();
    const asked = `/api/v1/skills/ada/large/versions/${first}/diff/${taken}`;
    for (const app of [mirrored.mirror, registry.app]) expect((await told(app, asked)).status).toBe(200);
    await registry.send('DELETE', `/skills/ada/large/versions/${taken}`, 'ada');
    await mirrored.snapshot.step();
    for (const app of [mirrored.mirror, registry.app]) {
      const { status, body } = await told(app, asked);
      expect([status, JSON.parse(body).code]).toEqual([404, 'version_not_found']);
    }
  });
});
