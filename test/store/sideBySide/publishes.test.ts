import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defaultLimits } from '../../../origin/contract/quotas.ts';
import type { Engine } from '../../../origin/store/engine/engine.ts';
import { openStore } from '../../../origin/store/engine/open.ts';
import { checkStore } from '../../../origin/store/skills/check.ts';
import { openRegistry, skillMd } from '../../registry.ts';
import { addTeam } from '../../scene.ts';
import { hasPostgres, newPostgres, type PostgresServer } from '../../servers/postgres.ts';

const bounds = { poolSize: 8, connectTimeout: 5000, statementTimeout: 9000, lockTimeout: 9000, idleTimeout: 30_000 };

const authors = ['ada', 'ben', 'cyd', 'dan'] as const;

/** Few slugs and texts, so that the same is written at the same time: a skill, its label, its number, a content. */
const act = fc.record({
  who: fc.constantFrom(...authors),
  as: fc.constantFrom('self', 'self', 'crew'),
  slug: fc.constantFrom('one', 'two'),
  text: fc.integer({ min: 1, max: 4 }),
  at: fc.constantFrom(0, 1),
  does: fc.constantFrom('publish', 'publish', 'publish', 'withdraw', 'hide'),
});

describe.skipIf(!hasPostgres)('publishes at the same time through two origins', () => {
  let server: PostgresServer;
  let engines: Engine[] = [];
  let round = 0;
  beforeAll(async () => {
    server = await newPostgres();
    const open = () => openStore({ dataDir: '', databaseUrl: server.url, database: bounds }, { tell: () => undefined });
    engines = [await open(), await open()];
  });
  afterAll(async () => {
    for (const engine of engines) await engine.close();
    await server?.[Symbol.asyncDispose]();
  });

  it('leave what they would have left one after the other', async () => {
    const [first, second] = await Promise.all(
      engines.map((engine) => openRegistry('postgres', { engine, settings: { quotas: defaultLimits } })),
    );
    if (!first || !second) throw new Error('There are two.');
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 4, maxLength: 16 }), async (acts) => {
        round += 1;
        const named = (name: string) => `${name}${round}`;
        const { db } = first.engine;
        for (const name of authors) for (const registry of [first, second]) await registry.as(named(name));
        const everyone = Object.fromEntries(authors.map((name) => [named(name), 'owner'] as const));
        await addTeam(first, named('crew'), everyone);
        const published = { statuses: new Map<string, number>(), hashes: new Map<string, string>() };
        await Promise.all(
          acts.map(async ({ who, as, slug, text, at, does }) => {
            const registry = at === 0 ? first : second;
            const owner = named(as === 'self' ? who : as);
            if (does !== 'publish') {
              const hash = published.hashes.get(`${owner}/${slug}`);
              if (does === 'hide')
                await registry.send('PATCH', `/skills/${owner}/${slug}`, named(who), { visibility: 'private' });
              else if (hash) await registry.send('DELETE', `/skills/${owner}/${slug}/versions/${hash}`, named(who));
              return;
            }
            const files = [
              { path: 'SKILL.md', text: skillMd(slug, `Says ${text}.`) },
              ...[1, 2, 3].map((each) => ({
                path: `references/${each}.md`,
                text: `Of ${round}: ${(text + each) % 5}.\n`,
              })),
            ];
            const answer = await registry.send('POST', `/skills/${owner}/${slug}/versions`, named(who), { files });
            expect([200, 201]).toContain(answer.status);
            const { hash } = (await answer.json()) as { hash: string };
            published.hashes.set(`${owner}/${slug}`, hash);
            if (answer.status === 201) published.statuses.set(who, (published.statuses.get(who) ?? 0) + 1);
          }),
        );

        const skills = await db.selectFrom('skills').select(['id', 'version_count']).execute();
        const versions = await db
          .selectFrom('versions')
          .select(['skill_id', 'number', 'hash', 'withdrawn_at'])
          .execute();
        for (const { id, version_count } of skills) {
          const own = versions.filter(({ skill_id }) => skill_id === id);
          expect(own.map(({ number }) => number).sort((a, b) => a - b)).toEqual(own.map((_, index) => index + 1));
          expect(version_count).toBe(own.length);
          const standing = own.filter(({ withdrawn_at }) => withdrawn_at === null);
          expect(new Set(standing.map(({ hash }) => hash)).size).toBe(standing.length);
        }
        for (const who of authors) {
          const { rows } = await sql<{ amount: number }>`select amount from quota_uses join profiles
            on subject = 'profile ' || profiles.id where handle = ${named(who)} and quota = 'versions'`.execute(db);
          expect(rows[0]?.amount ?? 0).toBe(published.statuses.get(who) ?? 0);
        }
        const { rows: totals } = await sql<{ said: number; counted: number }>`select
          (select cast(coalesce(sum(total), 0) as bigint) from skill_totals) as said,
          (select count(*) from skills where visibility = 'public' and latest_version_id is not null) as counted`.execute(
          db,
        );
        expect(totals[0]?.said).toBe(totals[0]?.counted);
        const { problems, lost } = await checkStore(db, () => undefined);
        expect([...problems, ...lost]).toEqual([]);
      }),
      { numRuns: Number(process.env['THOROUGH'] ?? 1) * 10 },
    );
  });
});
