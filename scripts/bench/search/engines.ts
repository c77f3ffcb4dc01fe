/** Other search engines over the names and descriptions of the same skills. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import MiniSearch from 'minisearch';
import type { Engine } from '../../../origin/store/engine/engine.ts';
import { openSqlite } from '../../../origin/store/engine/sqlite.ts';
import { tokensOf } from '../../../origin/store/search/text.ts';

export interface SearchEngine {
  name: string;
  /** The slugs of the best results, the best first. */
  find(query: string): Promise<string[]>;
  close(): Promise<void>;
}

/** Results that each engine gives. */
export const resultsEach = 10;

const rowsOf = ({ db }: Engine) =>
  db.selectFrom('skills').select(['id', 'slug', 'description']).orderBy('id').execute();

/** All words have to be there and the last may be a beginning, as with ours; names count for more. */
export async function miniSearch(engine: Engine): Promise<SearchEngine> {
  const index = new MiniSearch<{ id: number; slug: string; description: string }>({
    fields: ['slug', 'description'],
    storeFields: ['slug'],
    searchOptions: { prefix: true, combineWith: 'AND', boost: { slug: 3 } },
  });
  index.addAll(await rowsOf(engine));
  return {
    name: 'MiniSearch',
    find: async (query) =>
      index
        .search(query)
        .slice(0, resultsEach)
        .map((result) => String(result['slug'])),
    close: async () => index.removeAll(),
  };
}

/** FTS5's own bm25 with prefix indexes, names weighing more. */
export async function fts5(engine: Engine): Promise<SearchEngine> {
  const folder = await mkdtemp(join(tmpdir(), 'fts5-'));
  const store = await openSqlite(join(folder, 'index.sqlite'));
  await store.write(async (db) => {
    await sql`create virtual table documents using fts5(slug, description, prefix='2 3')`.execute(db);
    for (const { id, slug, description } of await rowsOf(engine))
      await sql`insert into documents (rowid, slug, description) values (${id}, ${slug}, ${description})`.execute(db);
  });
  return {
    name: 'FTS5 bm25',
    find: async (query) => {
      const match = tokensOf(query)
        .map((token) => `"${token}"*`)
        .join(' ');
      const { rows } = await sql<{ slug: string }>`select slug from documents where documents match ${match}
        order by bm25(documents, 3, 1) limit ${sql.lit(resultsEach)}`.execute(store.db);
      return rows.map(({ slug }) => slug);
    },
    close: async () => {
      await store.close();
      await rm(folder, { recursive: true });
    },
  };
}
