import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { expect, it } from 'vitest';
import { openSqlite } from '../../origin/store/engine/sqlite.ts';
import { timed } from '../../scripts/bench/figures.ts';
import { type EngineName, engineNames } from '../engines.ts';
import { skillMd } from '../registry.ts';
import { hasPostgres } from '../servers/postgres.ts';
import { openAsking, type Server } from './asking.ts';
import { openRunning, type Running } from './running.ts';

/** Milliseconds. */
const heldFor = 15_000;
const longestRead = 100;
const readersEach = 4;

/** Keeps everyone else from writing; resolves when it lets go. */
const hold: Record<EngineName, (running: Running) => Promise<unknown>> = {
  sqlite: async ({ dataDir }) => {
    const engine = await openSqlite(join(dataDir, 'registry.sqlite'));
    await engine.write(() => wait(heldFor));
    await engine.close();
  },
  postgres: async ({ place }) => {
    const client = new Client({ connectionString: place.environment['DATABASE_URL'] });
    await client.connect();
    await client.query('begin');
    await client.query('select pg_advisory_xact_lock(7201969)');
    await client.query(`select pg_sleep(${heldFor / 1000})`);
    await client.end();
  },
};

it.for(engineNames)(
  'while another program holds the lock of writes on %s, everyone reads as before',
  async (engine, { skip }) => {
    skip(engine === 'postgres' && !hasPostgres, 'it needs PostgreSQL');
    await using running = await openRunning(engine);
    await running.start();
    const token = await running.newPerson('ada');
    await using asking = openAsking(running.bases);
    // On connections of their own: who reads is not to wait for these.
    await using writing = openAsking(running.bases);
    const publish = (slug: string) =>
      writing.ask('origin', `/api/v1/skills/ada/${slug}/versions`, {
        ...{ method: 'POST', token },
        body: { files: [{ path: 'SKILL.md', text: skillMd(slug) }] },
      });
    expect((await publish('first'))?.status).toBe(201);
    await expect.poll(async () => (await asking.ask('mirror', '/api/v1/skills/ada/first'))?.status).toBe(200);

    const paths = ['/api/v1/skills', '/api/v1/search?q=first', '/api/v1/skills/ada/first', '/ada/first.md'];
    const own = '/api/v1/library';
    const readUntil = async (end: Promise<unknown>) => {
      const told = { origin: [] as number[], mirror: [] as number[], missing: [] as string[] };
      let isOver = false;
      const reader = async (server: Server) => {
        for (let nth = 0; !isOver; nth += 1) {
          const list = server === 'origin' ? [...paths, own] : paths;
          const path = list[nth % list.length] as string;
          const began = performance.now();
          const answer = await asking.ask(server, path, path === own ? { token } : {});
          told[server].push(performance.now() - began);
          if (answer?.status !== 200) told.missing.push(`${server}${path}: ${answer?.status}`);
          await wait(10);
        }
      };
      const readers = (['origin', 'mirror'] as const).flatMap((server) =>
        Array.from({ length: readersEach }, () => reader(server)),
      );
      await end;
      isOver = true;
      await Promise.all(readers);
      return told;
    };

    const before = await readUntil(wait(heldFor));
    const holding = hold[engine](running);
    await wait(500);
    const waiting = Array.from({ length: 20 }, (_, nth) => publish(`held-${nth}`));
    const held = await readUntil(holding);
    for (const server of ['origin', 'mirror'] as const)
      for (const [when, told] of Object.entries({ before, held })) {
        const { p50 = 0, p99 = 0 } = timed(server, told[server]);
        console.log(
          `${engine}, ${server}, ${when}: ${told[server].length} reads, p50 ${p50.toFixed(1)}, p99 ${p99.toFixed(1)} ms`,
        );
      }
    const writes = (await Promise.all(waiting)).map((answer) => answer?.status);
    const counts = [...Map.groupBy(writes, String)].map(([status, { length }]) => `${length} × ${status}`);
    console.log(`${engine}: writes were answered ${counts.join(', ')}`);

    expect([...before.missing, ...held.missing]).toEqual([]);
    for (const server of ['origin', 'mirror'] as const)
      expect(timed(server, held[server]).p99, server).toBeLessThanOrEqual(longestRead);
    // Each is answered: taken, or refused cleanly.
    expect(new Set(writes).difference(new Set([201, 503]))).toEqual(new Set());
    expect((await publish('after'))?.status).toBe(201);
    expect([...asking.wrong, ...writing.wrong]).toEqual([]);
  },
);
