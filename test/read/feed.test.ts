import { describe, expect, it } from 'vitest';
import { answerOf, published } from '../answers.ts';
import { engineNames } from '../engines.ts';
import { openRegistry, skillMd, type TestRegistry } from '../registry.ts';
import { addKit, follow, suspend } from '../scene.ts';

const feedOf = async (registry: TestRegistry, who: string, query = '') =>
  answerOf('listFeed', await registry.get(`/account/feed${query}`, await registry.as(who)));
const targets = async (registry: TestRegistry, who: string) =>
  (await feedOf(registry, who)).items.map(({ kind, target }) => `${kind} ${target}`);
const newer = (registry: TestRegistry, skill: string) =>
  published(registry, skill, { 'SKILL.md': skillMd(skill.split(':')[1] ?? '', 'A newer one.') });

describe.each(engineNames)('the feed of what somebody follows on %s', (name) => {
  it('has what those published whom they follow, and versions of what they starred, each once', async () => {
    await using registry = await openRegistry(name);
    for (const skill of ['ada:one', 'bob:two', 'carl:three']) await published(registry, skill);
    await addKit(registry, 'ada', 'tools', ['ada:one']);
    await follow(registry, 'reader', 'ada');
    for (const skill of ['ada/one', 'bob/two']) await registry.send('PUT', `/skills/${skill}/star`, 'reader');
    await newer(registry, 'bob:two');
    await newer(registry, 'carl:three');
    expect(await targets(registry, 'reader')).toEqual([
      'publish bob:two',
      'kit ada/tools',
      'publish bob:two',
      'publish ada:one',
    ]);
    expect(await targets(registry, 'carl')).toEqual([]);
    const first = await feedOf(registry, 'reader', '?limit=3');
    expect([first.items.length, first.more]).toEqual([3, true]);
    expect(await feedOf(registry, 'reader', '?limit=3&offset=3')).toMatchObject({
      items: [{ target: 'ada:one', description: 'What one does.' }],
      more: false,
    });
  });

  it('has nothing that is not public now', async () => {
    await using registry = await openRegistry(name);
    await follow(registry, 'reader', 'ada');
    await registry.publish('ada', 'secret', { 'SKILL.md': skillMd('secret') }, { visibility: 'private' });
    await published(registry, 'ada:one');
    await addKit(registry, 'ada', 'drawer', ['ada:one'], 'private');
    expect(await targets(registry, 'reader')).toEqual(['publish ada:one']);
    await registry.send('PATCH', '/skills/ada/one', 'ada', { visibility: 'private' });
    expect(await targets(registry, 'reader')).toEqual([]);
    await registry.send('PATCH', '/skills/ada/one', 'ada', { visibility: 'public' });
    await suspend(registry, 'ada', true);
    expect(await targets(registry, 'reader')).toEqual([]);
  });
});
