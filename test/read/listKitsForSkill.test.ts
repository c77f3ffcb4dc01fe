import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { answerOf } from '../answers.ts';
import { openRegistry, skillMd } from '../registry.ts';
import { addKit } from '../scene.ts';

it('a skill in ten thousand kits has answers and a page of the usual length', async () => {
  await using registry = await openRegistry();
  await registry.publish('ada', 'sums', { 'SKILL.md': skillMd('sums') });
  await addKit(registry, 'ada', 'tools', ['ada:sums']);
  const columns = sql.raw('owner_id, name, description, category, visibility, created_at, updated_at, tokens, folded');
  await registry.engine.write(async (db) => {
    await sql`with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < 9999)
      insert into kits (slug, ${columns}) select 'kit-' || n, ${columns} from kits, numbers`.execute(db);
    await sql`insert into kit_skills (kit_id, skill_id, added_at)
      select kits.id, skills.id, 0 from kits, skills where kits.slug like 'kit-%'`.execute(db);
  });
  const response = await registry.get('/skills/ada/sums/kits');
  const body = await response.clone().text();
  expect(body.length).toBeLessThan(20_000);
  const { kits, total, limit } = await answerOf('listKitsForSkill', response);
  expect([kits.length, total, limit]).toEqual([50, 10_000, 50]);
  const deep = await answerOf('listKitsForSkill', await registry.get('/skills/ada/sums/kits?limit=100&offset=9990'));
  expect(deep.kits.length).toBe(10);
  const page = await (await registry.app.request('/ada/sums')).text();
  expect(page.match(/href="\/ada\/kit\//g)?.length).toBe(12);
  expect(page.replaceAll(/<[^>]*>|\s+/g, ' ')).toMatch(/And\s+9,988 more/);
});
