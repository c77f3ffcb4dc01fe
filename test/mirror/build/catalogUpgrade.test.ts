import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { openFallback } from '../../../mirror/fallback/fallback.ts';
import { renderHtml } from '../../../mirror/site/built.ts';
import { compareCatalog } from '../../../mirror/snapshot/catalog/compareCatalog.ts';
import type { Engine } from '../../../origin/store/engine/engine.ts';
import { openSqlite } from '../../../origin/store/engine/sqlite.ts';
import { readSteps, stepOf } from '../../../origin/store/schema/steps.ts';
import { visibleSkills } from '../../../origin/store/view.ts';
import { newFile } from '../../engines.ts';
import { openRegistry, site, skillMd, type TestRegistry } from '../../registry.ts';
import { openReleased } from '../../store/released/fixtures.ts';
import { schemaOf } from '../../store/released/schemaOf.ts';
import { wordsOf } from '../../store/textIndexes.ts';
import { contentsOf, openMirroredData } from '../mirrored.ts';

const fixtures = join(import.meta.dirname, '../../store/released/catalog');
const catalogs = readdirSync(fixtures).map((file) => file.replace('.sql', ''));

describe('a catalog of another program', () => {
  it.each(catalogs)('of schema %s is brought to this one, and shows what the store does', async (version) => {
    const { place } = await openReleased('sqlite', version);
    await using registry = await openRegistry('sqlite', { engine: await place.open() });
    const older = await newFile();
    await older.run(readFileSync(join(fixtures, `${version}.sql`), 'utf8'));
    await expectBuilt(registry, older.file);
    await older.remove();
    await place.remove();
  });

  it('that is newer, so that this one may not write to it, is made again', async () => {
    await using registry = await openRegistry();
    await registry.publish('ada', 'kept', { 'SKILL.md': skillMd('kept') });
    const newer = await newFile();
    const steps = await readSteps('sqlite');
    const next = stepOf(steps.length + 1, "alter table skills add column mood text not null default 'calm';");
    const history = Promise.resolve([...steps, next]);
    const catalog = await openSqlite(newer.file, { partial: true, history });
    await using mirrored = await openMirroredData(registry);
    await (await mirrored.reopened(() => ({ catalog }))).full();
    await catalog.close();
    await expectBuilt(registry, newer.file);
    await newer.remove();
  });
});

describe('a mirror whose catalog', () => {
  it('has not all that is public yet answers 503 to what is no file, and never that something is not there', async () => {
    await using registry = await openRegistry();
    await registry.publish('ada', 'kept', { 'SKILL.md': skillMd('kept') });
    await using mirrored = await openMirroredData(registry);
    const statuses = async () => {
      const asked = ['skills?q=kept', 'skills/ada/none'].map((path) => mirrored.mirror.request(`/api/v1/${path}`));
      return (await Promise.all(asked)).map(({ status, headers }) => [status, headers.get('retry-after')]);
    };
    const busy = [503, '5'];
    expect(await statuses()).toEqual([busy, busy]);
    await mirrored.snapshot.step();
    const ready = [
      [200, null],
      [404, null],
    ];
    expect(await statuses()).toEqual(ready);
    // As a builder leaves it that is killed while it fills an empty one.
    await mirrored.catalog.write((db) => sql`update snapshot_progress set full = 3, made = '{}'`.execute(db));
    expect(await statuses()).toEqual([busy, busy]);
    expect((await mirrored.mirror.request('/api/v1/skills/ada/kept')).status).toBe(200);
    await mirrored.snapshot.step();
    expect(await statuses()).toEqual(ready);
  });

  it('has an earlier schema answers 503, and the query itself as soon as that is migrated', async () => {
    await using registry = await openRegistry();
    await using mirrored = await openMirroredData(registry);
    await mirrored.snapshot.step();
    const older = await newFile();
    const steps = await readSteps('sqlite');
    await (await openSqlite(older.file, { partial: true, history: Promise.resolve(steps.slice(0, -1)) })).close();
    const now = () => registry.clock.now;
    const fallback = openFallback({
      catalog: older.file,
      files: mirrored.sink,
      tagBits: 33,
      site,
      html: renderHtml,
      now,
    });
    await expect(fallback.reading()).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringMatching(/upgraded/),
    });
    const catalog = await openSqlite(older.file, { partial: true });
    await (await mirrored.reopened(() => ({ catalog }))).step();
    expect(
      await visibleSkills((await fallback.reading()).view)
        .select('skills.id')
        .execute(),
    ).toEqual([]);
    await fallback.close();
    await catalog.close();
    await older.remove();
  });
});

/** The builder of this program, begun over that catalog, ends with what one begun over nothing makes. */
async function expectBuilt(registry: TestRegistry, file: string): Promise<void> {
  await using mirrored = await openMirroredData(registry);
  await using fresh = await openMirroredData(registry);
  await fresh.snapshot.full();
  const catalog = await openSqlite(file, { partial: true });
  await (await mirrored.reopened(() => ({ catalog, fingerprint: 'of this program' }))).step();
  expect(await schemaOf('sqlite', catalog)).toEqual(await schemaOf('sqlite', fresh.catalog));
  expect(await wordsOf(catalog)).toEqual(await wordsOf(fresh.catalog));
  expect(await contentsOf(mirrored)).toEqual(await contentsOf(fresh));
  const { rows, differing } = await compareCatalog(registry.engine as Engine, file);
  expect(rows).toBeGreaterThan(5);
  expect(differing).toEqual({});
  await catalog.close();
}
