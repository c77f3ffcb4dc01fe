import fc from 'fast-check';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { Db, Engine } from '../../../origin/store/engine/engine.ts';
import { changesAfter, newestChange, notesAfter } from '../../../origin/store/events/changes.ts';
import { batchSize, compact, privateEventLifetime } from '../../../origin/store/events/compaction.ts';
import { engineNames, openEngine } from '../../engines.ts';
import { openRegistry } from '../../registry.ts';
import { follow } from '../../scene.ts';
import { times } from '../../thoroughness.ts';
import { noted } from '../profiles.ts';
import { moderate } from '../rows.ts';

const now = 2_000_000_000;
const kinds = ['skill', 'kit', 'profile'] as const;
const count = async (db: Db, table: 'changes' | 'events') =>
  (await db.selectFrom(table).select(sql<number>`count(*)`.as('rows')).executeTakeFirstOrThrow()).rows;

/** Rows of one event each, private or not, that happened at these times. */
const addEvents = (engine: Engine, lasting: 0 | 1, times: number[]) =>
  engine.write((db) =>
    db
      .insertInto('events')
      .values(
        times.map((created_at) => ({
          ...{ kind: 'kit.changed' as const, subject: 'ada/tools', actor_id: 1, data: '{}', lasting, created_at },
        })),
      )
      .execute(),
  );

/** What a follower learns who was last at `seq`, however it asks. */
async function learned(db: Db, seq: number) {
  const notes = await notesAfter(db, seq, 10_000);
  const names = new Set(notes.map((note) => `${note.kind} ${note.entity_id}`));
  return { changes: await changesAfter(db, seq), names: [...names].sort(), newest: await newestChange(db) };
}

describe.each(engineNames)('compaction on %s', (name) => {
  it('tells every follower of the same entities, wherever it was', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ kind: fc.constantFrom(...kinds), id: fc.nat({ max: 3 }) }), { maxLength: 40 }),
        fc.nat({ max: 40 }),
        async (changes, compactedBefore) => {
          const engine = await openEngine(name);
          for (const [index, { kind, id }] of changes.entries()) {
            await engine.write((db) => noted(db, kind, id));
            if (index === compactedBefore) await compact({ engine, now });
          }
          const positions = Array.from({ length: changes.length + 1 }, (_, seq) => seq);
          const all = () => Promise.all(positions.map((seq) => learned(engine.db, seq)));
          const before = await all();
          await compact({ engine, now });
          expect(await all()).toEqual(before);
          expect(await count(engine.db, 'changes')).toBe(new Set(changes.map(({ kind, id }) => `${kind} ${id}`)).size);
          await engine.close();
        },
      ),
      { numRuns: times(name === 'sqlite' ? 15 : 5) },
    );
  });

  it('takes old private events alone', async () => {
    const engine = await openEngine(name);
    const limit = now - privateEventLifetime;
    await addEvents(engine, 0, [limit - 1, limit, now]);
    await addEvents(engine, 1, [limit - 1, now]);
    await compact({ engine, now });
    const left = await engine.db.selectFrom('events').select(['lasting', 'created_at']).orderBy('id').execute();
    expect(left).toEqual([
      { lasting: 0, created_at: limit },
      { lasting: 0, created_at: now },
      { lasting: 1, created_at: limit - 1 },
      { lasting: 1, created_at: now },
    ]);
    await engine.close();
  });

  it('holds up other writes for a batch at a time', async () => {
    const engine = await openEngine(name);
    for (let time = 0; time < 2; time += 1)
      await engine.write((db) =>
        db
          .insertInto('changes')
          .values(Array.from({ length: 2500 }, (_, id) => ({ kind: 'skill' as const, entity_id: id })))
          .execute(),
      );
    await addEvents(engine, 0, Array(2500).fill(1));
    const taken: number[] = [];
    const watched: Engine = {
      ...engine,
      write: (work) =>
        engine.write(async (db) => {
          const rows = async () => (await count(db, 'changes')) + (await count(db, 'events'));
          const before = await rows();
          const done = await work(db);
          taken.push(before - (await rows()));
          return done;
        }),
    };
    await compact({ engine: watched, now });
    expect(taken.reduce((sum, rows) => sum + rows, 0)).toBe(2500 + 2500);
    expect(Math.max(...taken)).toBeLessThanOrEqual(batchSize);
    await engine.close();
  });

  it('stops between two batches', async () => {
    const engine = await openEngine(name);
    await addEvents(engine, 0, Array(2500).fill(1));
    const stopping = new AbortController();
    const stopped: Engine = {
      ...engine,
      write: (work) => engine.write(work).finally(() => stopping.abort()),
    };
    await compact({ engine: stopped, now, signal: stopping.signal });
    expect(await count(engine.db, 'events')).toBe(2500 - batchSize);
    await engine.close();
  });
});

describe.each(engineNames)('the logs on %s', (name) => {
  it('never give a number twice, whatever was taken out', async () => {
    const engine = await openEngine(name);
    await engine.write((db) => noted(db, 'skill', 1));
    await addEvents(engine, 0, [1]);
    const numbers = async () => ({
      change: await newestChange(engine.db),
      event: (await engine.db.selectFrom('events').select('id').executeTakeFirstOrThrow()).id,
    });
    const before = await numbers();
    await engine.write(async (db) => {
      await db.deleteFrom('changes').execute();
      await db.deleteFrom('events').execute();
    });
    await engine.write((db) => noted(db, 'skill', 1));
    await addEvents(engine, 0, [1]);
    const after = await numbers();
    expect(after.change).toBeGreaterThan(before.change);
    expect(after.event).toBe(before.event + 1);
    await engine.close();
  });

  it('let nobody change an event, nor take out one that stays', async () => {
    await using registry = await openRegistry(name);
    await registry.as('anna');
    await follow(registry, 'bob', 'anna');
    await moderate(registry, 'anna', 'warn');
    const { engine } = registry;
    const rewritten = engine.write((db) => db.updateTable('events').set({ actor_id: null }).execute());
    await expect(rewritten).rejects.toThrow(/append-only/);
    const erased = engine.write((db) => db.deleteFrom('events').where('kind', '=', 'moderation.warned').execute());
    await expect(erased).rejects.toThrow(/append-only/);
    await engine.write((db) => db.deleteFrom('events').where('kind', '=', 'profile.followed').execute());
  });
});
