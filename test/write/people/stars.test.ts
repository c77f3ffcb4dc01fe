import { describe, expect, it } from 'vitest';
import { limits } from '../../../origin/contract/fields.ts';
import { profileByHandle } from '../../../origin/store/people/people.ts';
import { answerOf, published, refused } from '../../answers.ts';
import { engineNames } from '../../engines.ts';
import { openRegistry, skillMd, type TestRegistry } from '../../registry.ts';
import { addKit, newcomer } from '../../scene.ts';
import { copyOf, everything } from '../../store/rows.ts';

const path = (skill: string) => `/skills/${skill.replace(':', '/')}/star`;
const put = (registry: TestRegistry, who: string, skill: string) => registry.send('PUT', path(skill), who);
const star = async (registry: TestRegistry, who: string, skill: string) =>
  answerOf('starSkill', await put(registry, who, skill));
const unstar = async (registry: TestRegistry, who: string, skill: string) =>
  answerOf('unstarSkill', await registry.send('DELETE', path(skill), who));
const starsOf = async (registry: TestRegistry, who: string) =>
  answerOf('listStars', await registry.get('/account/stars', await registry.as(who)));
const countOf = async (registry: TestRegistry, skill: string) =>
  (await answerOf('getSkill', await registry.get(`/skills/${skill.replace(':', '/')}`))).star_count;

describe.each(engineNames)('stars on %s', (name) => {
  it('are counted once for each person, and listed for them, the newest first', async () => {
    await using registry = await openRegistry(name);
    for (const skill of ['ada:one', 'ada:two']) await published(registry, skill);
    expect(await star(registry, 'bob', 'ada:one')).toEqual({ skill_id: 'ada:one', starred: true, star_count: 1 });
    registry.clock.now += 60;
    await star(registry, 'bob', 'ada:two');
    expect(await star(registry, 'carl', 'ada:one')).toMatchObject({ star_count: 2 });
    expect(await star(registry, 'carl', 'ada:one')).toMatchObject({ star_count: 2 });
    expect((await starsOf(registry, 'bob')).stars.map(({ skill_id }) => skill_id)).toEqual(['ada:two', 'ada:one']);
    expect(await starsOf(registry, 'carl')).toMatchObject({ total: 1, stars: [{ skill: { star_count: 2 } }] });
    expect(await unstar(registry, 'bob', 'ada:one')).toEqual({ skill_id: 'ada:one', starred: false, star_count: 1 });
    expect(await unstar(registry, 'bob', 'ada:one')).toMatchObject({ star_count: 1 });
    expect(await countOf(registry, 'ada:one')).toBe(1);
  });

  it('are told to nobody but who gave them', async () => {
    await using registry = await openRegistry(name);
    await published(registry, 'ada:one');
    await registry.as('bobolink');
    const asked = [
      '/skills/ada/one',
      '/profiles/bobolink',
      '/discover/feed',
      '/search?q=one',
      '/skills',
      '/discover/people',
    ];
    const answers = async () => {
      const bodies = asked.map(async (path) => (await registry.get(path)).text());
      return (await Promise.all(bodies)).map((body) => body.replaceAll(/"star_count":\d/g, ''));
    };
    const before = await answers();
    await star(registry, 'bobolink', 'ada:one');
    expect(await answers()).toEqual(before);
    const { news } = await answerOf(
      'listNotifications',
      await registry.sendOnSite('GET', '/account/notifications', 'ada'),
    );
    expect(news).toEqual([]);
    await registry.sendOnSite('PATCH', '/account/notifications', 'ada', { stars: true });
    const told = await (await registry.sendOnSite('GET', '/account/notifications', 'ada')).text();
    expect(JSON.parse(told).news).toMatchObject([{ kind: 'stars', target: 'ada:one', by: '' }]);
    expect(told).not.toContain('bobolink');
  });

  it('are for those who see the skill, and can be taken back by those who no longer do', async () => {
    await using registry = await openRegistry(name);
    await registry.publish('ada', 'secret', { 'SKILL.md': skillMd('secret') }, { visibility: 'private' });
    await registry.as('bob');
    const before = await everything(registry.engine);
    expect(await refused(await put(registry, 'bob', 'ada:secret'))).toBe('404 skill_not_found');
    expect(await refused(await put(registry, 'bob', 'ada:none'))).toBe('404 skill_not_found');
    expect(await everything(registry.engine)).toEqual(before);
    await published(registry, 'ada:open');
    await star(registry, 'bob', 'ada:open');
    await registry.send('PATCH', '/skills/ada/open', 'ada', { visibility: 'private' });
    await star(registry, 'ada', 'ada:open');
    expect(await starsOf(registry, 'bob')).toMatchObject({ total: 1, stars: [{ skill_id: 'ada:open', skill: null }] });
    expect(await unstar(registry, 'bob', 'ada:open')).toEqual({ skill_id: 'ada:open', starred: false, star_count: 0 });
    const again = await registry.send('DELETE', path('ada:open'), 'bob');
    expect(await refused(again)).toBe('404 skill_not_found');
  });

  it('are of a bounded number', async () => {
    await using registry = await openRegistry(name);
    for (const skill of ['ada:one', 'ada:two']) await published(registry, skill);
    await star(registry, 'bob', 'ada:one');
    await registry.engine.write(async (db) => {
      const bob = await profileByHandle(db, 'bob');
      const row = await copyOf(db, 'one');
      for (let from = 1; from < limits.stars; from += 250) {
        const rows = Array.from({ length: Math.min(250, limits.stars - from) }, (_, index) => ({
          ...row,
          slug: `s${from + index}`,
        }));
        for (let at = 0; at < rows.length; at += 25) {
          const added = await db
            .insertInto('skills')
            .values(rows.slice(at, at + 25))
            .returning('id')
            .execute();
          await db
            .insertInto('stars')
            .values(added.map(({ id }) => ({ profile_id: bob?.id ?? 0, skill_id: id, created_at: 0 })))
            .execute();
        }
      }
    });
    expect(await refused(await put(registry, 'bob', 'ada:two'))).toBe('409 conflict');
    expect((await put(registry, 'bob', 'ada:one')).status).toBe(200);
    await unstar(registry, 'bob', 'ada:one');
    expect((await put(registry, 'bob', 'ada:two')).status).toBe(200);
  });

  it('can be given without a handle, and not by a device or a kit’s key', async () => {
    await using registry = await openRegistry(name);
    await published(registry, 'ada:one');
    const { send } = await newcomer(registry);
    expect((await send('PUT', path('ada:one'))).status).toBe(200);
    for (const kind of ['device', 'kit'] as const) {
      const kit = kind === 'kit' ? await addKit(registry, 'bob', 'desk', []) : undefined;
      const headers = { authorization: `Bearer ${await registry.tokenFor('bob', kind, kit)}` };
      const response = await registry.app.request(`/api/v1${path('ada:one')}`, { method: 'PUT', headers });
      expect([kind, await refused(response)]).toEqual([kind, '403 insufficient_scope']);
    }
    expect(await countOf(registry, 'ada:one')).toBe(1);
  });
});
