import { describe, expect, it } from 'vitest';
import { engineNames } from '../../engines.ts';
import { openRegistry, skillMd } from '../../registry.ts';
import { watched } from '../../watched.ts';

describe.each(engineNames)('a publish on %s', (name) => {
  it('takes a few statements, however many versions there are', async () => {
    let statements = 0;
    const through = (engine: Parameters<typeof watched>[0]) =>
      watched(engine, () => {
        statements += 1;
      });
    await using registry = await openRegistry(name, { through });
    const publish = async (text: string, options = {}) => {
      const before = statements;
      const response = await registry.publish('anna', 'pdf', { 'SKILL.md': skillMd('pdf', text) }, options);
      expect(response.status).toBe(201);
      return statements - before;
    };
    await registry.publish('anna', 'other', { 'SKILL.md': skillMd('other') });
    expect(await publish('The first.')).toBe(20);
    for (const text of ['The next.', 'One more.', 'Another.']) expect(await publish(text)).toBe(20);
    // What is so already is no change: only secrets are looked for again.
    expect(await publish('The last.', { visibility: 'public', category: 'documents' })).toBe(21);
  });
});
