/** How SQLite means to run what is asked: a line for each table that it looks at. */
import { CompiledQuery, type RootOperationNode } from 'kysely';
import type { Db, Engine } from '../../origin/store/engine/engine.ts';

/** The plan of every query that `work` sends, in their order. */
export async function plansOf(engine: Engine, work: (db: Db) => Promise<unknown>): Promise<string[]> {
  const asked: RootOperationNode[] = [];
  const watched = engine.db.withPlugin({
    transformQuery: ({ node }) => {
      asked.push(node);
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  await work(watched);
  const plans: string[] = [];
  for (const node of asked) {
    const { sql, parameters } = engine.db.getExecutor().compileQuery(node, { queryId: '1' });
    const explained = CompiledQuery.raw(`explain query plan ${sql}`, [...parameters]);
    const { rows } = await engine.db.executeQuery<{ detail: string }>(explained);
    plans.push(rows.map(({ detail }) => detail).join('\n'));
  }
  return plans;
}
