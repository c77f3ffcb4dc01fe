import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import pino from 'pino';
import { describe, expect, it } from 'vitest';
import { openStore } from '../../origin/store/engine/open.ts';
import { openLeases } from '../../origin/store/lease/open.ts';
import { runMaintenance } from '../../origin/write/maintenance.ts';
import { type Term, underLease } from '../../origin/write/underLease.ts';
import { hasPostgres, newPostgres, type PostgresServer } from '../servers/postgres.ts';

const terms = { beat: 100, fresh: 500, lapse: 900 };

/** Two origins' connections to one store. */
async function newPlace(server?: PostgresServer) {
  const dataDir = await mkdtemp(join(tmpdir(), 'lease-'));
  const place = { dataDir, databaseUrl: server?.url };
  const lines: string[] = [];
  const log = pino({ base: null, timestamp: false }, { write: (line: string) => void lines.push(line) });
  const open = async () => ({ engine: await openStore(place), leases: openLeases(place, terms) });
  const [first, second] = [await open(), await open()];
  return {
    ...{ first, second, log, lines },
    [Symbol.asyncDispose]: async () => {
      for (const { engine, leases } of [first, second]) {
        await leases.close();
        await engine.close();
      }
      await rm(dataDir, { recursive: true });
      await server?.[Symbol.asyncDispose]();
    },
  };
}

/** Until its signal ends. */
const lasting = async ({ signal }: Term) => {
  await wait(60_000, undefined, { signal }).catch(() => undefined);
};

describe.each([
  { name: 'on one machine', isHere: true, server: async () => undefined },
  { name: 'with PostgreSQL', isHere: hasPostgres, server: () => newPostgres() },
])('work of which two origins $name could do the same', ({ isHere, server }) => {
  it.skipIf(!isHere)('is done by one, and by the other once that one stops', async () => {
    await using place = await newPlace(await server());
    const { first, second, log, lines } = place;
    const busy = new Set<string>();
    const doing = (who: string) => async (term: Term) => {
      busy.add(who);
      await lasting(term);
      busy.delete(who);
    };
    const [one, other] = [new AbortController(), new AbortController()];
    const working = [
      underLease({ ...first, signal: one.signal, askEvery: 50 }, 'maintenance', log, doing('first')),
      underLease({ ...second, signal: other.signal, askEvery: 50 }, 'maintenance', log, doing('second')),
    ];
    await expect.poll(() => busy.size).toBe(1);
    await wait(300);
    expect(busy.size).toBe(1);
    const [who] = busy;
    (who === 'first' ? one : other).abort();
    await expect.poll(() => [...busy]).toEqual([who === 'first' ? 'second' : 'first']);
    for (const each of [one, other]) each.abort();
    await Promise.all(working);
    expect(lines.join('')).toContain('does from now on what another program did: maintenance');
  });

  it.skipIf(!isHere)('ends for each of them where it is through', async () => {
    await using place = await newPlace(await server());
    const { signal } = new AbortController();
    let times = 0;
    const once = async ({ engine }: Term) => {
      await runMaintenance(engine, 1);
      times += 1;
    };
    await Promise.all(
      [place.first, place.second].map((each) =>
        underLease({ ...each, signal, askEvery: 50 }, 'reindex', place.log, once),
      ),
    );
    expect(times).toBe(2);
    expect(place.lines.join('')).not.toContain('"level":50');
  });
});

describe.skipIf(!hasPostgres)('work under a lease that another has by now', () => {
  it('writes nothing more, is told to end, and is no error', async () => {
    const server = await newPostgres();
    await using place = await newPlace(server);
    const stopping = new AbortController();
    const seen: unknown[] = [];
    const working = underLease(
      { ...place.first, signal: stopping.signal, askEvery: 60_000 },
      'maintenance',
      place.log,
      async ({ engine, signal }) => {
        await engine.write((db) => sql`create table done (what text)`.execute(db));
        await server.run(`update leases set token = token + 1`);
        seen.push(await engine.write((db) => sql`insert into done values ('late')`.execute(db)).catch((e) => e.code));
        seen.push(signal.aborted);
        stopping.abort();
      },
    );
    await working;
    expect(seen).toEqual(['lease_lost', true]);
    expect(await server.run('select what from done')).toEqual([]);
    expect(place.lines).toEqual([]);
  });
});
