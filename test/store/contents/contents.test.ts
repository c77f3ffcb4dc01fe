import { describe, expect, it } from 'vitest';
import { moveToDatabase, moveToObjects } from '../../../origin/store/contents/move.ts';
import { sweepAll } from '../../../origin/store/contents/sweep.ts';
import type { Objects } from '../../../origin/store/objects/objects.ts';
import { checkStore } from '../../../origin/store/skills/check.ts';
import { refusalOf } from '../../answers.ts';
import { openRegistry, skillMd, type TestRegistry } from '../../registry.ts';
import { openOutside } from './stores.ts';

const files = (text = 'one') => ({ 'SKILL.md': skillMd('sums'), 'a.txt': text, 'b/c.bin': `${text} more` });

async function published(registry: TestRegistry, text = 'one', slug = 'sums') {
  const answer = await registry.publish('ada', slug, { ...files(text), 'SKILL.md': skillMd(slug) });
  expect(answer.status).toBe(201);
  return ((await answer.json()) as { hash: string }).hash;
}

const textOf = async (registry: TestRegistry, hash: string, path = 'a.txt', slug = 'sums') =>
  ((await (await registry.get(`/skills/ada/${slug}/versions/${hash}/file?path=${path}`)).json()) as { text: string })
    .text;

const day = 86_400;

/** As if so many days had passed for what was put and dropped. */
const age = (engine: TestRegistry['engine'], days: number) =>
  engine.write((db) =>
    db
      .updateTable('dropped_objects')
      .set((e) => ({ dropped_at: e('dropped_at', '-', days * day) }))
      .execute(),
  );

/** What one engine does with a bucket, the other does too. */
const pairs = [
  ['sqlite', 'a folder'],
  ['sqlite', 'a bucket'],
  ['postgres', 'a folder'],
] as const;

describe.each(pairs)('contents of %s in %s', (engineName, objectsName) => {
  it('are objects but for SKILL.md, once a content, under names that tell of nobody, and are read again', async () => {
    await using outside = await openOutside(engineName, objectsName);
    const { engine, names } = outside;
    await using registry = await openRegistry(engineName, { engine });
    const hash = await published(registry);
    const next = await published(registry, 'one', 'other');
    expect(await engine.db.selectFrom('blobs').select('hash').execute()).toHaveLength(2);
    const rows = await engine.db.selectFrom('contents').selectAll().execute();
    expect(rows).toHaveLength(2);
    expect(await names()).toEqual(expect.arrayContaining(rows.map(({ object }) => object)));
    expect((await names()).join()).not.toMatch(/\b(?:ada|sums|other)\b/);
    for (const [version, slug] of [
      [hash, 'sums'],
      [next, 'other'],
    ] as const)
      expect(await textOf(registry, version, 'a.txt', slug)).toBe('one');
    expect((await registry.get(`/skills/ada/sums/versions/${hash}/bundle`)).status).toBe(200);
  });

  it('are put once for versions that follow, and not at all for what is refused, tried, or sent again', async () => {
    await using outside = await openOutside(engineName, objectsName);
    await using registry = await openRegistry(engineName, { engine: outside.engine });
    await published(registry);
    expect((await registry.publish('ada', 'sums', files())).status).toBe(200);
    const tried = await registry.send('POST', '/skills/ada/sums/versions?dry_run=true', 'ada', {
      files: Object.entries(files('tried')).map(([path, text]) => ({ path, text })),
    });
    expect(tried.status).toBe(200);
    const taken = await registry.publish('ada', 'sums', files('refused'), { version_label: 'v1' });
    expect(taken.status).toBe(409);
    expect((await registry.publish('ada', 'sums', { ...files(), 'd.txt': 'new' })).status).toBe(201);
    expect(await outside.names()).toHaveLength(3);
  });

  it('go once no version names them and no backup may, and not a day before', async () => {
    await using outside = await openOutside(engineName, objectsName);
    const { engine, contents, names } = outside;
    await using registry = await openRegistry(engineName, { engine });
    const hash = await published(registry);
    const kept = await published(registry, 'kept', 'other');
    expect((await registry.send('DELETE', `/skills/ada/sums/versions/${hash}`, 'ada')).status).toBe(200);
    const sweep = () => sweepAll({ engine, contents, days: 14 });
    await age(engine, 14);
    expect(await sweep()).toEqual({ deleted: 0, orphans: 0 });
    // Published again meanwhile, it is another object.
    const again = await published(registry, 'one', 'again');
    await age(engine, 2);
    expect(await sweep()).toEqual({ deleted: 2, orphans: 0 });
    expect(await names()).toHaveLength(4);
    expect(await textOf(registry, again, 'a.txt', 'again')).toBe('one');
    expect(await textOf(registry, kept, 'a.txt', 'other')).toBe('kept');
  });

  it('that were put and never named go a day later, and those of now stay', async () => {
    await using outside = await openOutside(engineName, objectsName);
    const { engine, contents, objects, names } = outside;
    await using registry = await openRegistry(engineName, { engine });
    const hash = await published(registry);
    const [named = ''] = await names();
    const at = (time: number) => named.replace(/\.\d+-/, `.${time}-`).replace(/.$/, (end) => (end === '0' ? '1' : '0'));
    const now = Math.floor(Date.now() / 1000);
    for (const time of [now - 2 * day, now - 60]) await objects.put(at(time), Buffer.from('stopped'));
    expect(await sweepAll({ engine, contents, days: 1 })).toEqual({ deleted: 0, orphans: 1 });
    await age(engine, 3);
    expect(await sweepAll({ engine, contents, days: 1 })).toEqual({ deleted: 1, orphans: 0 });
    expect(await names()).toHaveLength(3);
    expect(await textOf(registry, hash)).toBe('one');
  });

  it('move there and back while others publish, and stay whole where two move at once', async () => {
    await using outside = await openOutside(engineName, objectsName);
    const { engine, inside, contents } = outside;
    const before = await openRegistry(engineName, { engine: inside });
    const hashes = await Promise.all([1, 2, 3].map((each) => published(before, `text ${each}`, `sums-${each}`)));
    await using registry = await openRegistry(engineName, { engine });
    const moving = { engine, contents, onProgress: () => undefined };
    const all = async () => {
      for (const [index, hash] of hashes.entries())
        expect(await textOf(registry, hash, 'b/c.bin', `sums-${index + 1}`)).toMatch(/^text \d more$/);
      const { lost, problems } = await checkStore(engine.db, () => undefined, { contents, isThorough: true });
      expect([...lost, ...problems]).toEqual([]);
    };
    const [one, two] = await Promise.all([
      moveToObjects(moving),
      moveToObjects(moving),
      published(registry, 'meanwhile', 'busy'),
    ]);
    expect(one.moved + two.moved).toBeGreaterThanOrEqual(6);
    expect(await engine.db.selectFrom('contents').select('hash').execute()).toHaveLength(8);
    expect(await engine.db.selectFrom('blobs').select('hash').execute()).toHaveLength(4);
    await all();
    await Promise.all([moveToDatabase(moving), moveToDatabase(moving)]);
    expect(await engine.db.selectFrom('contents').select('hash').execute()).toEqual([]);
    await all();
    await published(before, 'without', 'last');
  });

  it('that can’t be reached are 503 to who reads or publishes them, and the rest goes on', async () => {
    await using outside = await openOutside(engineName, objectsName);
    const { engine, contents, heard, away, back } = outside;
    await using registry = await openRegistry(engineName, { engine });
    const hash = await published(registry);
    const tokens = await registry.as('ada');
    const others = await openRegistry(engineName, { engine: outside.again() });
    await away();
    const file = (path: string) => others.get(`/skills/ada/sums/versions/${hash}/file?path=${path}`, tokens);
    const refused = await file('a.txt');
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await refusalOf(refused)).toMatchObject({ code: 'unavailable' });
    expect((await registry.publish('ada', 'sums', files('two'))).status).toBe(503);
    await expect(contents.probe()).rejects.toMatchObject({ code: 'unavailable' });
    expect((await file('SKILL.md')).status).toBe(200);
    expect((await registry.publish('ada', 'small', { 'SKILL.md': skillMd('small') })).status).toBe(201);
    expect((await registry.send('DELETE', `/skills/ada/sums/versions/${hash}`, 'ada')).status).toBe(200);
    expect(heard.filter((sentence) => /the object store fails/.test(sentence)).length).toBeGreaterThan(0);
    await back();
    await contents.probe();
    await published(registry, 'two');
    expect(heard.at(-1)).toMatch(/works again/);
  });

  it.each(['damaged', 'missing'])(
    'that are %s are 503 and never anything else, and a check names them',
    async (how) => {
      await using outside = await openOutside(engineName, objectsName);
      const { engine, contents, objects } = outside;
      await using registry = await openRegistry(engineName, { engine });
      const hash = await published(registry);
      const rows = await engine.db.selectFrom('contents').select(['object', 'size']).execute();
      const { object } = rows.find(({ size }) => size === 3) ?? expect.fail();
      await (how === 'missing' ? objects.delete(object) : objects.put(object, Buffer.from('two')));
      const answer = await registry.get(`/skills/ada/sums/versions/${hash}/file?path=a.txt`);
      expect(await refusalOf(answer)).toMatchObject({ code: 'unavailable' });
      expect(await textOf(registry, hash, 'b/c.bin')).toBe('one more');
      const { lost } = await engine.read((db) => checkStore(db, () => undefined, { contents }));
      expect(lost).toMatchObject([
        {
          path: 'a.txt',
          what:
            how === 'missing'
              ? 'is missing in the object store'
              : 'is damaged in the object store: it holds other bytes',
        },
      ]);
      // A move back leaves it, and says so; what is put back in the database is read first.
      const moved = await moveToDatabase({ engine, contents, onProgress: () => undefined });
      expect([moved.moved, moved.left.length]).toEqual([1, 1]);
    },
  );

  it('of another registry are touched by no put and no sweep', async () => {
    await using outside = await openOutside(engineName, objectsName);
    await using registry = await openRegistry(engineName, { engine: outside.engine });
    await published(registry);
    await using stranger = await openOutside('sqlite', objectsName, () => outside.objects);
    await using other = await openRegistry('sqlite', { engine: stranger.engine });
    expect((await other.publish('ada', 'sums', files())).status).toBe(503);
    await expect(sweepAll({ ...stranger, days: 1 })).rejects.toMatchObject({ code: 'unavailable' });
    expect(stranger.heard.join()).toMatch(/another registry/);
    expect(await outside.names()).toHaveLength(2);
  });

  it('that fail halfway leave nothing of the publish, and what was put is swept', async () => {
    let puts = 0;
    const failing = (objects: Objects): Objects => ({
      ...objects,
      put: async (name, bytes) => {
        puts += 1;
        // The mark, one file, and no other.
        if (puts > 2) throw Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });
        return objects.put(name, bytes);
      },
    });
    await using outside = await openOutside(engineName, objectsName, failing);
    await using registry = await openRegistry(engineName, { engine: outside.engine });
    expect((await registry.publish('ada', 'sums', files())).status).toBe(503);
    expect(await outside.engine.db.selectFrom('versions').select('id').execute()).toEqual([]);
    expect(await outside.engine.db.selectFrom('contents').select('hash').execute()).toEqual([]);
    expect(outside.heard.join()).toMatch(/no space left/);
  });
});
