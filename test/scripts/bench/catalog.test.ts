import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { compareCatalog } from '../../../mirror/snapshot/catalog/compareCatalog.ts';
import { createProgress, writeProgress } from '../../../mirror/snapshot/catalog/progress.ts';
import type { Engine } from '../../../origin/store/engine/engine.ts';
import { openSqlite } from '../../../origin/store/engine/sqlite.ts';
import { positionOf } from '../../../origin/store/events/lineage.ts';
import type { Tables } from '../../../origin/store/schema/tables.ts';
import { makeCatalog } from '../../../scripts/bench/catalog/make.ts';
import { namesFrom } from '../../../scripts/bench/catalog/names.ts';
import { filePool } from '../../../scripts/bench/catalog/pool.ts';
import { fillCatalog } from '../../../scripts/bench/catalog/projected.ts';
import { openEngine } from '../../engines.ts';
import { openRegistry, type TestRegistry } from '../../registry.ts';

const until = 1_790_000_000;

describe('the catalog of the measurements', () => {
  it('is what publishing and installing the same skills leaves in the store', async () => {
    const made = await openEngine('sqlite');
    await makeCatalog(made, { skills: 45, names: [], pool: await filePool('nowhere'), until }, () => undefined);
    await using registry = await openRegistry();
    await publishAll(made, registry);
    expect(await rowsOf(made, 'skills')).toHaveLength(45);
    for (const table of compared)
      expect(await rowsOf(made, table), table).toEqual(await rowsOf(registry.engine, table));
    for (const word of ['review', 'contr', 'wants'])
      expect(await found(made, word), word).toEqual(await found(registry.engine, word));
    await made.close();
  });

  it('is copied into the mirror’s catalog as projecting each entity would', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'catalog-'));
    const store = await openSqlite(join(dataDir, 'registry.sqlite'));
    await makeCatalog(store, { skills: 45, names: [], pool: await filePool('nowhere'), until }, () => undefined);
    const file = join(dataDir, 'catalog.sqlite');
    const catalog = await openSqlite(file, { partial: true });
    await fillCatalog(dataDir, catalog);
    const position = await store.read((db) => positionOf(db, until));
    await catalog.write(async (db) => {
      await createProgress(db);
      await writeProgress(db, { ...position, made: {}, day: 0, full: 0 });
    });
    const { rows, differing } = await compareCatalog(store, file);
    expect(differing).toEqual({});
    expect(rows).toBeGreaterThan(45 * 12);
    await catalog.close();
    await store.close();
  });

  it('has a name for each of many skills, and no two alike', () => {
    const slugs = new Set<string>();
    const names = namesFrom([]);
    for (let count = 0; count < 5000; count += 1) slugs.add(names.next().value.slug);
    expect(slugs.size).toBe(5000);
  });
});

/** All but tokens: whoever publishes has one. */
const compared = [
  ...['profiles', 'handles', 'skills', 'versions', 'version_files', 'blobs', 'scans', 'library'],
  ...['activity', 'events', 'changes', 'counters', 'moderation_actions', 'audit_log', 'challenges', 'devices'],
  ...[
    'skill_totals',
    'author_totals',
    'user_totals',
    'activity_totals',
    'search_words',
    'listed_skills',
    'skill_tags',
    'facet_totals',
  ],
] as (keyof Tables)[];

/** In an order of their own where they have no number. */
async function rowsOf(engine: Engine, table: keyof Tables): Promise<object[]> {
  const rows: object[] = await engine.db.selectFrom(table).selectAll().execute();
  const numbered = rows[0] && ('id' in rows[0] || 'seq' in rows[0]);
  return numbered ? rows : rows.map((row) => ({ row, key: keyOf(row) })).sort((a, b) => (a.key < b.key ? -1 : 1));
}

const keyOf = (row: object): string =>
  JSON.stringify(row, (_, value) => (value instanceof Uint8Array ? value.length : value));

/** The skills with a word that begins so, and those that hold it anywhere. */
async function found(engine: Engine, word: string): Promise<number[][]> {
  const matching = [
    ...(['skills', 'listed'] as const).map((source) => engine.containing(source, word)),
    engine.withWords({ each: [[word]] }),
  ];
  const rows = await Promise.all(
    matching.map((match) => engine.db.selectFrom(match.as('found')).select('id').orderBy('id').execute()),
  );
  return rows.map((ids) => ids.map(({ id }) => id));
}

/** Claims, publishes and installs in the order of the rows, each at its time. */
async function publishAll({ db }: Engine, registry: TestRegistry): Promise<void> {
  const profiles = await db.selectFrom('profiles').selectAll().orderBy('id').execute();
  const handles = new Map(profiles.map(({ id, handle }) => [id, handle ?? '']));
  const send = async (at: number, by: number, method: string, path: string, body: object) => {
    registry.clock.now = at;
    const headers = { authorization: `Bearer ${await registry.tokenFor(handles.get(by) ?? '')}` };
    const init = { method, headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(body) };
    expect((await registry.app.request(`/api/v1${path}`, init)).ok, path).toBe(true);
  };
  for (const { handle, created_at } of profiles) {
    registry.clock.now = created_at;
    await registry.tokenFor(handle ?? '');
  }
  const versions = await db
    .selectFrom('versions')
    .innerJoin('skills', 'skills.id', 'versions.skill_id')
    .select(['versions.id', 'number', 'published_at', 'owner_id', 'slug', 'category'])
    .orderBy('versions.id')
    .execute();
  for (const { id, number, published_at, owner_id, slug, category } of versions) {
    const files = await db
      .selectFrom('version_files')
      .innerJoin('blobs', 'blobs.hash', 'version_files.hash')
      .select(['path', 'bytes'])
      .where('version_id', '=', id)
      .execute();
    const texts = files.map(({ path, bytes }) => ({ path, text: Buffer.from(bytes).toString() }));
    const body = { files: texts, ...(number === 1 && { category }) };
    await send(published_at, owner_id, 'POST', `/skills/${handles.get(owner_id)}/${slug}/versions`, body);
  }
  const library = await db
    .selectFrom('library')
    .innerJoin('skills', 'skills.id', 'library.skill_id')
    .select(['profile_id', 'slug', 'owner_id', 'added_at'])
    .orderBy(sql`library.rowid`)
    .execute();
  for (const { profile_id, slug, owner_id, added_at } of library)
    await send(added_at, profile_id, 'PUT', `/library/${handles.get(owner_id)}/${slug}`, {});
}
