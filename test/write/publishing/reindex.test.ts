import { expect, it } from 'vitest';
import { reindex } from '../../../origin/write/reindex.ts';
import { answerOf, published } from '../../answers.ts';
import { engineNames } from '../../engines.ts';
import { openMirroredData } from '../../mirror/mirrored.ts';
import { openRegistry, skillMd } from '../../registry.ts';

it.each(engineNames)('makes the words of skills again that an earlier program indexed, on %s', async (name) => {
  await using registry = await openRegistry(name);
  for (const slug of ['one', 'two', 'three'])
    await published(registry, `ada:${slug}`, { 'SKILL.md': skillMd(slug, 'Summarizes meetings.', 'Calls sox.') });
  const { engine, clock } = registry;
  const now = () => clock.now;
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
  expect(await reindex({ engine, now }, 1)).toBe(2);
  expect([await rows(), await words()]).toEqual([made, counted]);
  expect(await reindex({ engine, now })).toBe(0);
  await mirrored.snapshot.step();
  expect(await found('sox')).toEqual(['one', 'two', 'three']);
});

it.each(engineNames)('reads licences and tags again, and suggests categories of copies, on %s', async (name) => {
  await using registry = await openRegistry(name);
  const described = (slug: string) =>
    `---\nname: ${slug}\ndescription: Writes SQL queries and analyzes datasets.\nlicense: MIT\ntags: [CSV, sql]\n---\n# It\n`;
  for (const slug of ['copy', 'own']) await published(registry, `ada:${slug}`, { 'SKILL.md': described(slug) });
  const { engine, clock } = registry;
  const now = () => clock.now;
  const facts = async (slug: string) => {
    const skill = await answerOf('getSkill', await registry.get(`/skills/ada/${slug}`));
    return [skill.license, skill.tags, skill.category];
  };
  // As a program left them that knew of none of this.
  await engine.write(async (db) => {
    await db.updateTable('versions').set({ license: '', tags: '[]' }).execute();
    const unread = { license: '', tags: '[]', traits: 0, category: 'other', category_chosen: 1, indexing: 1 } as const;
    await db.updateTable('skills').set(unread).execute();
    await db
      .updateTable('skills')
      .set({ is_mirror: 1, mirror_license: 'NOASSERTION' })
      .where('slug', '=', 'copy')
      .execute();
  });
  expect(await facts('copy')).toEqual([undefined, undefined, 'other']);
  expect(await reindex({ engine, now })).toBe(2);
  expect(await facts('copy')).toEqual(['MIT', ['csv', 'sql'], 'data']);
  // Somebody may have chosen that of their own.
  expect(await facts('own')).toEqual(['MIT', ['csv', 'sql'], 'other']);
  for (const query of ['tag=csv', 'license=mit', 'tag=sql&license=mit&category=data'])
    expect((await answerOf('listSkills', await registry.get(`/skills?${query}`))).total, query).toBe(
      query.includes('data') ? 1 : 2,
    );
});
