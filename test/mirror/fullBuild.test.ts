import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RenderHtml } from '../../origin/read/pages/page.ts';
import { openRegistry, skillMd, type TestRegistry } from '../registry.ts';
import { contentsOf, type Mirrored, openMirroredData } from './mirrored.ts';

const slugs = Array.from({ length: 60 }, (_, number) => `skill-${number}`);

/** Where the build stops until it is let on: among the first skills, and among the last. */
const stops = { '/ada/skill-5': Promise.withResolvers<void>(), '/ada/skill-55': Promise.withResolvers<void>() };

/** Another template. */
const otherHtml: RenderHtml = async (path, data) => {
  await stops[path as keyof typeof stops]?.promise;
  return JSON.stringify({ other: [path, data] });
};

describe('making every page anew after a change of templates', { shuffle: false }, () => {
  let registry: TestRegistry & AsyncDisposable;
  let mirrored: Mirrored;
  let building: Promise<unknown>;
  const told: { done: number; total: number }[] = [];
  let isOver = false;
  const read = async (path: string) => {
    const response = await mirrored.mirror.request(path, { headers: { accept: 'text/html' } });
    return { status: response.status, text: await response.text() };
  };

  beforeAll(async () => {
    registry = await openRegistry();
    for (const slug of slugs) await registry.publish('ada', slug, { 'SKILL.md': skillMd(slug) });
    mirrored = await openMirroredData(registry);
    await mirrored.snapshot.step();
    const renewed = await mirrored.reopened(() => ({ html: otherHtml, fingerprint: 'other' }));
    building = renewed.step((progress) => told.push(progress)).finally(() => (isOver = true));
    await registry.publish('ada', 'urgent', { 'SKILL.md': skillMd('urgent') });
    await registry.send('PATCH', '/skills/ada/skill-0', 'ada', { visibility: 'private' });
    stops['/ada/skill-5'].resolve();
  });
  afterAll(async () => {
    await mirrored?.[Symbol.asyncDispose]();
    await registry?.[Symbol.asyncDispose]();
  });

  it('shows what is published meanwhile long before the end', async () => {
    await expect.poll(async () => (await read('/ada/urgent.md')).status).toBe(200);
    await expect.poll(async () => (await read('/api/v1/skills')).text.includes('"ada:urgent"')).toBe(true);
    expect(isOver).toBe(false);
  });

  it('takes away what goes private meanwhile', async () => {
    await expect.poll(async () => (await read('/ada/skill-0')).status).toBe(404);
    expect(isOver).toBe(false);
  });

  it('leaves every page in its place until its new form is there', async () => {
    for (const slug of slugs.slice(1)) expect((await read(`/ada/${slug}`)).status).toBe(200);
    expect((await read('/ada/skill-55')).text).toMatch(/^\["/);
    await expect.poll(async () => (await read('/ada/skill-5')).text.startsWith('{"other"')).toBe(true);
    expect(isOver).toBe(false);
  });

  it('tells how far it is, and ends as if it had been made at once', async () => {
    stops['/ada/skill-55'].resolve();
    await building;
    expect(told.length).toBeGreaterThan(2);
    expect(told.map(({ done }) => done)).toEqual(told.map(({ done }) => done).toSorted((a, b) => a - b));
    expect(told.at(-1)?.done).toBe(told.at(-1)?.total);
    expect((await read('/ada/skill-55')).text).toMatch(/^\{"other"/);
    const grown = await contentsOf(mirrored);
    await (await mirrored.reopened(() => ({ html: otherHtml, fingerprint: 'other' }))).full();
    expect(await contentsOf(mirrored)).toEqual(grown);
    await using anew = await openMirroredData(registry);
    await (await anew.reopened(() => ({ html: otherHtml, fingerprint: 'other' }))).full();
    expect(await contentsOf(anew)).toEqual(grown);
  });
});
