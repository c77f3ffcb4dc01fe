import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hourOf, hoursOfLogs, skillsOfAClient } from '../../origin/contract/subjects/downloads.ts';
import { addClientDownloads } from '../../origin/store/downloads/clients.ts';
import { runMaintenance } from '../../origin/write/maintenance.ts';
import { countLogs } from '../../scripts/operator/logs/count.ts';
import { published } from '../answers.ts';
import { engineNames } from '../engines.ts';
import { openRegistry, skillMd, type TestRegistry } from '../registry.ts';

describe.each(engineNames)('downloads that logs tell of, on %s', (name) => {
  let registry: TestRegistry & AsyncDisposable;
  let folder: string;
  beforeAll(async () => {
    registry = await openRegistry(name);
    folder = await mkdtemp(join(tmpdir(), 'logs-'));
    for (const slug of ['one', 'two']) await published(registry, `ada:${slug}`, { 'SKILL.md': skillMd(slug) });
  });
  afterAll(async () => {
    await registry[Symbol.asyncDispose]();
    await rm(folder, { recursive: true });
  });

  const forget = () =>
    registry.engine.write(async (db) => {
      for (const table of ['downloads', 'counted_clients', 'counted_hours'] as const)
        await db.deleteFrom(table).execute();
    });
  /** One run over these files. */
  const run = async (...logs: string[][]) => {
    const files = logs.map((_, index) => join(folder, `${index}.log`));
    for (const [index, lines] of logs.entries()) await writeFile(files[index] ?? '', lines.join(''));
    await countLogs({ engine: registry.engine, now: () => registry.clock.now }, files);
  };
  const totals = () =>
    registry.engine.db.selectFrom('downloads').selectAll().orderBy('hour').orderBy('skill_id').execute();

  it('are the same however the lines are split into runs and files, in whatever order, and however often', async () => {
    const line = fc
      .record({
        client: fc.integer({ min: 1, max: 4 }),
        slug: fc.constantFrom('one', 'two', 'gone'),
        ago: fc.integer({ min: 0, max: hoursOfLogs + 1 }),
        status: fc.constantFrom(200, 200, 200, 304),
      })
      .map(({ client, slug, ago, status }) => {
        const said = { remote_addr: `192.0.2.${client}`, method: 'GET', uri: `/ada/${slug}.md`, status };
        return `${JSON.stringify({ ...said, time: registry.clock.now - ago * 3600 })}\n`;
      });
    const logs = fc.array(fc.array(line, { maxLength: 12 }), { minLength: 1, maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(
        logs.chain((parts) => fc.tuple(fc.constant(parts), fc.shuffledSubarray(parts, { minLength: parts.length }))),
        fc.boolean(),
        async ([parts, shuffled], isOneRun) => {
          await forget();
          await run(parts.flat());
          const whole = await totals();
          await forget();
          if (isOneRun) await run(...shuffled);
          else for (const part of shuffled) await run(part);
          expect(await totals()).toEqual(whole);
          await run(...parts);
          expect(await totals()).toEqual(whole);
        },
      ),
      { numRuns: name === 'sqlite' ? 40 : 5 },
    );
  });

  it('are of no more skills than a client may count for, over all runs', async () => {
    await forget();
    const one = await registry.engine.db
      .selectFrom('skills')
      .select('id')
      .where('slug', '=', 'one')
      .executeTakeFirstOrThrow();
    const read = (slug: string) =>
      registry.engine.write((db) => addClientDownloads(db, [[`ada/${slug}`, '192.0.2.1', registry.clock.now]]));
    expect(await read('one')).toEqual({ counted: 1, unknown: 0, repeated: 0 });
    const rows = await registry.engine.db.selectFrom('counted_clients').selectAll().execute();
    const others = Array.from({ length: skillsOfAClient - 1 }, (_, index) => ({
      ...{ hour: rows[0]?.hour ?? 0, client: Number(rows[0]?.client), skill_id: one.id + 1000 + index },
    }));
    await registry.engine.write((db) => db.insertInto('counted_clients').values(others).execute());
    expect(await read('one')).toEqual({ counted: 0, unknown: 0, repeated: 1 });
    expect(await read('two')).toEqual({ counted: 0, unknown: 0, repeated: 1 });
  });

  it('leave nothing of who made them once their hours no longer count', async () => {
    await forget();
    await registry.engine.write((db) => addClientDownloads(db, [['ada/one', '192.0.2.1', registry.clock.now]]));
    const [row] = await registry.engine.db.selectFrom('counted_hours').selectAll().execute();
    expect(row?.hour).toBe(hourOf(registry.clock.now));
    registry.clock.now += (hoursOfLogs + 2) * 3600;
    await runMaintenance(registry.engine, registry.clock.now);
    expect(await registry.engine.db.selectFrom('counted_hours').selectAll().execute()).toEqual([]);
    expect(await registry.engine.db.selectFrom('counted_clients').selectAll().execute()).toEqual([]);
    expect(await totals()).toHaveLength(1);
  });
});
