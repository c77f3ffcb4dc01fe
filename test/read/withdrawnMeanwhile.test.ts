import type { KyselyPlugin } from 'kysely';
import { expect, it } from 'vitest';
import { standingVersion, withdrawVersion } from '../../origin/store/skills/versions.ts';
import { refused } from '../answers.ts';
import { openRegistry, skillMd } from '../registry.ts';

/** What is asked about a skill, and about its newest version. */
const paths = {
  'its manifest': '/api/v1/skills/ada/sums/manifest',
  'its text': '/ada/sums.md',
  'what the version holds': '/api/v1/skills/ada/sums/versions/:hash/files',
  'a file of it': '/api/v1/skills/ada/sums/versions/:hash/file?path=SKILL.md',
  'its archive': '/api/v1/skills/ada/sums/versions/:hash/bundle',
};

/** A skill with two versions. `during` does something after so many queries of reads, once. */
async function openScene() {
  let [left, interrupt] = [Number.POSITIVE_INFINITY, async () => {}];
  const interrupting: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      left -= 1;
      if (left === 0) await interrupt();
      return result;
    },
  };
  const registry = await openRegistry('sqlite', {
    through: (engine) => ({ ...engine, db: engine.db.withPlugin(interrupting) }),
  });
  await registry.publish('ada', 'sums', { 'SKILL.md': skillMd('sums', 'Adds.', 'The first.') });
  await registry.publish('ada', 'sums', { 'SKILL.md': skillMd('sums', 'Adds.', 'The second.') });
  const { latest_hash: hash } = await (await registry.get('/skills/ada/sums')).json();
  const ask = async (path: string) => {
    const answer = await registry.get(path.slice(1).replace(':hash', hash));
    const isFound = answer.status === 200;
    return { status: answer.status, body: isFound ? Buffer.from(await answer.arrayBuffer()).toString('hex') : '' };
  };
  return {
    ask,
    withdraw: () =>
      registry.engine.write(async (db) => {
        const version = await standingVersion(db, 1, hash);
        if (version) await withdrawVersion(db, version, { by: 1, now: registry.clock.now });
      }),
    during: (queries: number, work: () => Promise<void>) => {
      [left, interrupt] = [queries, work];
    },
    hasInterrupted: () => left <= 0,
    [Symbol.asyncDispose]: () => registry[Symbol.asyncDispose](),
  };
}

it.each(Object.entries(paths))(
  'whenever a version is withdrawn while %s is looked up, the answer is the one before or after',
  async (_, path) => {
    await using untouched = await openScene();
    const before = await untouched.ask(path);
    for (let queries = 1; ; queries += 1) {
      await using scene = await openScene();
      scene.during(queries, scene.withdraw);
      const meanwhile = await scene.ask(path);
      if (!scene.hasInterrupted()) {
        expect(queries).toBeGreaterThan(2);
        return;
      }
      expect([before, await scene.ask(path)], `after ${queries} queries`).toContainEqual(meanwhile);
    }
  },
);

it('a content that is read wrong is told of, and is not read again until it looks right', async () => {
  let [isWrong, read] = [false, 0];
  const wrong: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      const isContent = result.rows.some((row) => 'bytes' in row);
      if (!isWrong || !isContent) return result;
      read += 1;
      return read > 1 ? result : { ...result, rows: result.rows.map((row) => ({ ...row, bytes: Buffer.from('?') })) };
    },
  };
  await using registry = await openRegistry('sqlite', {
    through: (engine) => ({ ...engine, db: engine.db.withPlugin(wrong) }),
  });
  await registry.publish('ada', 'sums', { 'SKILL.md': skillMd('sums', 'Adds.', 'The first.') });
  isWrong = true;
  expect(await refused(await registry.get('ada/sums.md'))).toBe('503 unavailable');
  expect(read).toBe(1);
});
