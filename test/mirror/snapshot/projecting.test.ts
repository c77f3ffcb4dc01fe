import { CompiledQuery, type QueryId, type RootOperationNode } from 'kysely';
import { expect, it } from 'vitest';
import { project } from '../../../mirror/snapshot/catalog/catalog.ts';
import type { Db } from '../../../origin/store/engine/engine.ts';
import { openRegistry, skillMd } from '../../registry.ts';
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

async function planOf(db: Db, node: RootOperationNode): Promise<string[]> {
  const { sql: text, parameters } = db.getExecutor().compileQuery(node, { queryId: '1' });
  const plan = CompiledQuery.raw(`explain query plan ${text}`, [...parameters]);
  return (await db.executeQuery<{ detail: string }>(plan)).rows.map(({ detail }) => detail);
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
  await mirrored.catalog.write((to) => project({ ...store, db }, db, to, { kind, entityId: row?.id ?? 0 }));
  for (const node of asked) {
    const walks = (await planOf(store.db, node)).filter((detail) => /^SCAN|LIST SUBQUERY/.test(detail));
    expect(walks, JSON.stringify(await planOf(store.db, node))).toEqual([]);
  }
  expect(asked.length).toBeGreaterThan(4);
});
