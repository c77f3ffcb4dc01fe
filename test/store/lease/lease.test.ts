import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { openStore } from '../../../origin/store/engine/open.ts';
import { openLeases } from '../../../origin/store/lease/open.ts';
import { hasPostgres, newPostgres, type PostgresServer } from '../../servers/postgres.ts';

const terms = { beat: 100, fresh: 500, lapse: 900 };

/** Two rows that conflict are both looked for before either is in an index: it waits in the first one it gets into. */
const slowInserts = sql`do $$ begin
  create function slow(text) returns text immutable language plpgsql as 'begin perform pg_sleep(0.3); return $1; end';
  alter table leases drop constraint leases_pkey, drop constraint leases_name_token_key;
  create index on leases (slow(name));
  alter table leases add primary key (name), add unique (name, token);
end $$`;

/** Programs that could do the same work, with a table to say what they did. */
async function newPlace(server?: PostgresServer) {
  const dataDir = await mkdtemp(join(tmpdir(), 'lease-'));
  const place = { dataDir, databaseUrl: server?.url };
  const engine = await openStore(place);
  await engine.write((db) => sql`create table written (token bigint not null)`.execute(db));
  return {
    engine,
    open: (own = terms) => openLeases(place, own),
    /** Another process. */
    start: async () => {
      const args = [dataDir, server?.url ?? '', JSON.stringify(terms)];
      const child = fork(join(import.meta.dirname, 'holder.ts'), args);
      await once(child, 'message');
      return child;
    },
    written: async () =>
      (await sql<{ token: number }>`select token from written order by token`.execute(engine.db)).rows.map(
        ({ token }) => token,
      ),
    [Symbol.asyncDispose]: async () => {
      await engine.close();
      await rm(dataDir, { recursive: true });
      await server?.[Symbol.asyncDispose]();
    },
  };
}

async function ask(child: ChildProcess, word: 'take' | 'write'): Promise<number | string> {
  const answered = once(child, 'message');
  child.send(word);
  return (await answered)[0];
}

async function kill(child: ChildProcess) {
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

describe.each([
  { name: 'on this machine', isHere: true, server: async () => undefined },
  { name: 'in PostgreSQL', isHere: hasPostgres, server: () => newPostgres() },
])('a lease $name', ({ isHere, server }) => {
  it.skipIf(!isHere)('is one program’s at a time, and its token grows with each that has it', async () => {
    await using place = await newPlace(await server());
    const [mine, theirs] = [place.open(), place.open()];
    const took = await Promise.all([mine.take('work'), theirs.take('work'), mine.take('work'), mine.take('other')]);
    expect(took.slice(0, 3).filter(Boolean)).toHaveLength(1);
    expect(took[3]?.token).toBe(1);
    const first = took.slice(0, 3).find(Boolean);
    await first?.release();
    await first?.release();
    const second = await theirs.take('work');
    expect(second?.token).toBe((first?.token ?? 0) + 1);
    expect(await mine.take('work')).toBeUndefined();
    await second?.release();
    const third = await mine.take('work');
    expect(third?.token).toBe((second?.token ?? 0) + 1);
    await third?.release();
    await took[3]?.release();
    for (const each of [mine, theirs]) await each.close();
  });

  it.skipIf(!isHere)('lets nothing be written under it after it was released', async () => {
    await using place = await newPlace(await server());
    const leases = place.open();
    const lease = await leases.take('work');
    const write = () => place.engine.write(async (db) => lease?.guard(db));
    await write();
    await lease?.release();
    await expect(write()).rejects.toMatchObject({ code: 'lease_lost' });
    await leases.close();
  });

  it.skipIf(!isHere)('is kept for longer than it lasts unrenewed, and taken over from who is killed', async () => {
    await using place = await newPlace(await server());
    const leases = place.open();
    const holder = await place.start();
    expect(await ask(holder, 'take')).toBe(1);
    await wait(2 * terms.lapse);
    expect(await leases.take('work')).toBeUndefined();
    expect(await ask(holder, 'write')).toBe('written');
    await kill(holder);
    await expect.poll(async () => (await leases.take('work'))?.token, { timeout: 3 * terms.lapse }).toBe(2);
    await leases.close();
  });

  it.skipIf(!isHere)('refuses any name that is no file’s', async () => {
    await using place = await newPlace(await server());
    const leases = place.open();
    for (const name of ['', '../x', 'a/b', 'A b', '.hidden'])
      await expect(leases.take(name)).rejects.toThrow('no name');
    await leases.close();
  });
});

describe.skipIf(!hasPostgres)('a lease in PostgreSQL', () => {
  it('is one program’s also where two ask at once for one that nobody had before', async () => {
    await using place = await newPlace(await newPostgres());
    await place.engine.write((db) => slowInserts.execute(db));
    const both = [place.open(), place.open()];
    const took = await Promise.all(both.map((each) => each.take('work')));
    expect(took.filter(Boolean).map((lease) => lease?.token)).toEqual([1]);
    for (const each of both) await each.close();
  });

  it('lets a holder that stood still past its end write nothing, while the next one writes', async () => {
    await using place = await newPlace(await newPostgres());
    const [slow, quick] = [await place.start(), await place.start()];
    expect(await ask(slow, 'take')).toBe(1);
    slow.kill('SIGSTOP');
    await expect.poll(() => ask(quick, 'take')).toBe(2);
    expect(await ask(quick, 'write')).toBe('written');
    // Asked while it stands still, so that it is the first it hears.
    const answer = ask(slow, 'write');
    slow.kill('SIGCONT');
    expect(await answer).toBe('lease_lost');
    expect(await ask(quick, 'write')).toBe('written');
    expect(await place.written()).toEqual([2, 2]);
    for (const child of [slow, quick]) await kill(child);
  });

  it('is given to nobody else before a write under it has ended, however long ago its own end was', async () => {
    await using place = await newPlace(await newPostgres());
    const [mine, theirs] = [place.open({ ...terms, beat: 60_000, fresh: 60_000 }), place.open()];
    const lease = await mine.take('work');
    const order: string[] = [];
    const writing = place.engine.write(async (db) => {
      await lease?.guard(db);
      await wait(2 * terms.lapse);
      order.push('written');
    });
    await wait(1.2 * terms.lapse);
    const next = await theirs.take('work');
    order.push('taken');
    await writing;
    expect(order).toEqual(['written', 'taken']);
    expect(next?.token).toBe(2);
    expect(lease?.lost.aborted).toBe(false);
    await expect(place.engine.write(async (db) => lease?.guard(db))).rejects.toMatchObject({ code: 'lease_lost' });
    expect(lease?.lost.aborted).toBe(true);
    await next?.release();
    for (const each of [mine, theirs]) await each.close();
  });

  it('is renewed while a write under it lasts', async () => {
    await using place = await newPlace(await newPostgres());
    const leases = place.open();
    const lease = await leases.take('work');
    await place.engine.write(async (db) => {
      await lease?.guard(db);
      await wait(2 * terms.lapse);
      expect(lease?.lost.aborted).toBe(false);
    });
    await place.engine.write(async (db) => lease?.guard(db));
    await lease?.release();
    await leases.close();
  });

  it('counts as lost before another may have it, where the database is away', async () => {
    const server = await newPostgres();
    await using place = await newPlace(server);
    const leases = place.open();
    const lease = await leases.take('work');
    const from = performance.now();
    server.stall();
    await once(lease?.lost ?? new EventTarget(), 'abort');
    expect(performance.now() - from).toBeLessThan(terms.lapse);
    server.resume();
    await expect.poll(async () => (await leases.take('work'))?.token).toBe(2);
    await leases.close();
  });
});
