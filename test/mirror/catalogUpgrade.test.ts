import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { compareCatalog } from '../../mirror/snapshot/catalog/compareCatalog.ts';
import type { Engine } from '../../origin/store/engine/engine.ts';
import { openSqlite } from '../../origin/store/engine/sqlite.ts';
import { readSteps, stepOf } from '../../origin/store/schema/steps.ts';
import { newFile } from '../engines.ts';
import { openRegistry, skillMd, type TestRegistry } from '../registry.ts';
import { openReleased } from '../store/released/fixtures.ts';
import { schemaOf } from '../store/released/schemaOf.ts';
import { wordsOf } from '../store/textIndexes.ts';
import { contentsOf, openMirroredData } from './mirrored.ts';

const fixtures = join(import.meta.dirname, '../store/released/catalog');
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
