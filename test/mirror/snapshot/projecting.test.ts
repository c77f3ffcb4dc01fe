import { CompiledQuery, type QueryId, type RootOperationNode, sql } from 'kysely';
import { expect, it } from 'vitest';
import { footprintsOf } from '../../../mirror/snapshot/address/footprints.ts';
import { forgetRows } from '../../../mirror/snapshot/catalog/belongings.ts';
import { project } from '../../../mirror/snapshot/catalog/catalog.ts';
import { openCatalog } from '../../../mirror/snapshot/catalog/place.ts';
import type { Db } from '../../../origin/store/engine/engine.ts';
import { openRegistry, skillMd } from '../../registry.ts';
import { hasPostgres, newPostgres } from '../../servers/postgres.ts';
import { openMirroredData } from '../mirrored.ts';

/** Every query that a database is asked is in `asked` as well; parts of it alone are not. */
function watched(db: Db, asked: RootOperationNode[]): Db {
  const made = new WeakMap<QueryId, RootOperationNode>();
  return db.withPlugin({
    transformQuery: ({ queryId, node }) => {
      made.set(queryId, node);
      return node;
    },
    transformResult: async ({ queryId, result }) => {
      const node = made.get(queryId);
      if (node) asked.push(node);
      return result;
    },
  });
}

async function planOf(db: Db, node: RootOperationNode, explain = 'explain query plan'): Promise<string[]> {
  const { sql: text, parameters } = db.getExecutor().compileQuery(node, { queryId: '1' });
  const plan = CompiledQuery.raw(`${explain} ${text}`, [...parameters]);
  const { rows } = await db.executeQuery<Record<string, string>>(plan);
  return rows.map((row) => row['detail'] ?? row['QUERY PLAN'] ?? '');
}

it.each(['skill', 'profile'] as const)('of a %s looks up what is its own, and walks through no table', async (kind) => {
  await using registry = await openRegistry();
  await registry.publish('ada', 'pdf', { 'SKILL.md': skillMd('pdf') });
  const { engine: store } = registry;
  await using mirrored = await openMirroredData(registry);
  const [row] = await store.db
    .selectFrom(`${kind}s` as 'skills')
    .select('id')
    .execute();
  const asked: RootOperationNode[] = [];
  const db = watched(store.db, asked);
  await mirrored.catalog.write((to) => project({ ...store, db }, db, to, [{ kind, entityId: row?.id ?? 0 }]));
  for (const node of asked) {
    const plan = await planOf(store.db, node);
    // The list of what it was told to look up, which comes before the walk through that.
    const own = (detail: string, nth: number) =>
      /^SCAN json_each /.test(detail) ||
      (/^LIST SUBQUERY/.test(detail) && /^SCAN json_each /.test(plan[nth + 1] ?? ''));
    const walks = plan.filter((detail, nth) => /^SCAN|LIST SUBQUERY/.test(detail) && !own(detail, nth));
    expect(walks, JSON.stringify(plan)).toEqual([]);
  }
  expect(asked.length).toBeGreaterThan(4);
});

it('brings nothing of a skill or profile that is not shown, which is looked up along with one that is', async () => {
  await using registry = await openRegistry();
  for (const author of ['ada', 'bob'])
    for (const slug of ['shown', 'hidden']) await registry.publish(author, slug, { 'SKILL.md': skillMd(slug) });
  const { engine: store } = registry;
  await store.write(async (db) => {
    await db.updateTable('skills').set({ visibility: 'private' }).where('slug', '=', 'hidden').execute();
    await db.updateTable('profiles').set({ moderation_status: 'suspended' }).where('handle', '=', 'bob').execute();
    const profiles = await db.selectFrom('profiles').select('id').execute();
    await db
      .insertInto('portraits')
      .values(profiles.map(({ id }) => ({ profile_id: id, bytes: Buffer.from('a picture') })))
      .execute();
  });
  const all = async (kind: 'profile' | 'skill') =>
    (
      await store.db
        .selectFrom(`${kind}s` as 'skills')
        .select('id')
        .execute()
    ).map(({ id }) => ({ kind, entityId: id }));
  await using mirrored = await openMirroredData(registry);
  const entities = [...(await all('profile')), ...(await all('skill'))];
  await mirrored.catalog.write((to) => project(store, store.db, to, entities));
  const catalog = mirrored.catalog.db;
  const shown = await catalog
    .selectFrom('skills')
    .innerJoin('profiles', 'profiles.id', 'owner_id')
    .select(['skills.id', 'owner_id', 'handle', 'slug'])
    .execute();
  expect(shown).toMatchObject([{ handle: 'ada', slug: 'shown' }]);
  const versions = await catalog.selectFrom('versions').select(['id', 'skill_id']).execute();
  expect(versions.map(({ skill_id }) => skill_id)).toEqual([shown[0]?.id]);
  for (const table of ['version_files', 'scans'] as const)
    expect(await catalog.selectFrom(table).select('version_id').distinct().execute(), table).toEqual([
      { version_id: versions[0]?.id },
    ]);
  const pictured = await catalog.selectFrom('portraits').select('profile_id').execute();
  expect(pictured).toEqual([{ profile_id: shown[0]?.owner_id }]);
});

it.skipIf(!hasPostgres)(
  'finds and takes out rows of PostgreSQL by their indexes, however many belong to others',
  async () => {
    await using server = await newPostgres();
    const catalog = await openCatalog({ url: server.url });
    try {
      await catalog.write(async (db) => {
        // A table as small as these are here is read whole wherever it can be.
        await sql`set local enable_seqscan = off`.execute(db);
        for (const kind of ['skill', 'profile', 'kit', 'advisory'] as const) {
          const asked: RootOperationNode[] = [];
          await forgetRows(watched(db, asked), kind, [1, 2]);
          await footprintsOf(watched(db, asked), [{ kind, entityId: 1 }]);
          expect(asked.length).toBeGreaterThan(0);
          for (const node of asked) {
            const plan = (await planOf(db, node, 'explain')).join('\n');
            expect(plan).not.toContain('Seq Scan');
          }
        }
      });
    } finally {
      await catalog.close();
    }
  },
);
