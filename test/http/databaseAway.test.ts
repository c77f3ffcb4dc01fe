import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Engine } from '../../origin/store/engine/engine.ts';
import { openStore } from '../../origin/store/engine/open.ts';
import { answerOf, refusalOf } from '../answers.ts';
import { openRegistry, skillMd, type TestRegistry } from '../registry.ts';
import { hasPostgres, newPostgres, type PostgresServer } from '../servers/postgres.ts';

/** Those of the settings are longer. A read gives up long before a write does. */
const bounds = { poolSize: 4, connectTimeout: 1000, statementTimeout: 1000, lockTimeout: 3000, idleTimeout: 30_000 };

// One server for all: each begins and ends with one that is well.
describe.skipIf(!hasPostgres)('a registry whose PostgreSQL comes and goes', () => {
  let server: PostgresServer;
  let engine: Engine;
  let registry: TestRegistry;
  const told: string[] = [];
  const logged: string[] = [];

  beforeAll(async () => {
    server = await newPostgres();
    const tell = (_: string, sentence: string) => told.push(sentence);
    engine = await openStore({ dataDir: '', databaseUrl: server.url, database: bounds }, { tell });
    const log = pino({ level: 'error' }, { write: (line: string) => logged.push(line) });
    registry = await openRegistry('postgres', { engine, log });
    expect((await registry.publish('ada', 'first', { 'SKILL.md': skillMd('first') })).status).toBe(201);
  });
  afterAll(async () => {
    await engine?.close();
    await server?.[Symbol.asyncDispose]();
  });

  const list = () => registry.get('/skills');
  const isWell = () => expect.poll(async () => (await list()).status).toBe(200);
  const publish = (slug: string) => registry.publish('ada', slug, { 'SKILL.md': skillMd(slug) });

  async function expectAway(response: Response): Promise<void> {
    const { code, message } = await refusalOf(response);
    expect([response.status, code, response.headers.get('retry-after')]).toEqual([503, 'unavailable', '5']);
    expect(message).not.toMatch(/127\.0\.0\.1|postgres|ECONN/i);
  }

  it('keeps each publish that it acknowledged through restarts, and takes again what it did not', async () => {
    const acknowledged = new Map<string, string>();
    const slugs = Array.from({ length: 200 }, (_, nth) => `kept-${nth}`);
    const waiting = [...slugs];
    const publishing = Array.from({ length: 4 }, async () => {
      for (let slug = waiting.shift(); slug; ) {
        const response = await publish(slug);
        if (response.status === 503) await wait(20);
        else {
          acknowledged.set(slug, (await answerOf('publishSkillVersion', response)).hash);
          slug = waiting.shift();
        }
      }
    });
    for (const how of ['fast', 'crash', 'fast', 'crash'] as const) {
      const before = acknowledged.size;
      await expect.poll(() => acknowledged.size).toBeGreaterThan(Math.min(before + 20, slugs.length - 1));
      await server.stop(how);
      await server.start();
    }
    await Promise.all(publishing);
    expect([...acknowledged.keys()].sort()).toEqual(slugs.toSorted());
    for (const [slug, hash] of acknowledged) {
      const { versions } = await answerOf('getSkill', await registry.get(`/skills/ada/${slug}`));
      expect(versions, slug).toMatchObject([{ hash }]);
      const file = await registry.get(`/skills/ada/${slug}/versions/${hash}/file?path=SKILL.md`);
      expect(await answerOf('getSkillVersionFile', file)).toMatchObject({ text: skillMd(slug) });
    }
  });

  it('answers as ever when the server cuts every connection that is idle', async () => {
    await Promise.all([list(), list(), list(), list(), publish('cut')]);
    await server.run(
      `select pg_terminate_backend(pid) from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`,
    );
    const answers = await Promise.all([list(), list(), list(), list(), list(), publish('cut')]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
  });

  it('says that it is away, once in the log, and is well by itself when it is back', async () => {
    told.length = 0;
    logged.length = 0;
    await server.stop('fast');
    for (const request of [list, list, () => publish('away'), () => registry.get('ada/first')])
      await expectAway(await request());
    await expect.poll(() => told.filter((sentence) => sentence.startsWith('the database is away:'))).toHaveLength(1);
    await expectAway(await list());
    await server.start();
    await isWell();
    expect(told.filter((sentence) => sentence.startsWith('the database is'))).toEqual([
      expect.stringContaining('away'),
      expect.stringContaining('back'),
    ]);
    expect(logged).toEqual([]);
  });

  it('lets nobody hang on a server that stands still, and is well when that goes on', async () => {
    server.stall();
    try {
      const refused = await Promise.all([...Array.from({ length: 8 }, list), publish('stalled')]);
      for (const response of refused) await expectAway(response);
    } finally {
      server.resume();
    }
    await isWell();
    expect((await publish('stalled')).status).toBeLessThan(300);
  });

  it('reads on while another program holds the lock of writes, and refuses to write when that takes long', async () => {
    const people = ['ben', 'cleo', 'dora', 'emil', 'finn'];
    const asked = await registry.as('ada');
    for (const person of people) await registry.as(person);
    const writeAll = () => [
      registry.publish('ben', 'held', { 'SKILL.md': skillMd('held') }),
      ...people.map((person) => registry.send('PUT', '/skills/ada/first/star', person)),
    ];
    await engine.db.transaction().execute(async (db) => {
      await sql`select pg_advisory_xact_lock(7201969)`.execute(db);
      const waiting = Promise.allSettled(
        Array.from({ length: 2 * bounds.poolSize }, () => engine.write(async () => 0)),
      );
      const writes = writeAll();
      // Long enough after, for a use of the token to be noted: that is a write, and is not waited for.
      registry.clock.now += 3600;
      for (const path of ['/skills', '/skills/ada/first', '/search?q=first', '/library'])
        expect((await registry.get(path, asked)).status, path).toBe(200);
      for (const response of await Promise.all(writes)) await expectAway(response);
      expect((await waiting).map(({ status }) => status)).not.toContain('fulfilled');
    });
    for (const response of await Promise.all(writeAll())) expect(response.ok).toBe(true);
  });
});
