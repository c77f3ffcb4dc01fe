import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answerOf } from '../answers.ts';
import { engineNames } from '../engines.ts';
import { openRegistry, type TestRegistry } from '../registry.ts';
import { addKit, addTeam } from '../scene.ts';

describe.each(engineNames)('one’s own kits on %s', (name) => {
  let registry: TestRegistry & AsyncDisposable;
  beforeAll(async () => {
    registry = await openRegistry(name);
    for (const handle of ['ada', 'grace', 'linus']) await registry.as(handle);
    await addTeam(registry, 'crew', { grace: 'owner', ada: 'maintainer', linus: 'member' });
    await addKit(registry, 'ada', 'tools', []);
    await addKit(registry, 'ada', 'secrets', [], 'private');
    await addKit(registry, 'grace', 'other', []);
    await registry.send('POST', '/kits', 'grace', { owner: 'crew', slug: 'shared', name: 'Shared' });
  });
  afterAll(() => registry[Symbol.asyncDispose]());

  const kitsOf = async (handle: string) => {
    const response = await registry.get('/account/kits', await registry.as(handle));
    const { own, subscribed } = await answerOf('listOwnKits', response);
    return { own: own.map(({ id }) => id), subscribed: subscribed.map(({ id }) => id) };
  };

  it('are those that one may change, private ones and those of teams that one publishes for too', async () => {
    expect((await kitsOf('ada')).own).toEqual(['ada/secrets', 'ada/tools', 'crew/shared']);
    expect((await kitsOf('grace')).own).toEqual(['crew/shared', 'grace/other']);
    expect((await kitsOf('linus')).own).toEqual([]);
  });

  it('are told apart from those that one subscribes to, until that ends or they go private', async () => {
    for (const kit of ['grace/other', 'ada/tools']) await registry.send('PUT', `/kits/${kit}/subscription`, 'linus');
    expect(await kitsOf('linus')).toEqual({ own: [], subscribed: ['ada/tools', 'grace/other'] });
    await registry.send('DELETE', '/kits/ada/tools/subscription', 'linus');
    expect((await kitsOf('linus')).subscribed).toEqual(['grace/other']);
    await registry.send('PATCH', '/kits/grace/other', 'grace', { visibility: 'private' });
    expect((await kitsOf('linus')).subscribed).toEqual([]);
  });

  it('are nobody’s without a name', async () => {
    expect((await registry.get('/account/kits')).status).toBe(401);
  });
});
