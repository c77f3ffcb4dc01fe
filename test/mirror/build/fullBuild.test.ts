import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addressOf } from '../../../mirror/snapshot/address/address.ts';
import { concernedBy, htmlIds } from '../../../mirror/snapshot/address/kinds.ts';
import { readProgress, requestFullBuild } from '../../../mirror/snapshot/catalog/progress.ts';
import type { RenderHtml } from '../../../origin/read/pages/page.ts';
import { newFile } from '../../engines.ts';
import { openRegistry, skillMd, type TestRegistry } from '../../registry.ts';
import { addKit } from '../../scene.ts';
import { describeStory } from '../../story.ts';
import { contentsOf, dataOfPages, fingerprints, type Mirrored, openMirrored } from '../mirrored.ts';

const slugs = Array.from({ length: 60 }, (_, number) => `skill-${number}`);

/** Where the build stops until it is let on: among the first skills, and among the last. */
const stops = { '/ada/skill-5': Promise.withResolvers<void>(), '/ada/skill-55': Promise.withResolvers<void>() };

/** Another template. */
const otherHtml: RenderHtml = async (path, data) => {
  await stops[path as keyof typeof stops]?.promise;
  return JSON.stringify({ other: [path, data] });
};

const otherPages = () => ({ html: otherHtml, fingerprints: { ...fingerprints, page: 'other' } });

describeStory('rendering every page again after a change of templates', () => {
  let registry: TestRegistry & AsyncDisposable;
  let mirrored: Mirrored;
  const opened = new AsyncDisposableStack();
  let building: Promise<unknown>;
  const told: { done: number; total: number }[] = [];
  let isOver = false;
  const read = async (path: string) => {
    const response = await mirrored.mirror.request(path, { headers: { accept: 'text/html' } });
    return { status: response.status, text: await response.text() };
  };

  beforeAll(async () => {
    const place = await newFile();
    registry = await openRegistry('sqlite', { engine: await place.open() });
    // A store of the builder's own, as a process has it: a page that stops keeps the connection that reads.
    const engine = await place.open();
    opened.defer(() => place.remove());
    opened.defer(() => engine.close());
    for (const slug of slugs) await registry.publish('ada', slug, { 'SKILL.md': skillMd(slug) });
    mirrored = await openMirrored({ ...registry, engine }, { html: dataOfPages });
    await mirrored.snapshot.step();
    const renewed = await mirrored.reopened(otherPages);
    building = renewed.step((progress) => told.push(progress)).finally(() => (isOver = true));
    await registry.publish('ada', 'urgent', { 'SKILL.md': skillMd('urgent') });
    await registry.send('PATCH', '/skills/ada/skill-0', 'ada', { visibility: 'private' });
    stops['/ada/skill-5'].resolve();
  });
  afterAll(async () => {
    await mirrored?.[Symbol.asyncDispose]();
    await registry?.[Symbol.asyncDispose]();
    await opened.disposeAsync();
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
    await (await mirrored.reopened(otherPages)).full();
    expect(await contentsOf(mirrored)).toEqual(grown);
    await using another = await openMirrored(registry, { html: dataOfPages });
    await (await another.reopened(otherPages)).full();
    expect(await contentsOf(another)).toEqual(grown);
  });
});

describe('after a change of what some files are made with', () => {
  const madeWith = (changed: Partial<typeof fingerprints>) => () => ({ fingerprints: { ...fingerprints, ...changed } });
  const counted = async (mirrored: Mirrored, kind: string) =>
    (await mirrored.files()).filter((file) => {
      const address = addressOf(file);
      return address && concernedBy([kind])(address.id);
    }).length;

  it('a build looks at those alone, also where it was cut short', async () => {
    await using registry = await openRegistry();
    for (const slug of ['one', 'two']) await registry.publish('ada', slug, { 'SKILL.md': skillMd(slug) });
    await using mirrored = await openMirrored(registry, { html: dataOfPages });
    await mirrored.snapshot.step();
    for (const kind of ['record', 'text', 'page', 'skillPage', 'archive'] as const) {
      const changed = madeWith({ [kind]: 'other' });
      const cut = async () => Promise.reject(new Error('cut short'));
      const failing = await mirrored.reopened((parts) => ({ ...changed(), store: { ...parts.store, read: cut } }));
      await expect(failing.step()).rejects.toThrow('cut short');
      const files = await counted(mirrored, kind);
      expect(files).toBeGreaterThan(1);
      expect(await (await mirrored.reopened(changed)).step()).toEqual({ written: 0, removed: 0, unchanged: files });
      expect(await (await mirrored.reopened(changed)).step()).toBeUndefined();
      await (await mirrored.reopened()).step();
    }
  });

  it('a build makes each page of one kind, and no file beside those', async () => {
    await using registry = await openRegistry();
    await registry.publish('ada', 'one', { 'SKILL.md': skillMd('one') });
    await addKit(registry, 'ada', 'set', ['ada:one']);
    await using mirrored = await openMirrored(registry, { html: dataOfPages });
    await mirrored.snapshot.step();
    for (const kind of htmlIds) {
      const files = await counted(mirrored, kind);
      expect(files, kind).toBeGreaterThan(0);
      const step = await (await mirrored.reopened(madeWith({ [kind]: 'other' }))).step();
      expect(step, kind).toEqual({ written: 0, removed: 0, unchanged: files });
      await (await mirrored.reopened()).step();
    }
    expect(await (await mirrored.reopened(madeWith({ asset: 'other' }))).step()).toMatchObject({ unchanged: 0 });
  });

  it('a build that is cut short and goes on with what was there before makes those again', async () => {
    await using registry = await openRegistry();
    await registry.publish('ada', 'one', { 'SKILL.md': skillMd('one') });
    await using mirrored = await openMirrored(registry, { html: dataOfPages });
    await mirrored.snapshot.step();
    const before = await contentsOf(mirrored);
    const html: RenderHtml = async (path, data) => {
      if (path === '/ada/one') throw new Error('cut short');
      return JSON.stringify({ other: [path, data] });
    };
    const failing = await mirrored.reopened(() => ({ ...madeWith({ page: 'other' })(), html }));
    await expect(failing.step()).rejects.toThrow('cut short');
    expect(await contentsOf(mirrored)).not.toEqual(before);
    await (await mirrored.reopened()).step();
    expect(await contentsOf(mirrored)).toEqual(before);
  });

  it('a build looks at everything where the catalog is made in another way, and at every form where those are', async () => {
    await using registry = await openRegistry();
    await registry.publish('ada', 'one', { 'SKILL.md': skillMd('one') });
    await using mirrored = await openMirrored(registry, { html: dataOfPages });
    await mirrored.snapshot.step();
    const before = await contentsOf(mirrored);
    const path = 'openapi.json.gz';
    await writeFile(join(mirrored.root, path), 'made in another way');
    await (await mirrored.reopened(madeWith({ catalog: 'other' }))).step();
    expect((await contentsOf(mirrored)).get(path)).toBe('made in another way');
    await (await mirrored.reopened(madeWith({ catalog: 'other', forms: 'other' }))).step();
    expect(await contentsOf(mirrored)).toEqual(before);
  });
});

it('looks at every file after somebody asked for it, also while a step or a build was under way', async () => {
  let meanwhile: (() => Promise<unknown>) | undefined;
  await using registry = await openRegistry('sqlite', {
    through: (engine) => ({
      ...engine,
      read: async (work) => {
        const asked = meanwhile?.();
        meanwhile = undefined;
        await asked;
        return engine.read(work);
      },
    }),
  });
  await registry.publish('ada', 'one', { 'SKILL.md': skillMd('one') });
  await using mirrored = await openMirrored(registry);
  const { catalog, snapshot } = mirrored;
  const ask = () => catalog.write(requestFullBuild);
  const change = () => registry.send('PATCH', '/skills/ada/one', 'ada', { category: 'data' });
  const isDue = async () => (await readProgress(catalog.db))?.full !== 0;
  await snapshot.step();
  for (const begin of [change, ask]) {
    await begin();
    meanwhile = ask;
    await snapshot.step();
    expect(await isDue()).toBe(true);
    await snapshot.step();
    expect(await isDue()).toBe(false);
  }
});
