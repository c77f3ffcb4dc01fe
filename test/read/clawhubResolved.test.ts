import type { KyselyPlugin } from 'kysely';
import { expect, it } from 'vitest';
import { published } from '../answers.ts';
import { openRegistry } from '../registry.ts';

it('many who ask at once which version their files are have them read once', async () => {
  let reads = 0;
  const counting: KyselyPlugin = {
    transformQuery: ({ node }) => {
      const text = JSON.stringify(node);
      if (text.includes('"version_files"') && text.includes('"owner"')) reads += 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  await using registry = await openRegistry('sqlite', {
    through: (engine) => ({ ...engine, db: engine.db.withPlugin(counting) }),
  });
  await published(registry, 'ada:asked-often');
  const path = `/api/clawhub/api/v1/resolve?slug=asked-often&hash=${'0'.repeat(64)}`;
  const answers = await Promise.all(Array.from({ length: 20 }, () => registry.app.request(path)));
  for (const answer of answers) expect(await answer.json()).toMatchObject({ match: null, latestVersion: {} });
  expect(reads).toBe(1);
});
