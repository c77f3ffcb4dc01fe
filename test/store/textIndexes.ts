/** What the text indexes of an SQLite store hold, and how to make them again. */
import { sql } from 'kysely';
import type { Db, Engine, TextTable } from '../../origin/store/engine/engine.ts';
import { readSteps } from '../../origin/store/schema/steps.ts';

const textTables: TextTable[] = ['skills', 'kits', 'profiles'];

/** As the newest step does that makes them all, and what later ones make otherwise or besides. */
export async function makeTextIndexes(db: Db): Promise<void> {
  const steps = await readSteps('sqlite');
  const ofAll = (kind: string) => {
    const made = textTables.map((table) => `create virtual table ${table}_${kind} using fts5`);
    const newest = steps.findLast(({ statements }) =>
      made.every((beginning) => statements.some((statement) => statement.startsWith(beginning))),
    );
    return newest?.statements ?? [];
  };
  for (const statement of ofAll('tokens')) await sql.raw(statement).execute(db);
  for (const index of textTables.map((table) => `${table}_bigrams`))
    await sql`insert into ${sql.table(index)}(${sql.ref(index)}) values ('delete-all')`.execute(db);
  for (const statement of ofAll('bigrams').filter((each) => each.startsWith('insert')))
    await sql.raw(statement).execute(db);
}

/** Every word of every text index, and the numbers of the rows that it is in. */
export const wordsOf = (engine: Engine): Promise<Record<string, string[]>> =>
  engine.read(async (db) => {
    const all: Record<string, string[]> = {};
    for (const index of textTables.flatMap((table) => [`${table}_tokens`, `${table}_folded`, `${table}_bigrams`])) {
      const words = sql.id('temp', `words_of_${index}`);
      await sql`create virtual table if not exists ${words} using fts5vocab('main', ${sql.lit(index)}, 'instance')`.execute(
        db,
      );
      const { rows } = await sql<{ term: string; doc: number }>`select term, cast(doc as text) as doc, "offset"
        from ${words} order by 1, 2, 3`.execute(db);
      all[index] = rows.map((row) => JSON.stringify(row));
    }
    return all;
  });
