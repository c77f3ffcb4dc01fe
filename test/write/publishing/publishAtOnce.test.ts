import { describe, expect, it } from 'vitest';
import { answerOf } from '../../answers.ts';
import { engineNames } from '../../engines.ts';
import { openRegistry, skillMd } from '../../registry.ts';

const statuses = (responses: Response[]) => responses.map((response) => response.status).sort();

describe.each(engineNames)('fifty publishes at once on %s', (name) => {
  it('of the same new content make one version: 201 once, then 200 with its record', async () => {
    await using registry = await openRegistry(name);
    await registry.as('anna');
    const publish = () => registry.publish('anna', 'pdf', { 'SKILL.md': skillMd('pdf'), 'a.md': 'a' });
    const responses = await Promise.all(Array.from({ length: 50 }, publish));
    expect(statuses(responses)).toEqual([...Array(49).fill(200), 201]);
    const records = await Promise.all(responses.map((response) => answerOf('publishSkillVersion', response)));
    for (const record of records) expect(record).toEqual(records[0]);
    const skill = await answerOf('getSkill', await registry.get('/skills/anna/pdf'));
    expect(skill.versions).toHaveLength(1);
    const feed = await answerOf('listActivity', await registry.get('/discover/feed'));
    expect(feed.items.map((item) => item.kind)).toEqual(['publish', 'profile']);
  });

  it('of different content under one label let one win', async () => {
    await using registry = await openRegistry(name);
    await registry.as('anna');
    const publish = (_: unknown, index: number) =>
      registry.publish('anna', 'pdf', { 'SKILL.md': skillMd('pdf', `Number ${index}.`) }, { version_label: '1.0' });
    const responses = await Promise.all(Array.from({ length: 50 }, publish));
    expect(statuses(responses)).toEqual([201, ...Array(49).fill(409)]);
    const skill = await answerOf('getSkill', await registry.get('/skills/anna/pdf'));
    expect(skill.versions.map((version) => version.version_label)).toEqual(['1.0']);
  });

  it('of different content count up without gap or double', async () => {
    await using registry = await openRegistry(name);
    await registry.as('anna');
    const publish = (_: unknown, index: number) =>
      registry.publish('anna', 'pdf', { 'SKILL.md': skillMd('pdf', `Number ${index}.`) });
    const responses = await Promise.all(Array.from({ length: 50 }, publish));
    expect(statuses(responses)).toEqual(Array(50).fill(201));
    const { versions, version } = await answerOf('getSkill', await registry.get('/skills/anna/pdf'));
    const numbers = Array.from({ length: 50 }, (_, index) => 50 - index);
    expect(versions.map((one) => one.version)).toEqual(numbers);
    expect(versions.map((one) => one.version_label)).toEqual(numbers.map((number) => `v${number}`));
    expect(version).toBe(50);
  });
});
