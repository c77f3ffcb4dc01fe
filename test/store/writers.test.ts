import { describe, expect, it } from 'vitest';
import { readSteps, stepOf } from '../../origin/store/schema/steps.ts';
import { type EngineName, engineNames, newPlace } from '../engines.ts';
import { openRegistry, skillMd } from '../registry.ts';

/** What a newer program might bring: a list that is kept beside the skills, which programs of today know nothing of. */
const shelf = (leastWriter: (today: number) => string) => async (name: EngineName) => {
  const today = await readSteps(name);
  const text = `${leastWriter(today.length)}

create table shelf (skill_id bigint not null);

insert into shelf (skill_id) select id from skills;`;
  return [...today, stepOf(today.length + 1, text)];
};
const forNewOnes = shelf(() => '-- Every skill is on it.');
const forBoth = shelf((today) => `-- least writer: ${today}`);
const files = { 'SKILL.md': skillMd('tidy') };

describe.each(engineNames)('a program whose store a newer one changed under it, on the %s engine', (name) => {
  it('goes on reading, and answers writes 503 with when to come again', async () => {
    const place = await newPlace(name);
    await using registry = await openRegistry(name, { engine: await place.open() });
    expect((await registry.publish('ada', 'before', files)).status).toBe(201);
    const device = { authorization: `Bearer ${await registry.tokenFor('ada', 'device')}` };

    const headers = { ...(await registry.as('ada')), 'content-type': 'application/json' };
    const change = { method: 'PATCH', body: '{"category":"data"}' };

    const newer = await place.open(forNewOnes(name));
    const refused = await registry.publish('ada', 'after', files);
    expect(refused.status).toBe(503);
    expect(refused.headers.get('retry-after')).toBe('5');
    expect(await refused.json()).toMatchObject({
      code: 'unavailable',
      message: expect.stringMatching(/newer version/),
    });
    expect((await registry.send('PUT', '/library/ada/before', 'ada', {})).status).toBe(503);

    expect((await registry.get('/skills/ada/after')).status).toBe(404);
    expect((await registry.get('/skills/ada/before')).status).toBe(200);
    // Noting that a token was used can wait.
    registry.clock.now += 100_000;
    expect((await registry.get('/sync/manifest', device)).status).toBe(200);
    expect((await registry.get('/skills?q=tidy', await registry.as('ada'))).status).toBe(200);
    await newer.close();

    await using restarted = await openRegistry(name, { engine: await place.open() });
    expect((await restarted.get('/skills/ada/before')).status).toBe(200);
    const again = await restarted.app.request('/api/v1/skills/ada/before', { ...change, headers });
    expect(again.status).toBe(503);
    await expect(place.open(forNewOnes(name)).then((engine) => engine.close())).resolves.toBeUndefined();
    await place.remove();
  });

  it('writes on where the change says that it may', async () => {
    const place = await newPlace(name);
    await using registry = await openRegistry(name, { engine: await place.open() });
    await (await place.open(forBoth(name))).close();
    expect((await registry.publish('ada', 'after', files)).status).toBe(201);
    await using restarted = await openRegistry(name, { engine: await place.open() });
    expect((await restarted.get('/skills/ada/after')).status).toBe(200);
    await place.remove();
  });

  it('acknowledges nothing that the newer one misses, however the two meet', async () => {
    const place = await newPlace(name);
    await using registry = await openRegistry(name, { engine: await place.open() });
    await registry.as('ada');
    const slugs = Array.from({ length: 12 }, (_, index) => `skill-${index}`);
    const publishing = slugs.map(async (slug) => (await registry.publish('ada', slug, files)).status);
    await publishing[3];
    const newer = await place.open(forNewOnes(name));
    const answers = await Promise.all(publishing);
    const { count } = await newer.db
      .selectFrom('shelf' as 'skills')
      .select((e) => e.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    expect(answers.filter((status) => status !== 503)).toEqual(Array.from({ length: count }, () => 201));
    expect(answers).toContain(201);
    await newer.close();
    await place.remove();
  });
});
