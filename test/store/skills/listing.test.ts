import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { published } from '../../answers.ts';
import { openRegistry } from '../../registry.ts';
import { quarantine } from '../rows.ts';

const page = async (app: { request(path: string): Response | Promise<Response> }) => {
  const { skills, total } = (await (await app.request('/api/v1/skills?verdict=clean&sort=alpha')).json()) as {
    skills: { slug: string }[];
    total: number;
  };
  expect(total).toBe(skills.length);
  return skills.map(({ slug }) => slug);
};

it('tells of what another process wrote, and of nothing that is gone', async () => {
  await using registry = await openRegistry();
  await using other = await openRegistry('sqlite', { engine: { ...registry.engine, close: async () => {} } });
  await published(registry, 'ada:one');
  expect(await page(other.app)).toEqual(['one']);
  const { hash } = await published(registry, 'ada:two');
  expect([await page(registry.app), await page(other.app)]).toEqual([
    ['one', 'two'],
    ['one', 'two'],
  ]);
  await quarantine(registry, 'ada:two', hash);
  expect([await page(other.app), await page(registry.app)]).toEqual([['one'], ['one']]);
});

it('starts over where the numbers of changes went back, as in a store that was put back or made again', async () => {
  await using registry = await openRegistry();
  const { engine } = registry;
  for (const slug of ['one', 'two', 'three']) await published(registry, `ada:${slug}`);
  expect(await page(registry.app)).toEqual(['one', 'three', 'two']);
  await engine.write(async (db) => {
    await sql`delete from listed_skills where slug <> 'one'`.execute(db);
    await sql`delete from listed_changes`.execute(db);
    await sql`insert into listed_changes (skill_id, number) select id, 1 from listed_skills`.execute(db);
  });
  expect(await page(registry.app)).toEqual(['one']);
});

it('answers many who ask at once while skills come, each with all that was committed before', async () => {
  await using registry = await openRegistry();
  await published(registry, 'ada:s-0');
  for (let made = 1; made <= 5; made += 1) {
    const early = Array.from({ length: 20 }, () => page(registry.app));
    await published(registry, `ada:s-${made}`);
    const late = await Promise.all(Array.from({ length: 20 }, () => page(registry.app)));
    for (const slugs of late) expect(slugs).toHaveLength(made + 1);
    for (const slugs of await Promise.all(early)) expect(slugs.length).toBeGreaterThanOrEqual(made);
  }
});
