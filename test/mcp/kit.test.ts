import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answerOf } from '../answers.ts';
import { openRegistry, skillMd, type TestRegistry } from '../registry.ts';
import { addKit, install } from '../scene.ts';
import { type Connected, connect, generations } from './clients.ts';

describe.each(generations)('the hosted kit, for a client of %s', (generation) => {
  let registry: TestRegistry & AsyncDisposable;
  let client: Connected;
  const asked: { method: string; status: number }[] = [];
  beforeAll(async () => {
    registry = await openRegistry();
    await registry.publish('ada', 'sums', {
      'SKILL.md': skillMd('sums', 'Adds columns.'),
      'scripts/add.py': 'print(1)\n',
    });
    await registry.publish('ada', 'secret', { 'SKILL.md': skillMd('secret') }, { visibility: 'private' });
    await registry.publish(
      'grace',
      'weather',
      { 'SKILL.md': skillMd('weather', 'Tells the weather.') },
      { category: 'data' },
    );
    await registry.publish('grace', 'other', { 'SKILL.md': skillMd('other') });
    await registry.publish('hana', 'notes', { 'SKILL.md': skillMd('notes') });
    await install(registry, 'ada', 'grace:weather');
    await addKit(registry, 'hana', 'desk', ['hana:notes']);
    await answerOf('subscribeToKit', await registry.send('PUT', '/kits/hana/desk/subscription', 'ada'));
    client = await connect(registry, await registry.tokenFor('ada'), generation, asked);
  });
  afterAll(async () => {
    await client?.[Symbol.asyncDispose]();
    await registry[Symbol.asyncDispose]();
  });

  it('is spoken in the newest revision that both know', () => expect(client.revision()).toBe(generation));

  it('offers four tools, that only read', async () => {
    const tools = await client.tools();
    expect(tools.map(({ name }) => name).sort()).toEqual(['fetch', 'get_skill', 'list_skills', 'search']);
    expect(tools.every(({ annotations }) => annotations?.readOnlyHint)).toBe(true);
  });

  it('holds what is one’s own, what one approved, and what one’s kits have', async () => {
    const { skills, total } = await client.call('list_skills');
    expect(skills.map(({ id, source }) => `${id} ${source}`)).toEqual([
      'ada:secret own',
      'ada:sums own',
      'grace:weather library',
      'hana:notes kit:hana/desk',
    ]);
    expect(total).toBe(4);
  });
});
