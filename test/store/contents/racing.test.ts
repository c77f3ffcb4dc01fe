import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { moveToDatabase, moveToObjects } from '../../../origin/store/contents/move.ts';
import { sweepAll } from '../../../origin/store/contents/sweep.ts';
import type { Engine } from '../../../origin/store/engine/engine.ts';
import { openStore } from '../../../origin/store/engine/open.ts';
import { checkStore } from '../../../origin/store/skills/check.ts';
import { openRegistry, skillMd } from '../../registry.ts';
import { hasPostgres, newPostgres } from '../../servers/postgres.ts';

const act = fc.record({
  does: fc.constantFrom('publish', 'publish', 'publish', 'withdraw', 'withdraw', 'sweep', 'sweep', 'out', 'back'),
  who: fc.constantFrom('ada', 'ben'),
  text: fc.integer({ min: 1, max: 3 }),
  pause: fc.integer({ min: 0, max: 15 }),
});

/** Dropped objects go at once: a sweeper that keeps them for a day is met by nothing. */
const atOnce = -2;

async function openStored(name: 'sqlite' | 'postgres') {
  const folder = await mkdtemp(join(tmpdir(), 'racing-'));
  const server = name === 'postgres' ? await newPostgres() : undefined;
  const place = { dataDir: join(folder, 'data'), objectStore: join(folder, 'objects'), databaseUrl: server?.url };
  const opened = await openStore(place, { tell: () => undefined });
  const { contents } = opened;
  if (!contents) throw new Error('It has objects.');
  // What was looked up before a publish may be gone once it has put the rest.
  const slow: Engine = {
    ...opened,
    contents: { ...contents, put: (each) => wait(Math.random() * 20).then(() => contents.put(each)) },
  };
  return {
    ...{ engine: slow, contents },
    [Symbol.asyncDispose]: async () => {
      await opened.close();
      await server?.[Symbol.asyncDispose]();
      await rm(folder, { recursive: true });
    },
  };
}

describe.each(['sqlite', 'postgres'] as const)('publishes on %s', (name) => {
  it.skipIf(name === 'postgres' && !hasPostgres)(
    'have all they name, whatever is withdrawn, swept and moved at the same time',
    async () => {
      await using stored = await openStored(name);
      const { engine, contents } = stored;
      const registry = await openRegistry(name, { engine });
      const moving = { engine, contents, onProgress: () => undefined };
      for (const who of ['ada', 'ben']) await registry.as(who);
      let round = 0;
      await fc.assert(
        fc.asyncProperty(fc.array(act, { minLength: 6, maxLength: 20 }), async (acts) => {
          round += 1;
          const hashes = new Map<string, string>();
          const run = async ({ does, who, text, pause }: (typeof acts)[number]) => {
            await wait(pause);
            if (does === 'sweep') return void (await sweepAll({ engine, contents, days: atOnce }));
            if (does === 'out') return void (await moveToObjects(moving));
            if (does === 'back') return void (await moveToDatabase(moving));
            const hash = hashes.get(who);
            if (does === 'withdraw') {
              if (hash) await registry.send('DELETE', `/skills/${who}/same/versions/${hash}`, who);
              return;
            }
            const shared = { 'a.txt': `shared ${round}`, 'b.txt': `text ${text} of ${round}` };
            const files = { 'SKILL.md': skillMd('same', `Says ${Math.random()}.`), ...shared };
            const answer = await registry.publish(who, 'same', files);
            expect(answer.status).toBe(201);
            hashes.set(who, ((await answer.json()) as { hash: string }).hash);
          };
          await Promise.all(acts.map(run));
          const looking = { contents, isThorough: true };
          const { lost, problems } = await checkStore(engine.db, () => undefined, looking);
          expect([...lost, ...problems]).toEqual([]);
        }),
        { numRuns: Number(process.env['THOROUGH'] ?? 1) * 8 },
      );
    },
    60_000,
  );

  it.skipIf(name === 'postgres' && !hasPostgres)(
    'put again what they counted on, where it was swept meanwhile',
    async () => {
      await using stored = await openStored(name);
      const { engine, contents } = stored;
      if (!engine.contents) throw new Error('It has objects.');
      let beforePut = async () => undefined as unknown;
      const put: typeof contents.put = async (each) => {
        await beforePut();
        return contents.put(each);
      };
      const registry = await openRegistry(name, { engine: { ...engine, contents: { ...contents, put } } });
      const publish = (text: string) =>
        registry.publish('ada', 'same', { 'SKILL.md': skillMd('same', text), 'kept.txt': 'In both.', 'own.txt': text });
      const { hash } = (await (await publish('One.')).json()) as { hash: string };
      beforePut = async () => {
        beforePut = async () => undefined;
        await registry.send('DELETE', `/skills/ada/same/versions/${hash}`, 'ada');
        await sweepAll({ engine, contents, days: atOnce });
      };
      expect((await publish('Two.')).status).toBe(201);
      const { lost } = await checkStore(engine.db, () => undefined, { contents, isThorough: true });
      expect(lost).toEqual([]);
    },
  );
});
