/** What SQLite itself finds of damage: in pages, in indexes, and rows that point to rows which are not there. */
import { sql } from 'kysely';
import type { Db } from '../../../origin/store/engine/engine.ts';
import { isDamage } from '../../../origin/store/engine/faults.ts';
import { leftOut } from '../../../origin/store/engine/leftOut.ts';
import { counted } from './check.ts';

export interface Damage {
  what: string;
  /** The index that alone is damaged, so that it can be made again from its table; or `unusedPages`. */
  isDerived?: string;
}

/** Left where a repair was ended before its last step; or of a list of free pages that is damaged. */
export const unusedPages = 'pages that nothing uses';

const shown = 20;

export const sqliteDamage = async (db: Db): Promise<Damage[]> => [...(await pageDamage(db)), ...(await strayRows(db))];

export async function pageDamage(db: Db): Promise<Damage[]> {
  const found = await linesOf(db);
  const left = found.length > 0 ? { lines: [], unused: 0 } : await leftOut(db);
  // Of pages that nothing leads to there are many where another is damaged.
  const lines = [...found, ...left.lines].filter((line) => !isOrphan(line)).slice(0, shown);
  const unused = found.length + left.unused;
  if (unused > 0 && lines.length === 0)
    return [{ what: `nothing uses ${counted(unused, 'page')} of it`, isDerived: unusedPages }];
  const trees = lines.some((line) => line.includes('Tree ')) ? await treesOf(db) : new Map<number, Tree>();
  return lines.map((line): Damage => {
    const tree = trees.get(Number(/Tree (\d+)/.exec(line)?.[1]));
    const index = /(?:missing from|entries in|entry in) index (\S+)$/.exec(line)?.[1];
    const what = tree ? `${tree.type} ${tree.name}: ${line}` : line;
    const isDerived = index ?? (tree?.type === 'index' ? tree.name : undefined);
    return { what, ...(isDerived && { isDerived }) };
  });
}

async function linesOf(db: Db): Promise<string[]> {
  // The whole check ends at a damaged page where it compares tables with indexes, the quick one where it reads a table.
  return (await checked(db, 'integrity_check')) ?? (await checked(db, 'quick_check')) ?? (await eachTable(db));
}

async function eachTable(db: Db): Promise<string[]> {
  try {
    const { rows } = await sql<{ name: string }>`
      select name from sqlite_schema where type = 'table' and rootpage > 0`.execute(db);
    const lines = [];
    for (const { name } of rows)
      lines.push(...((await checked(db, 'quick_check', name)) ?? [`table ${name} can’t be read`]));
    return lines;
  } catch (error) {
    return [`it can’t be read: ${damaged(error)}`];
  }
}

const isOrphan = (line: string): boolean => /^Page \d+: never used$/.test(line);

/** Undefined where it could not be ended. Of one page it says several things, a line each. */
async function checked(
  db: Db,
  check: 'integrity_check' | 'quick_check',
  table?: string,
): Promise<string[] | undefined> {
  try {
    const of = table === undefined ? sql.lit(1000) : sql.table(table);
    const { rows } = await sql<Record<string, string>>`pragma ${sql.raw(check)}(${of})`.execute(db);
    const lines = rows.flatMap((row) => row[check]?.split('\n') ?? []);
    return lines.filter((line) => line !== 'ok' && !line.startsWith('***'));
  } catch (error) {
    damaged(error);
    return undefined;
  }
}

interface Tree {
  type: string;
  name: string;
}

/** Tables and indexes by the page that they begin on. */
async function treesOf(db: Db): Promise<Map<number, Tree>> {
  const { rows } = await sql<Tree & { rootpage: number }>`select type, name, rootpage from sqlite_schema`.execute(db);
  return new Map(rows.map((row) => [row.rootpage, row]));
}

async function strayRows(db: Db): Promise<Damage[]> {
  try {
    const { rows } = await sql<{ table: string; parent: string; count: number }>`
      select "table", parent, count(*) as count from pragma_foreign_key_check group by "table", parent`.execute(db);
    return rows.map(({ table, parent, count }) => ({
      what: `${counted(count, 'row')} of ${table} point to no row of ${parent}`,
    }));
  } catch (error) {
    return [{ what: `references can’t be checked: ${damaged(error)}` }];
  }
}

/** What it says. Throws it where it tells of no damage. */
function damaged(error: unknown): string {
  if (!isDamage(error)) throw error;
  return (error as Error).message;
}
