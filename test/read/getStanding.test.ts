import { describe, expect, it } from 'vitest';
import { answerOf, published, refused } from '../answers.ts';
import { engineNames } from '../engines.ts';
import { openRegistry, skillMd, type TestRegistry } from '../registry.ts';
import { addKit, addTeam, follow, install } from '../scene.ts';

const standing = async (registry: TestRegistry, who: string, query: string) =>
  answerOf('getStanding', await registry.sendOnSite('GET', `/account/standing?${query}`, who));

describe.each(engineNames)('where somebody stands on %s', (name) => {
  it('to a skill is what their library, stars and kits have of it', async () => {
    await using registry = await openRegistry(name);
    const { hash } = await published(registry, 'ada:one');
    await addKit(registry, 'bob', 'desk', []);
    await addTeam(registry, 'crew', { carl: 'owner', bob: 'maintainer' });
    await registry.send('POST', '/kits', 'carl', { owner: 'crew', slug: 'box', name: 'Box', visibility: 'private' });
    expect((await standing(registry, 'bob', 'skill=ada:one')).skill).toEqual({
      ...{ skill_id: 'ada:one', library: null, starred: false, star_count: 0, publishes: false },
      kits: [
        { id: 'bob/desk', name: 'The desk kit', has: false, hash: null, note: '' },
        { id: 'crew/box', name: 'Box', has: false, hash: null, note: '' },
      ],
    });
    await install(registry, 'bob', 'ada:one');
    const next = await published(registry, 'ada:one', { 'SKILL.md': skillMd('one', 'A newer one.') });
    await registry.send('PUT', '/skills/ada/one/star', 'bob');
    await registry.send('PUT', '/kits/bob/desk/skills/ada/one', 'bob', { note: 'Daily.' });
    expect((await standing(registry, 'bob', 'skill=ada:one')).skill).toMatchObject({
      library: { approved: { hash }, pinned: false, pending: { hash: next.hash } },
      ...{ starred: true, star_count: 1 },
      kits: [{ id: 'bob/desk', has: true, note: 'Daily.' }, { has: false }],
    });
    expect((await standing(registry, 'ada', 'skill=ada:one')).skill).toMatchObject({ publishes: true, kits: [] });
  });

  it('to a profile or a kit is whether they follow or subscribe', async () => {
    await using registry = await openRegistry(name);
    await addKit(registry, 'ada', 'tools', []);
    await follow(registry, 'bob', 'ada');
    await registry.send('PUT', '/kits/ada/tools/subscription', 'bob');
    expect(await standing(registry, 'bob', 'profile=ada&kit=ada/tools')).toMatchObject({
      profile: { handle: 'ada', following: true, followers: 1, self: false },
      kit: { id: 'ada/tools', subscribed: true, subscriber_count: 1, changes: false },
    });
    expect(await standing(registry, 'ada', 'profile=ada&kit=ada/tools')).toMatchObject({
      profile: { following: false, self: true },
      kit: { subscribed: false, changes: true },
    });
  });

  it('to what is private is what it would be to what is not there', async () => {
    await using registry = await openRegistry(name);
    await registry.publish('ada', 'secret', { 'SKILL.md': skillMd('secret') }, { visibility: 'private' });
    await addKit(registry, 'ada', 'drawer', [], 'private');
    const of = (skill: string, kit: string) => standing(registry, 'bob', `skill=ada:${skill}&kit=ada/${kit}`);
    await registry.as('bob');
    expect(await of('secret', 'drawer')).toEqual(await of('none', 'none'));
    expect((await standing(registry, 'ada', 'skill=ada:secret')).skill).toMatchObject({ publishes: true });
  });

  it('is kept by no cache, and told to the site’s own pages alone', async () => {
    await using registry = await openRegistry(name);
    await registry.as('ada');
    const response = await registry.sendOnSite('GET', '/account/standing', 'ada');
    expect(response.headers.get('cache-control')).toBe('private, no-store');
    expect(await refused(await registry.get('/account/standing'))).toBe('401 unauthorized');
    expect(await refused(await registry.get('/account/standing', await registry.as('ada')))).toBe('401 unauthorized');
    for (const query of ['skill=ada/one', 'skill=', 'kit=ada:one', 'profile=Ada', 'skill=a:b:c'])
      expect(await refused(await registry.sendOnSite('GET', `/account/standing?${query}`, 'ada'))).toBe(
        '400 invalid_parameter',
      );
  });
});
