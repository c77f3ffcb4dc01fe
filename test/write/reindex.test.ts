import { expect, it } from 'vitest';
import { reindex } from '../../origin/write/reindex.ts';
import { answerOf, published } from '../answers.ts';
import { engineNames } from '../engines.ts';
import { openMirroredData } from '../mirror/mirrored.ts';
import { openRegistry, skillMd } from '../registry.ts';

it.each(engineNames)('makes the words of skills again that an earlier program indexed, on %s', async (name) => {
  await using registry = await openRegistry(name);
  for (const slug of ['one', 'two', 'three'])
    await published(registry, `ada:${slug}`, { 'SKILL.md': skillMd(slug, 'Summarizes meetings.', 'Calls sox.') });
  const { engine } = registry;
  const rows = () => engine.db.selectFrom('skills').selectAll().orderBy('id').execute();
  const words = () => engine.db.selectFrom('search_words').selectAll().orderBy('word').execute();
  const [made, counted] = [await rows(), await words()];
  await engine.write(async (db) => {
    for (const slug of ['one', 'two'])
      await db
        .updateTable('skills')
        .set({ tokens: `${slug} summarizes meetings`, vocabulary: '[]', indexing: 0 })
        .where('slug', '=', slug)
        .execute();
  });
  await using mirrored = await openMirroredData(registry);
  await mirrored.snapshot.full();
  const found = async (q: string) => {
    const path = `/api/v1/search?types=skills&q=${q}`;
    const [origin, mirror] = [await registry.app.request(path), await mirrored.mirror.request(path)];
    expect(await mirror.clone().text()).toBe(await origin.clone().text());
    return ((await answerOf('search', origin)).skills ?? []).map(({ slug }) => slug);
  };
  expect(await found('meetings')).toEqual(['one', 'two', 'three']);
  expect(await found('sox')).toEqual(['three']);
  expect(await reindex(engine, undefined, 1)).toBe(2);
  expect([await rows(), await words()]).toEqual([made, counted]);
  expect(await reindex(engine)).toBe(0);
  await mirrored.snapshot.step();
  expect(await found('sox')).toEqual(['one', 'two', 'three']);
});
