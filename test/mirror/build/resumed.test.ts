import assert from 'node:assert/strict';
import { describe, expect, it } from 'vitest';
import type { SnapshotParts } from '../../../mirror/snapshot/build/parts.ts';
import { requestFullBuild } from '../../../mirror/snapshot/catalog/progress.ts';
import { entriesAfter, entriesOf, recordEntries } from '../../../mirror/snapshot/files/manifest.ts';
import type { Sink } from '../../../mirror/snapshot/files/sink.ts';
import type { RenderHtml } from '../../../origin/read/pages/page.ts';
import { openRegistry, skillMd } from '../../registry.ts';
import { contentsOf, dataOfPages, fingerprints, type Mirrored, openMirroredData } from '../mirrored.ts';
import { expectLikeFull, faultsIn } from './likeFull.ts';

const skills = 40;
const slugs = Array.from({ length: skills }, (_, number) => `skill-${number}`);
const isOfSkill = (path: string) => /^\/ada\/skill-\d+$/.test(path);

async function openScene() {
  const registry = await openRegistry();
  for (const slug of slugs) await registry.publish('ada', slug, { 'SKILL.md': skillMd(slug) });
  const mirrored = await openMirroredData(registry);
  await mirrored.snapshot.step();
  return {
    ...{ registry, mirrored },
    [Symbol.asyncDispose]: async () => {
      await mirrored[Symbol.asyncDispose]();
      await registry[Symbol.asyncDispose]();
    },
  };
}

/** Templates under a name; those called `failing` end the build at a skill. */
const template = (name: string, rendered: string[], failsAt?: string) => () => {
  const html: RenderHtml = async (path, data) => {
    if (path === failsAt) throw new Error('cut short');
    if (isOfSkill(path)) rendered.push(path);
    return name === 'first' ? dataOfPages(path, data) : JSON.stringify({ [name]: [path, data] });
  };
  return { html, fingerprints: { ...fingerprints, page: name === 'first' ? '' : name } };
};

describe('a full build that is cut short', () => {
  it('goes on where it was, and makes no more than a few pieces again', async () => {
    await using scene = await openScene();
    const { registry, mirrored } = scene;
    const [before, after] = [[] as string[], [] as string[]];
    const failing = await mirrored.reopened(template('second', before, '/ada/skill-25'));
    await expect(failing.step()).rejects.toThrow('cut short');
    expect(before.length).toBeGreaterThan(20);
    await (await mirrored.reopened(template('second', after))).step();
    const again = after.filter((path) => before.includes(path));
    expect(again.length).toBeLessThanOrEqual(10);
    expect(new Set([...before, ...after]).size).toBe(skills);
    await using another = await openMirroredData(registry);
    await (await another.reopened(template('second', []))).full();
    expect(await contentsOf(mirrored)).toEqual(await contentsOf(another));
    expect(await faultsIn(mirrored)).toEqual([]);
  });

  it.each<[string, (mirrored: Mirrored) => Promise<unknown>]>([
    ['templates are others again', async () => undefined],
    ['somebody asked for a build', ({ catalog }) => catalog.write(requestFullBuild)],
  ])('begins from the start where %s', async (why, meanwhile) => {
    await using scene = await openScene();
    const { mirrored } = scene;
    const failing = await mirrored.reopened(template('second', [], '/ada/skill-25'));
    await expect(failing.step()).rejects.toThrow('cut short');
    await meanwhile(mirrored);
    const rendered: string[] = [];
    const next = why.startsWith('templates') ? 'third' : 'second';
    await (await mirrored.reopened(template(next, rendered))).step();
    expect(new Set(rendered).size).toBe(skills);
  });

  it('knows what it left half done, also where a change is taken back before it goes on', async () => {
    await using registry = await openRegistry();
    for (const slug of slugs.slice(0, 6)) await registry.publish('ada', slug, { 'SKILL.md': skillMd(slug) });
    await using mirrored = await openMirroredData(registry);
    await mirrored.snapshot.step();
    const recategorize = async (category: string) => {
      for (const slug of ['skill-2', 'skill-3'])
        await registry.send('PATCH', `/skills/ada/${slug}`, 'ada', { category });
    };
    // What the new template makes of the change taken back is what the manifest knows from the old one.
    const renewed = () => ({
      html: (async (path, data) => (isOfSkill(path) ? marked(data) : dataOfPages(path, data))) satisfies RenderHtml,
      fingerprints: { ...fingerprints, page: 'renewed' },
    });
    const marked = (data: unknown) => (JSON.stringify(data).includes('"category":"data"') ? 'of data' : 'any');
    const plain: RenderHtml = async (path, data) => (isOfSkill(path) ? 'any' : dataOfPages(path, data));
    for (let written = 0; written < 3; written += 1) {
      await recategorize('data');
      await (await mirrored.reopened(() => ({ html: plain }))).step();
      const dying = await mirrored.reopened((parts) => ({ ...renewed(), ...writing(parts, written) }));
      await dying.step().catch(() => undefined);
      await recategorize('other');
      await (await mirrored.reopened(renewed)).step();
      expect(await faultsIn(mirrored), `after ${written} files`).toEqual([]);
    }
    await (await mirrored.reopened()).step();
    await expectLikeFull(registry, mirrored);
  });

  it('looks at no profile, skill or kit where another CLI is all there is', async () => {
    await using scene = await openScene();
    const { mirrored } = scene;
    const told: number[] = [];
    const renewed = await mirrored.reopened(() => ({ fingerprints: { ...fingerprints, program: 'other' } }));
    await renewed.step(({ done, total }) => told.push(done, total));
    expect(new Set(told)).toEqual(new Set([0]));
    expect(await renewed.step()).toBeUndefined();
  });

  it('removes what belongs to nothing also where it was cut short before the end', async () => {
    await using scene = await openScene();
    const { registry, mirrored } = scene;
    const whole = (changes: object) =>
      mirrored.reopened(() => ({ ...changes, fingerprints: { ...fingerprints, catalog: 'other' } }));
    const stray = 'ada/nobody.html';
    await mirrored.sink.write(stray, Buffer.from('of nobody'), { seconds: 1 });
    const html: RenderHtml = async (path, data) => {
      if (path === '/stats') throw new Error('cut short');
      return dataOfPages(path, data);
    };
    await expect((await whole({ html })).step()).rejects.toThrow('cut short');
    await (await whole({})).step();
    expect(await mirrored.sink.read(stray)).toBeUndefined();
    await expectLikeFull(registry, mirrored);
  });

  it('removes what belongs to nothing to the last entry of its manifest', async () => {
    await using scene = await openScene();
    const { registry, mirrored } = scene;
    const { catalog, sink } = mirrored;
    const [known] = await entriesAfter(catalog.db, '', 1);
    assert(known);
    // As an older version leaves them whose layout has other names.
    const left = ['zoe/a/v/1/index.json', 'zoe/a/v/2/index.json'];
    for (const path of left) await sink.write(path, Buffer.from('of nobody'), { seconds: 1 });
    await catalog.write((db) =>
      recordEntries(
        db,
        left.map((path) => ({ ...known, path, kind: 'getSkill' })),
      ),
    );
    await (await mirrored.reopened(() => ({ fingerprints: { ...fingerprints, catalog: 'other' } }))).step();
    expect([...(await entriesOf(catalog.db, left)).keys()]).toEqual([]);
    for (const path of left) expect(await sink.read(path)).toBeUndefined();
    await expectLikeFull(registry, mirrored);
  });
});

/** A sink that ends the process after so many files. */
function writing({ sink }: SnapshotParts, files: number): Partial<SnapshotParts> {
  let left = files;
  const write: Sink['write'] = async (...given) => {
    if (left === 0) throw new Error('crash');
    left -= 1;
    return sink.write(...given);
  };
  return { sink: { ...sink, write } };
}
