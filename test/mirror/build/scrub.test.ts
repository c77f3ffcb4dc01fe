import { readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadAssets } from '../../../mirror/site/built.ts';
import type { Snapshot } from '../../../mirror/snapshot/build/snapshot.ts';
import { recordEntries } from '../../../mirror/snapshot/files/manifest.ts';
import type { Sink } from '../../../mirror/snapshot/files/sink.ts';
import { flip as flipFile } from '../../damaged.ts';
import { openRegistry, skillMd } from '../../registry.ts';
import { fileFor } from '../fileFor.ts';
import { contentsOf, dataOfPages, type Mirrored, openMirrored } from '../mirrored.ts';
import { faultsIn } from './likeFull.ts';

const day = 24 * 60 * 60;

async function openScene() {
  const registry = await openRegistry();
  for (const slug of ['one', 'two']) await registry.publish('ada', slug, { 'SKILL.md': skillMd(slug) });
  const mirrored = await openMirrored(registry, { html: dataOfPages });
  await mirrored.snapshot.step();
  return {
    ...{ registry, mirrored },
    [Symbol.asyncDispose]: async () => {
      await mirrored[Symbol.asyncDispose]();
      await registry[Symbol.asyncDispose]();
    },
  };
}

/** What a whole scrub ends with, and the pieces that it took. */
async function wholeScrub({ scrub }: Snapshot) {
  for (let pieces = 1; pieces < 1000; pieces += 1) {
    const scrubbed = await scrub();
    if (scrubbed) return { ...scrubbed, pieces };
  }
  throw new Error('It does not end.');
}

const flip = ({ root }: Mirrored, path: string) => flipFile(join(root, path));

describe('the scrub', () => {
  it('finds whatever was changed, says so with its path, and makes it again', async () => {
    await using scene = await openScene();
    const { mirrored } = scene;
    const { root } = mirrored;
    const before = await contentsOf(mirrored);
    const asset = [...(await loadAssets()).keys()].find((path) => path.endsWith('.css'))?.slice(1) ?? '';
    await flip(mirrored, fileFor('skillPage', 'ada/one'));
    await flip(mirrored, 'openapi.json.gz');
    await rm(join(root, fileFor('skillMarkdown', 'ada/one')));
    const form = [...before.keys()].find((path) => path.endsWith('.html.gz')) ?? '';
    await rm(join(root, form));
    await utimes(join(root, fileFor('profilePage', 'ada')), 1, 1);
    await flip(mirrored, asset);
    await writeFile(join(root, 'stray.json'), '{}');
    const { found, fixed, files } = await wholeScrub(mirrored.snapshot);
    expect({ found, fixed }).toEqual({ found: 7, fixed: 7 });
    expect(files).toBe((await mirrored.files()).length);
    expect(mirrored.alarms.sort()).toEqual(
      [
        `${fileFor('skillPage', 'ada/one')} is damaged: it holds other bytes`,
        'openapi.json.gz is damaged: it holds other bytes',
        `${fileFor('skillMarkdown', 'ada/one')} is missing`,
        `${form} is missing`,
        `${fileFor('profilePage', 'ada')} has another time than its content: its tag would be wrong`,
        `${asset} is damaged: it holds other bytes`,
        'stray.json belonged to nothing, and was removed',
      ]
        .map((what) => `a file of the snapshot is not as it was made: ${what}`)
        .sort(),
    );
    expect(await contentsOf(mirrored)).toEqual(before);
    expect(await faultsIn(mirrored)).toEqual([]);
  });

  it('puts back an asset that pages load, and leaves one of an earlier build for as long as it is whole', async () => {
    await using scene = await openScene();
    const { mirrored } = scene;
    const [asset = ''] = (await mirrored.files()).filter((path) => path.startsWith('_astro/'));
    const old = '_astro/page.of-before.css';
    const [entry] = await mirrored.entries([asset]);
    const body = await readFile(join(mirrored.root, asset));
    if (!entry) throw new Error('no asset');
    await mirrored.sink.write(old, body, { seconds: Number.parseInt(entry.etag.slice(1), 16) });
    await mirrored.catalog.write((db) => recordEntries(db, [{ ...entry, path: old, forms: {} }]));
    await rm(join(mirrored.root, asset));
    await wholeScrub(mirrored.snapshot);
    const read = async (path: string) => (await mirrored.mirror.request(`/${path}`)).status;
    expect([await read(asset), await read(old)]).toEqual([200, 200]);
    await mirrored.snapshot.full();
    expect([await read(asset), await read(old)]).toEqual([200, 200]);
    await flip(mirrored, old);
    scene.registry.clock.now += day;
    await mirrored.snapshot.step();
    expect(await wholeScrub(mirrored.snapshot)).toMatchObject({ found: 1, fixed: 1 });
    expect([await read(asset), await read(old)]).toEqual([200, 404]);
    expect(await faultsIn(mirrored)).toEqual([]);
  });

  it('rests until the next day, and looks at few files at a time', async () => {
    await using scene = await openScene();
    const { registry, mirrored } = scene;
    let looked = 0;
    const faultOf: Sink['faultOf'] = async (...asked) => {
      looked += 1;
      return mirrored.sink.faultOf(...asked);
    };
    const snapshot = await mirrored.reopened(({ sink }) => ({ sink: { ...sink, faultOf } }));
    let most = 0;
    for (let scrubbed: unknown; !scrubbed; scrubbed = await snapshot.scrub()) {
      most = Math.max(most, looked);
      looked = 0;
    }
    expect(most).toBeLessThanOrEqual(15);
    expect(most).toBeGreaterThan(0);
    await flip(mirrored, fileFor('skillPage', 'ada/one'));
    registry.clock.now += day - 1;
    for (let piece = 0; piece < 100; piece += 1) expect(await snapshot.scrub()).toBeUndefined();
    expect(mirrored.alarms).toEqual([]);
    registry.clock.now += 1;
    await snapshot.step();
    expect(await wholeScrub(snapshot)).toMatchObject({ found: 1, fixed: 1 });
  });

  it('goes on after a restart from where it was a minute before at most', async () => {
    await using scene = await openScene();
    const { registry, mirrored } = scene;
    const { pieces } = await wholeScrub(mirrored.snapshot);
    registry.clock.now += 2 * day;
    await mirrored.snapshot.step();
    for (let piece = 0; piece < pieces / 2; piece += 1) {
      registry.clock.now += 61;
      await mirrored.snapshot.scrub();
    }
    const rest = await wholeScrub(await mirrored.reopened());
    expect(rest.pieces).toBeLessThan(pieces / 2 + 2);
    expect(rest.files).toBe((await mirrored.files()).length);
  });

  it('is not held up by what can’t be made again, which the next step tries once more', async () => {
    await using scene = await openScene();
    const { mirrored } = scene;
    const before = await contentsOf(mirrored);
    await flip(mirrored, fileFor('skillPage', 'ada/one'));
    let isBroken = true;
    const snapshot = await mirrored.reopened(({ html }) => ({
      html: (path, data) => (isBroken && path === '/ada/one' ? Promise.reject(new Error('broken')) : html(path, data)),
    }));
    let failures = 0;
    let scrubbed: Awaited<ReturnType<Snapshot['scrub']>>;
    while (!scrubbed)
      scrubbed = await snapshot.scrub().catch((error: Error) => {
        expect(error.message).toBe('broken');
        failures += 1;
        return undefined;
      });
    expect([failures, scrubbed]).toMatchObject([1, { found: 1, fixed: 0 }]);
    isBroken = false;
    await snapshot.step();
    expect(await contentsOf(mirrored)).toEqual(before);
  });
});
