/** Other search engines over the same skills, each as well set up as it offers. */
import MiniSearch from 'minisearch';
import sqlite3 from 'sqlite3';
import { tokensOf } from '../../../../origin/store/search/text.ts';
import { type Skill, skills } from './judged.ts';

const fields = ['slug', 'author', 'description', 'body'] as const;
const weights = { slug: 8, author: 6, description: 4, body: 0.7 };

/** Any word, beginnings, and slips. */
export function miniSearch() {
  const index = new MiniSearch<Skill & { id: number }>({ fields: [...fields] });
  index.addAll(skills.map((skill, id) => ({ ...skill, id })));
  return async (query: string) =>
    index
      .search(query, { prefix: true, fuzzy: 0.2, combineWith: 'OR', boost: weights })
      .flatMap(({ id }) => skills[id] ?? []);
}

/** Any word, beginnings, and Porter's stems. */
export async function fts5() {
  const database = new sqlite3.Database(':memory:');
  const all = (text: string, values: unknown[] = []) =>
    new Promise<{ id: number }[]>((resolve, reject) =>
      database.all<{ id: number }>(text, values, (error, rows) => (error ? reject(error) : resolve(rows))),
    );
  await all(
    `create virtual table documents using fts5(${fields.join(', ')}, tokenize='porter unicode61', prefix='2 3')`,
  );
  for (const [id, skill] of skills.entries())
    await all(`insert into documents (rowid, ${fields.join(', ')}) values (?, ?, ?, ?, ?)`, [
      id,
      ...fields.map((field) => skill[field]),
    ]);
  return async (query: string) => {
    const match = tokensOf(query)
      .map((token) => `"${token}"*`)
      .join(' OR ');
    const rows = await all(
      `select rowid as id from documents where documents match ? order by bm25(documents, ${Object.values(weights).join(', ')}) limit 5`,
      [match],
    );
    return rows.flatMap(({ id }) => skills[id] ?? []);
  };
}
