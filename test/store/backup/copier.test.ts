import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { inspect } from '../../../origin/store/backup/back/inspect.ts';
import { newestOf, positionIn } from '../../../origin/store/backup/back/newest.ts';
import { replay } from '../../../origin/store/backup/back/replay.ts';
import { chainsIn } from '../../../origin/store/backup/chains.ts';
import { type Copier, copyContinuously } from '../../../origin/store/backup/copy/copier.ts';
import { folderPlace } from '../../../origin/store/backup/place/folder.ts';
import type { Place } from '../../../origin/store/backup/place/place.ts';
import type { Engine } from '../../../origin/store/engine/engine.ts';
import { openSqlite } from '../../../origin/store/engine/sqlite.ts';
import { newFile } from '../../engines.ts';
import { times } from '../../thoroughness.ts';

type Step =
  | { kind: 'write' | 'elsewhere'; rows: number; size: number }
  | { kind: 'shrink' | 'checkpoint' | 'restart' | 'day' | 'reader' | 'takenBack' }
  | { kind: 'fail'; operations: number };

const size = fc.oneof(fc.integer({ min: 1, max: 60_000 }), fc.constant(150_000));
const rows = fc.integer({ min: 1, max: 40 });
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('write' as const), rows, size }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('elsewhere' as const), rows, size }) },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constantFrom('shrink', 'checkpoint', 'restart', 'day', 'reader', 'takenBack') }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('fail' as const), operations: fc.integer({ min: 1, max: 12 }) }),
  },
);

const day = 24 * 60 * 60 * 1000;
const paces = { look: 5, send: 200, again: 5, restart: 5, day, jump: 2000 };

const small = { kind: 'write', rows: 4, size: 20_000 } as const;
const large = { kind: 'write', rows: 40, size: 150_000 } as const;
const examples: [Step[], boolean][] = [
  // The log begins again before all of it was sent.
  [[small, large, small], false],
  // It does not begin again where somebody reads, though a base is copied.
  [[small, { kind: 'reader' }, { kind: 'day' }, small], true],
  // It begins again twice with the same salts, over another sum.
  [
    [
      ...[large, large, { kind: 'fail', operations: 6 } as const, small, large],
      { kind: 'elsewhere', rows: 5, size: 150_000 },
      ...([{ kind: 'shrink' }, { kind: 'shrink' }, { kind: 'takenBack' }] as const),
      large,
    ],
    true,
  ],
];

/** What the store holds, as one text. */
async function contents(engine: Engine): Promise<string> {
  const { rows } = await sql<{ id: number; sum: string }>`select id, length(v) || hex(substr(v, 1, 8)) as sum from probe
    order by id`.execute(engine.db);
  return rows.map(({ id, sum }) => `${id} ${sum}`).join();
}

describe('the continuous copy', () => {
  it('lags from the moment a write is acknowledged until that is there', async () => {
    const source = await newFile();
    const folder = await mkdtemp(join(tmpdir(), 'copied-'));
    const real = folderPlace(join(folder, 'copy'));
    let isOpen = Promise.resolve();
    const engine = await source.open();
    const copier = copyContinuously({
      ...{ engine, file: source.file, dataDir: folder, days: 3, isAwaited: false, paces },
      place: { ...real, put: (name, bytes) => isOpen.then(() => real.put(name, bytes)) },
      readKey: async () => Buffer.alloc(32, 7),
      logKeyFile: undefined,
      tell: () => undefined,
      now: () => 1_700_000_000_000,
    });
    const write = (table: string) => copier.engine.write((db) => sql`create table ${sql.table(table)}(id)`.execute(db));
    try {
      await expect.poll(() => copier.lag()).toBe(0);
      const door = Promise.withResolvers<void>();
      isOpen = door.promise;
      for (const table of ['one', 'two', 'three']) {
        await write(table);
        expect(await copier.lag()).toBeGreaterThan(0);
      }
      door.resolve();
      await expect.poll(() => copier.lag()).toBe(0);
    } finally {
      await copier.close();
      await engine.close();
      await source.remove();
      await rm(folder, { recursive: true, force: true });
    }
  });

  it('leads to each state that was acknowledged, whatever failed, ended or wrote meanwhile', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 10 }), fc.boolean(), async (steps, isAwaited) => {
        const source = await newFile();
        const folder = await mkdtemp(join(tmpdir(), 'copied-'));
        let failing = 0;
        const real = folderPlace(join(folder, 'copy'));
        const store = { place: real, key: Buffer.alloc(32, 7) };
        const flaky: Place = {
          ...real,
          put: async (name, bytes) => {
            failing -= 1;
            if (name.startsWith('pieces/')) await wait(60);
            // Half of the time the place has it, though it says that it has not.
            if (failing >= 0 && failing % 2 === 0) await real.put(name, bytes);
            if (failing >= 0) throw Object.assign(new Error('no room'), { code: 'ENOSPC' });
            await real.put(name, bytes);
          },
        };
        let clock = 1_700_000_000_000;
        const engine = await source.open();
        const other = await openSqlite(source.file);
        await engine.write((db) => sql`create table probe(id integer primary key, v blob)`.execute(db));
        const insert = (into: Engine, { rows, size }: { rows: number; size: number }) =>
          into.write((db) =>
            sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < ${rows})
              insert into probe(v) select randomblob(${size}) from n`.execute(db),
          );
        const begin = () =>
          copyContinuously({
            ...{ engine, file: source.file, dataDir: folder, place: flaky, days: 3, isAwaited, paces },
            readKey: async () => Buffer.alloc(32, 7),
            logKeyFile: undefined,
            tell: () => undefined,
            now: () => clock,
          });
        /** All that is committed is in the copy: as a write that waits for it says, or as its newest position does. */
        const isCopied = async (copier: Copier) => {
          if (isAwaited) return copier.engine.write(async () => true).catch(() => false);
          const [there, copied] = [await positionIn(source.file), await newestOf(store).catch(() => undefined)];
          return (await copier.lag()) === 0 && (!there?.frame || isDeepStrictEqual(there, copied?.position));
        };
        const settle = (copier: Copier) => expect.poll(() => isCopied(copier), { interval: 5 }).toBe(true);
        /** Reads on and on, from where it began. */
        const newReader = async () => {
          const done = new AbortController();
          const begun = Promise.withResolvers<void>();
          const reading = other.read(async (db) => {
            await sql`select count(*) from probe`.execute(db);
            begun.resolve();
            await once(done.signal, 'abort');
          });
          await begun.promise;
          return async () => {
            done.abort();
            await reading;
          };
        };
        const takenBack = (into: Engine) =>
          into
            .write(async (db) => {
              await sql`pragma cache_size = 4`.execute(db);
              await sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < 30)
                insert into probe(v) select randomblob(20000) from n`.execute(db);
              throw new Error('taken back');
            })
            .catch(() => undefined);
        let copier = begin();
        let endReader: (() => Promise<void>) | undefined;
        const seen: { time: number; held: string }[] = [];
        try {
          await settle(copier);
          for (const one of steps) {
            clock += 10;
            if (one.kind === 'fail') failing = one.operations;
            if (one.kind === 'write') await insert(copier.engine, one).catch(() => undefined);
            if (one.kind === 'elsewhere') await insert(other, one);
            if (one.kind === 'shrink') {
              await other.write((db) => sql`delete from probe where id % 3 = 0`.execute(db));
              await source.run('vacuum');
            }
            if (one.kind === 'checkpoint')
              await source.run('pragma busy_timeout = 20; pragma wal_checkpoint(truncate)');
            if (one.kind === 'day') {
              const before = (await chainsIn(real)).length;
              clock += day + 1;
              // While the base is copied.
              await wait(30);
              await insert(copier.engine, { rows: 3, size: 5000 }).catch(() => undefined);
              // Who reads from before it keeps it from being copied.
              for (let looks = 0; looks < 40 && (await chainsIn(real)).length === before; looks += 1) await wait(10);
            }
            if (one.kind === 'takenBack') await takenBack(other);
            if (one.kind === 'reader') {
              await endReader?.();
              endReader = await newReader();
            }
            if (one.kind === 'restart') {
              // A base begins where nobody reads from before it.
              await endReader?.();
              await copier.close();
              copier = begin();
            }
            await settle(copier);
            seen.push({ time: clock, held: await contents(engine) });
          }
          await copier.close();
          expect((await inspect(store)).problems).toEqual([]);
          for (const { time, held } of seen.filter((state) => state.time >= clock - 3 * day)) {
            const file = join(folder, 'restored.sqlite');
            expect((await replay(store, file, { time })).damage).toEqual([]);
            const restored = await openSqlite(file);
            expect(await contents(restored)).toBe(held);
            await restored.close();
          }
        } finally {
          await copier.close();
          await endReader?.();
          await other.close();
          await engine.close();
          await source.remove();
          await rm(folder, { recursive: true, force: true });
        }
      }),
      { numRuns: times(5), examples },
    );
  });
});
