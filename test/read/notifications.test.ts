import { describe, expect, it } from 'vitest';
import { countedTo, newsAtOnce } from '../../origin/contract/subjects/notifications.ts';
import { compact, privateEventLifetime } from '../../origin/store/events/compaction.ts';
import { profileByHandle } from '../../origin/store/people/people.ts';
import { answerOf, published, refused } from '../answers.ts';
import { engineNames } from '../engines.ts';
import { openRegistry, skillMd, type TestRegistry } from '../registry.ts';
import { addTeam, follow, install, suspend } from '../scene.ts';
import { moderate } from '../store/rows.ts';

const listed = async (registry: TestRegistry, who: string, query = '') =>
  answerOf('listNotifications', await registry.sendOnSite('GET', `/account/notifications${query}`, who));
const count = async (registry: TestRegistry, who: string) =>
  (await answerOf('getStanding', await registry.sendOnSite('GET', '/account/standing', who))).notifications;
const turn = (registry: TestRegistry, who: string, kinds: object) =>
  registry.sendOnSite('PATCH', '/account/notifications', who, kinds);
const read = async (registry: TestRegistry, who: string, up_to: number) =>
  answerOf('markNotificationsRead', await registry.sendOnSite('PUT', '/account/notifications/read', who, { up_to }));
const newer = (registry: TestRegistry, skill: string, text = 'A newer one.') =>
  published(registry, skill, { 'SKILL.md': skillMd(skill.split(':')[1] ?? '', text) });
const news = async (registry: TestRegistry, who: string) =>
  (await listed(registry, who)).news.map(({ event, target }) => `${event} ${target.replace(/@.*/, '')}`);

describe.each(engineNames)('notifications on %s', (name) => {
  it('count what waits until it is answered, and news until they are read', async () => {
    await using registry = await openRegistry(name);
    await published(registry, 'ada:one');
    await published(registry, 'bob:tool');
    await install(registry, 'bob', 'ada:one');
    expect(await count(registry, 'bob')).toBe(0);
    await newer(registry, 'ada:one');
    await addTeam(registry, 'crew', { ada: 'owner' });
    await registry.send('PUT', '/teams/crew/members/bob', 'ada', { role: 'member' });
    await moderate(registry, 'bob:tool', 'warn');
    expect(await count(registry, 'bob')).toBe(3);
    const { approvals, invitations, news, newest } = await listed(registry, 'bob');
    expect(approvals).toEqual([{ skill_id: 'ada:one', version_label: 'v2', approved_label: 'v1' }]);
    expect(invitations).toMatchObject([{ team: { handle: 'crew' }, invited_by: 'ada' }]);
    expect(news).toMatchObject([{ kind: 'moderation', event: 'moderation.warned', target: 'bob:tool', unread: true }]);
    expect(await read(registry, 'bob', newest)).toEqual({ notifications: 2 });
    expect((await listed(registry, 'bob')).news).toMatchObject([{ unread: false }]);
    await install(registry, 'bob', 'ada:one');
    await registry.send('DELETE', '/invitations/crew', 'bob');
    expect(await count(registry, 'bob')).toBe(0);
  });

  it('are of the kinds that somebody turned on', async () => {
    await using registry = await openRegistry(name);
    await published(registry, 'ada:one');
    await install(registry, 'bob', 'ada:one');
    await newer(registry, 'ada:one');
    await follow(registry, 'bob', 'ada');
    expect(await count(registry, 'ada')).toBe(0);
    await turn(registry, 'ada', { followers: true });
    expect(await count(registry, 'ada')).toBe(1);
    await turn(registry, 'bob', { approvals: false });
    expect(await count(registry, 'bob')).toBe(0);
    expect(await listed(registry, 'bob')).toMatchObject({
      approvals: [],
      settings: { approvals: false, moderation: true },
    });
    expect(await refused(await turn(registry, 'bob', { approvals: 1 }))).toBe('400 malformed_body');
    expect(await refused(await turn(registry, 'bob', { everything: false }))).toBe('400 malformed_body');
  });

  it('of a team are its owners’ and maintainers’, but for what one of them did', async () => {
    await using registry = await openRegistry(name);
    await addTeam(registry, 'crew', { ada: 'owner', bob: 'maintainer', carl: 'member' });
    await registry.send('POST', '/skills/crew/inner/versions', 'ada', {
      files: [{ path: 'SKILL.md', text: skillMd('inner') }],
      visibility: 'private',
    });
    await moderate(registry, 'crew:inner', 'warn');
    for (const who of ['ada', 'bob']) expect(await news(registry, who)).toEqual(['moderation.warned crew:inner']);
    expect(await news(registry, 'carl')).toEqual([]);
    for (const who of ['ada', 'bob']) await turn(registry, who, { moderation: false, stars: true });
    await registry.send('PUT', '/skills/crew/inner/star', 'bob');
    expect(await news(registry, 'ada')).toEqual(['skill.starred crew:inner']);
    expect(await news(registry, 'bob')).toEqual([]);
    for (const who of ['ada', 'bob']) await turn(registry, who, { moderation: true });
    await registry.send('DELETE', '/teams/crew/members/bob', 'ada');
    expect(await news(registry, 'bob')).toEqual([]);
  });

  it('tell of a follower once, for as long as they follow and can be seen', async () => {
    await using registry = await openRegistry(name);
    await registry.as('ada');
    await turn(registry, 'ada', { followers: true });
    for (let round = 0; round < 3; round += 1) {
      await follow(registry, 'bob', 'ada');
      await registry.send('DELETE', '/profiles/ada/follow', 'bob');
    }
    expect(await count(registry, 'ada')).toBe(0);
    await follow(registry, 'bob', 'ada');
    await follow(registry, 'carl', 'ada');
    expect(await news(registry, 'ada')).toEqual(['profile.followed carl', 'profile.followed bob']);
    expect(await count(registry, 'ada')).toBe(2);
    await suspend(registry, 'carl', true);
    expect(await news(registry, 'ada')).toEqual(['profile.followed bob']);
  });

  it('are never counted beyond a bound, and paged to the last', async () => {
    await using registry = await openRegistry(name);
    await registry.as('ada');
    const total = countedTo + newsAtOnce;
    await registry.engine.write(async (db) => {
      const ada = await profileByHandle(db, 'ada');
      const event = { kind: 'moderation.warned', subject: 'ada', actor_id: null, concerns: ada?.id ?? 0 } as const;
      const data = JSON.stringify({ reason: 'Many.' });
      await db
        .insertInto('events')
        .values(Array.from({ length: total }, (_, created_at) => ({ ...event, data, created_at })))
        .execute();
    });
    expect(await count(registry, 'ada')).toBe(countedTo);
    const ids: number[] = [];
    for (let next: number | null = Number.MAX_SAFE_INTEGER; next !== null; ) {
      const page = await listed(registry, 'ada', `?before=${next}`);
      ids.push(...page.news.map(({ id }) => id));
      next = page.next;
    }
    expect(new Set(ids).size).toBe(total);
    expect(ids).toEqual([...ids].sort((a, b) => b - a));
  });

  it('marked as read stay so, and what happens afterwards is unread', async () => {
    await using registry = await openRegistry(name);
    await published(registry, 'ada:one');
    await moderate(registry, 'ada:one', 'warn');
    await read(registry, 'ada', Number.MAX_SAFE_INTEGER);
    await read(registry, 'ada', 0);
    expect(await count(registry, 'ada')).toBe(0);
    await moderate(registry, 'ada', 'warn');
    expect(await count(registry, 'ada')).toBe(1);
    expect(await refused(await registry.sendOnSite('PUT', '/account/notifications/read', 'ada', { up_to: -1 }))).toBe(
      '400 malformed_body',
    );
    expect(await refused(await registry.sendOnSite('GET', '/account/notifications?before=x', 'ada'))).toBe(
      '400 invalid_parameter',
    );
  });

  it('of what waits outlast the events that brought it', async () => {
    await using registry = await openRegistry(name);
    const { engine, clock } = registry;
    await published(registry, 'ada:one');
    await install(registry, 'bob', 'ada:one');
    await newer(registry, 'ada:one');
    await moderate(registry, 'ada:one', 'warn');
    await addTeam(registry, 'crew', { ada: 'owner' });
    await registry.send('PUT', '/teams/crew/members/bob', 'ada', { role: 'member' });
    await compact({ engine, now: clock.now + privateEventLifetime + 1 });
    expect(await count(registry, 'bob')).toBe(2);
    expect(await news(registry, 'ada')).toEqual(['moderation.warned ada:one']);
  });

  it('of a suspended person are none, but for who they are', async () => {
    await using registry = await openRegistry(name);
    await published(registry, 'ada:one');
    await moderate(registry, 'ada:one', 'warn');
    await suspend(registry, 'ada', true);
    const standing = await registry.sendOnSite('GET', '/account/standing?skill=ada:one', 'ada');
    expect(await answerOf('getStanding', standing)).toMatchObject({
      ...{ handle: 'ada', suspended: true, notifications: 0, skill: null },
    });
    expect(await refused(await registry.sendOnSite('GET', '/account/notifications', 'ada'))).toBe('403 forbidden');
  });
});
