import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { Objects } from '../../../origin/store/objects/objects.ts';
import { checkStore } from '../../../origin/store/skills/check.ts';
import { openRegistry, skillMd, type TestRegistry } from '../../registry.ts';
import { openOutside } from './stores.ts';

const files = (slug = 'sums') => ({ 'SKILL.md': skillMd(slug), 'a.txt': 'one', 'b/c.bin': 'one more' });

type Outside = Awaited<ReturnType<typeof openOutside>>;

/** Objects as they are, in front of which a test may stand. */
function tapped() {
  const taps: Partial<Objects> = {};
  const tap = (objects: Objects): Objects => ({
    ...objects,
    get: (name) => (taps.get ?? objects.get)(name),
    put: (name, bytes) => (taps.put ?? objects.put)(name, bytes),
  });
  return { taps, tap };
}

const objectOf = async ({ engine }: Outside, size = 3) => {
  const rows = await engine.db.selectFrom('contents').select(['object', 'size']).execute();
  return rows.find((row) => row.size === size)?.object ?? expect.fail('It is no object.');
};

async function published(registry: TestRegistry, status: number, author = 'ada', slug = 'sums') {
  const answer = await registry.publish(author, slug, files(slug));
  expect(answer.status).toBe(status);
  return ((await answer.json()) as { hash: string }).hash;
}

const read = async (registry: TestRegistry, hash: string) => {
  const answer = await registry.get(`/skills/ada/sums/versions/${hash}/file?path=a.txt`);
  return answer.status === 200 ? ((await answer.json()) as { text: string }).text : answer.status;
};

const openAgain = (outside: Outside) => openRegistry('sqlite', { engine: outside.again() });

const harms = [
  ['damaged', (objects: Objects, object: string) => objects.put(object, Buffer.from('two'))],
  ['cut short', (objects: Objects, object: string) => objects.put(object, Buffer.from('on'))],
  ['empty', (objects: Objects, object: string) => objects.put(object, Buffer.alloc(0))],
  ['missing', (objects: Objects, object: string) => objects.delete(object)],
] as const;

describe.each([
  ['sqlite', 'a folder'],
  ['sqlite', 'a bucket'],
  ['postgres', 'a folder'],
] as const)('an object, of %s in %s', (engineName, objectsName) => {
  it.each(harms)(
    'that is %s is whole again under its name once its author publishes the same files again',
    async (how, harm) => {
      await using outside = await openOutside(engineName, objectsName);
      const { engine, contents, objects, heard } = outside;
      await using first = await openRegistry(engineName, { engine });
      const hash = await published(first, 201);
      const [object, before] = [await objectOf(outside), await outside.names()];
      await harm(objects, object);
      // Programs that read what is damaged, of which one takes the publish.
      const [one, other] = [await openAgain(outside), await openAgain(outside)];
      for (const registry of [one, other]) expect(await read(registry, hash)).toBe(503);
      expect(await published(one, 200)).toBe(hash);
      for (const registry of [one, other]) await expect.poll(() => read(registry, hash)).toBe('one');
      expect(await outside.names()).toEqual(before);
      const looking = { contents, isThorough: true };
      expect((await engine.read((db) => checkStore(db, () => undefined, looking))).lost).toEqual([]);
      const told = `${object} in there was ${how === 'missing' ? how : 'damaged'}, and is whole again`;
      await expect.poll(() => heard.join()).toContain(told);
    },
  );

  it('that is damaged is whole again once anybody publishes its bytes, two at once too, and once in a next version', async () => {
    await using outside = await openOutside(engineName, objectsName);
    const { engine, objects } = outside;
    await using registry = await openRegistry(engineName, { engine });
    const hash = await published(registry, 201);
    const object = await objectOf(outside);
    const again = async () => read(await openAgain(outside), hash);
    await objects.put(object, Buffer.from('two'));
    await Promise.all([published(registry, 201, 'ben'), published(registry, 201, 'eve'), published(registry, 200)]);
    await expect.poll(again).toBe('one');
    await objects.delete(object);
    expect((await registry.publish('ada', 'sums', { ...files(), 'c.txt': 'new' })).status).toBe(201);
    await expect.poll(again).toBe('one');
  });
});

describe('a publish that meets a damaged object', () => {
  it('leaves it as it is where it was refused or tried, or the place is another registry’s', async () => {
    await using outside = await openOutside('sqlite', 'a folder');
    await using registry = await openRegistry('sqlite', { engine: outside.engine });
    await published(registry, 201);
    const object = await objectOf(outside);
    await outside.objects.put(object, Buffer.from('two'));
    const { objects } = outside;
    const there = async () => {
      await wait(200);
      return (await objects.get(object))?.toString();
    };
    const refused = await registry.publish('ada', 'sums', { ...files(), 'c.txt': 'new' }, { version_label: 'v1' });
    expect(refused.status).toBe(409);
    const tried = { files: Object.entries(files()).map(([path, text]) => ({ path, text })) };
    expect((await registry.send('POST', '/skills/ada/sums/versions?dry_run=true', 'ada', tried)).status).toBe(200);
    expect(await there()).toBe('two');
    const mark = (await objects.get('contents/registry')) ?? expect.fail('It has a mark.');
    await objects.put('contents/registry', Buffer.from('of another'));
    const others = await openAgain(outside);
    await published(others, 200);
    expect(await there()).toBe('two');
    expect(outside.heard.join()).toMatch(/another registry/);
    await objects.put('contents/registry', mark);
    await published(others, 200);
    await expect.poll(there).toBe('one');
  });

  it('is done at once, and answers as ever, where the store answers never, is away, or is full', async () => {
    const { taps, tap } = tapped();
    await using outside = await openOutside('sqlite', 'a folder', tap);
    await using registry = await openRegistry('sqlite', { engine: outside.engine });
    await published(registry, 201);
    const object = await objectOf(outside);
    await outside.objects.put(object, Buffer.from('two'));
    taps.get = () => new Promise(() => undefined);
    const begun = performance.now();
    await published(registry, 200);
    expect(performance.now() - begun).toBeLessThan(2000);
    const others = await openAgain(outside);
    const failing = (message: string) => Promise.reject(Object.assign(new Error(message), { code: 'EIO' }));
    taps.get = () => failing('It is away.');
    await published(others, 200);
    delete taps.get;
    taps.put = () => failing('no space left on device');
    await published(others, 200);
    await expect.poll(() => outside.heard.join()).toMatch(/fails: It is away.*fails: no space left/);
    expect((await outside.objects.get(object))?.toString()).toBe('two');
    delete taps.put;
    await published(others, 200);
    await expect.poll(async () => (await outside.objects.get(object))?.toString()).toBe('one');
  });
});
