import { expect, it } from 'vitest';
import { answerOf, published } from '../../answers.ts';
import { engineNames } from '../../engines.ts';
import { openRegistry, skillMd } from '../../registry.ts';

const files = { 'SKILL.md': skillMd('sql', 'Writes SQL queries and analyzes datasets in CSV files.') };
const others = { 'SKILL.md': skillMd('sql', 'Cuts videos, transcribes podcasts and edits audio.') };

it.each(engineNames)(
  'suggests a category where nobody chose one, and keeps it until somebody does, on %s',
  async (name) => {
    await using registry = await openRegistry(name);
    const categoryOf = async (path: string) => (await answerOf('getSkill', await registry.get(path))).category;

    const suggested = await published(registry, 'ada:sql', files);
    expect(suggested.category_suggested).toBe('data');
    expect(await categoryOf('/skills/ada/sql')).toBe('data');
    // Another text moves no skill to another list.
    expect(await published(registry, 'ada:sql', others)).toMatchObject({ category_suggested: 'data' });
    expect(await categoryOf('/skills/ada/sql')).toBe('data');

    const body = JSON.stringify({ category: 'writing' });
    const headers = { ...(await registry.as('ada')), 'content-type': 'application/json' };
    const response = await registry.app.request('/api/v1/skills/ada/sql', { method: 'PATCH', headers, body });
    expect(response.status).toBe(200);
    const again = await published(registry, 'ada:sql', { ...files, 'a.txt': 'a' });
    expect(again).not.toHaveProperty('category_suggested');
    expect(await categoryOf('/skills/ada/sql')).toBe('writing');

    expect(await published(registry, 'ada:chosen', files, { category: 'other' })).not.toHaveProperty(
      'category_suggested',
    );
    expect(await categoryOf('/skills/ada/chosen')).toBe('other');
  },
);
