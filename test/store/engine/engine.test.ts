import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Db, Engine } from '../../../origin/store/engine/engine.ts';
import { openStore } from '../../../origin/store/engine/open.ts';
import { changesAfter, newestChange, notesAfter } from '../../../origin/store/events/changes.ts';
import { type EngineName, engineNames, openEngine } from '../../engines.ts';
import { hasPgbouncer, newPgbouncer } from '../../servers/pgbouncer.ts';
import { newPostgres } from '../../servers/postgres.ts';
import { addProfile, noted, TakenBack } from '../profiles.ts';

const counted = (db: Db) =>
  db.selectFrom('counters').select('value').where('name', '=', 'devices').executeTakeFirstOrThrow();

/** Reads, waits and writes back: loses counts unless writes come one at a time. */
async function increment(db: Db): Promise<void> {
  const { value } = await counted(db);
  await new Promise((resolve) => setImmediate(resolve));
  await db
    .updateTable('counters')
    .set({ value: value + 1 })
    .where('name', '=', 'devices')
    .execute();
}

const startCounting = (engine: Engine) =>
  engine.write((db) => db.insertInto('counters').values({ name: 'devices', value: 0 }).execute());

const pooled = 'postgres, through pgbouncer' as const;
type Name = EngineName | typeof pooled;

/** What is proven of each engine is proven of PostgreSQL behind a pooler too, where one is installed. */
function describeEach(what: (name: Name) => string, tests: (name: Name) => void): void {
  for (const name of engineNames) describe(what(name), () => tests(name));
  describe.skipIf(!hasPgbouncer)(what(pooled), () => tests(pooled));
}

/** Behind pgbouncer no two transactions have a connection to themselves. */
async function openPooled(): Promise<Engine> {
  const server = await newPostgres();
  const pooler = await newPgbouncer(server);
  const engine = await openStore({ dataDir: '', databaseUrl: pooler.url });
  return {
    ...engine,
    close: async () => {
      await engine.close();
      await pooler[Symbol.asyncDispose]();
      await server[Symbol.asyncDispose]();
    },
  };
}

const open = (name: Name): Promise<Engine> => (name === pooled ? openPooled() : openEngine(name));

describeEach(
  (name) => `the ${name} engine`,
  (name) => {
    let engine: Engine;
    beforeAll(async () => {
      engine = await open(name);
    });
    afterAll(() => engine.close());

    it('keeps what a write did once it resolves, and hands on its result', async () => {
      const id = await engine.write((db) => addProfile(db, 'kept'));
      const row = await engine.db
        .selectFrom('profiles')
        .select('display_name')
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      expect(row.display_name).toBe('kept');
    });

    it('takes back everything that a failing write did, and throws what it threw', async () => {
      const failure = new TakenBack();
      const failing = engine.write(async (db) => {
        await addProfile(db, 'taken back');
        throw failure;
      });
      await expect(failing).rejects.toBe(failure);
      const rows = await engine.db
        .selectFrom('profiles')
        .where('display_name', '=', 'taken back')
        .selectAll()
        .execute();
      expect(rows).toEqual([]);
    });

    it('writes again after a statement failed', async () => {
      const broken = engine.write((db) =>
        db
          .insertInto('blobs')
          .values({ hash: 'h', bytes: null as never })
          .execute(),
      );
      await expect(broken).rejects.toThrow(/null/i);
      await expect(engine.write((db) => addProfile(db, 'afterwards'))).resolves.toBeGreaterThan(0);
    });

    it('answers each of many reads at once with what is its own, and one that fails harms no other', async () => {
      const id = await engine.write((db) => addProfile(db, 'asked for'));
      const named = (db: Db) => db.selectFrom('profiles').select('display_name').where('id', '=', id).execute();
      const answers = await engine.pipelined((db) =>
        Promise.allSettled(
          Array.from({ length: 60 }, (_, nth) =>
            nth % 3 === 0 ? sql`select no_such_column from profiles`.execute(db) : named(db),
          ),
        ),
      );
      for (const [nth, answer] of answers.entries())
        if (nth % 3 === 0) expect(answer.status).toBe('rejected');
        else expect(answer).toEqual({ status: 'fulfilled', value: [{ display_name: 'asked for' }] });
    });

    it('lets nobody write who only reads', async () => {
      const reading = engine.read((db) => db.insertInto('counters').values({ name: 'devices', value: 1 }).execute());
      await expect(reading).rejects.toThrow(/read-?only/i);
    });

    it('gives numbers for 64-bit integers and counts', async () => {
      const large = 2 ** 53 - 1;
      const created_at = await engine.write(async (db) => {
        const id = await addProfile(db, 'large');
        const changed = db.updateTable('profiles').set({ created_at: large }).where('id', '=', id);
        return (await changed.returning('created_at').executeTakeFirstOrThrow()).created_at;
      });
      expect(created_at).toBe(large);
      const { rows } = await engine.db
        .selectFrom('profiles')
        .select((e) => e.fn.countAll<number>().as('rows'))
        .executeTakeFirstOrThrow();
      expect(rows).toBeTypeOf('number');
    });

    it('gives bytes back as they were, also those of a view into a larger buffer', async () => {
      const all = Uint8Array.from({ length: 256 }, (_, byte) => byte);
      const contents = {
        whole: all,
        part: all.subarray(100, 140),
        buffer: Buffer.from(all).subarray(7, 9),
        none: all.subarray(3, 3),
      };
      for (const [hash, bytes] of Object.entries(contents)) {
        await engine.write((db) => db.insertInto('blobs').values({ hash, bytes }).execute());
        const row = await engine.db
          .selectFrom('blobs')
          .select('bytes')
          .where('hash', '=', hash)
          .executeTakeFirstOrThrow();
        expect(Buffer.from(row.bytes)).toEqual(Buffer.from(bytes));
      }
    });

    it('gives out ids that only grow, also after the newest row was deleted', async () => {
      const first = await engine.write((db) => addProfile(db, 'first'));
      await engine.write((db) => db.deleteFrom('profiles').where('id', '=', first).execute());
      const second = await engine.write((db) => addProfile(db, 'second'));
      expect(second).toBeGreaterThan(first);
    });

    it('sorts keys by their bytes', async () => {
      await engine.write(async (db) => {
        for (const handle of ['a-b', 'ab', 'a1', 'a', 'b']) {
          const id = await addProfile(db, 'sorted');
          await db.updateTable('profiles').set({ handle }).where('id', '=', id).execute();
        }
      });
      const rows = await engine.db
        .selectFrom('profiles')
        .select('handle')
        .where('handle', 'is not', null)
        .orderBy('handle')
        .execute();
      expect(rows.map((row) => row.handle)).toEqual(['a', 'a-b', 'a1', 'ab', 'b']);
    });
  },
);

describeEach(
  (name) => `writes and reads at the same time on the ${name} engine`,
  (name) => {
    let engine: Engine;
    beforeAll(async () => {
      engine = await open(name);
      await startCounting(engine);
    });
    afterAll(() => engine.close());

    it('lose none of fifty increments, though some fail', async () => {
      const before = (await counted(engine.db)).value;
      const runs = Array.from({ length: 50 }, (_, run) =>
        engine.write(async (db) => {
          await increment(db);
          if (run % 10 === 0) throw new TakenBack();
        }),
      );
      const outcomes = await Promise.allSettled(runs);
      expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(5);
      expect((await counted(engine.db)).value).toBe(before + 45);
    });

    it('number changes in the order in which they commit', async () => {
      const before = await newestChange(engine.db);
      const committed: number[] = [];
      await Promise.all(
        Array.from({ length: 20 }, async (_, entityId) => {
          await engine.write(async (db) => {
            await noted(db, 'skill', entityId);
            // The next one begins once this is committed.
            committed.push(entityId);
          });
        }),
      );
      const notes = await notesAfter(engine.db, before, 100);
      expect(notes.map(({ entity_id }) => entity_id)).toEqual(committed);
      expect(new Set(notes.map(({ seq }) => seq)).size).toBe(20);
      expect(await changesAfter(engine.db, notes[9]?.seq ?? 0)).toHaveLength(10);
    });

    it('keep a read on the state it began with, whatever commits meanwhile', async () => {
      let write = Promise.resolve();
      const [before, after] = await engine.read(async (db) => {
        const seen = await counted(db);
        write = engine.write(increment);
        if (name === 'sqlite')
          await write; // the one connection of PostgreSQL in this process is ours until the end
        else await new Promise((resolve) => setTimeout(resolve, 50));
        return [seen, await counted(db)];
      });
      await write;
      expect(after).toEqual(before);
      expect(await counted(engine.db)).toEqual({ value: (before?.value ?? 0) + 1 });
    });
  },
);
