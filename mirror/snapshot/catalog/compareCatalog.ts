/** Whether the catalog holds what the store shows in public now: row by row, against a catalog made for the comparison. */
import { hash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Db, Engine } from '../../../origin/store/engine/engine.ts';
import { openSqlite } from '../../../origin/store/engine/sqlite.ts';
import { newestChange } from '../../../origin/store/events/changes.ts';
import { project, publicEntities } from './catalog.ts';
import { type CatalogPlace, openCatalogToRead } from './place.ts';
import { readProgress } from './progress.ts';
import { otherTables, publicTables } from './publicColumns.ts';

export interface Comparison {
  rows: number;
  /** Rows by table that are missing, too many, or other than the store's; undefined where the two are of different changes. */
  differing: Record<string, number> | undefined;
}

/** Takes about as long as reading all public rows. The two are compared at one change number, or not at all. */
export async function compareCatalog(store: Engine, place: CatalogPlace): Promise<Comparison> {
  const folder = await mkdtemp(join(tmpdir(), 'catalog-'));
  const file = join(folder, 'catalog.sqlite');
  try {
    const seq = await projectAll(store, file);
    const engine = await openSqlite(file, { readOnly: true });
    try {
      return typeof place === 'string'
        ? await engine.db.connection().execute((db) => compare(db, place, seq))
        : await comparePostgres(engine.db, place, seq);
    } finally {
      await engine.close();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function projectAll(store: Engine, file: string): Promise<number> {
  const engine = await openSqlite(file, { partial: true });
  try {
    return await store.read((storeDb) =>
      engine.write(async (catalog) => {
        await project(store, storeDb, catalog, await publicEntities(store, storeDb));
        return newestChange(storeDb);
      }),
    );
  } finally {
    await engine.close();
  }
}

/** The transparency log is compared by its root (origin/store/log/check.ts). */
const projected = Object.entries(publicTables).filter(([name]) => !name.startsWith('log_'));

/** Their rows are the same in both, to the byte. */
const compared = [
  ...projected.map(([name]) => name),
  ...Object.entries(otherTables).flatMap(([name, kind]) => (kind === 'numbered' ? [] : [name])),
];

/** The same, of a database that can't be read along with the file: what is derived in it, its own triggers count. */
async function comparePostgres(db: Db, place: CatalogPlace, seq: number): Promise<Comparison> {
  const served = await openCatalogToRead(place);
  try {
    return await served.read(async (other) => {
      const progress = await readProgress(other);
      if (progress?.seq !== seq) return { rows: 0, differing: undefined };
      const differing: Record<string, number> = {};
      let rows = 0;
      for (const [name, { columns }] of projected) {
        const own = await rowsOf(db, name, columns);
        const extra = await rowsOf(other, name, columns);
        rows += own.size;
        const missing = [...own].filter((row) => !extra.delete(row)).length;
        if (missing + extra.size > 0) differing[name] = Math.max(missing, extra.size);
      }
      return { rows, differing };
    });
  } finally {
    await served.close();
  }
}

async function rowsOf(db: Db, name: string, columns: readonly string[]): Promise<Set<string>> {
  const { rows } =
    await sql`select ${sql.join(columns.map((column) => sql.ref(column)))} from ${sql.table(name)}`.execute(db);
  return new Set(rows.map((row) => hash('sha256', JSON.stringify(row))));
}

async function compare(db: Db, catalogFile: string, seq: number): Promise<Comparison> {
  await sql`attach ${catalogFile} as served`.execute(db);
  // One transaction sees one state of the served catalog, whatever its builder does meanwhile.
  await sql`begin`.execute(db);
  try {
    const progress = await readProgress(db);
    if (progress?.seq !== seq) return { rows: 0, differing: undefined };
    const differing: Record<string, number> = {};
    let rows = 0;
    for (const name of compared) {
      const [own, other] = [sql.id('main', name), sql.id('served', name)];
      const {
        rows: [found],
      } = await sql<{ rows: number; missing: number; extra: number }>`select
        (select count(*) from ${own}) as rows,
        (select count(*) from (select * from ${own} except select * from ${other})) as missing,
        (select count(*) from (select * from ${other} except select * from ${own})) as extra`.execute(db);
      rows += found?.rows ?? 0;
      const count = Math.max(found?.missing ?? 0, found?.extra ?? 0);
      if (count > 0) differing[name] = count;
    }
    const { rows: unnumbered } = await sql`select id from ${sql.id('served', 'listed_skills')} where id not in
      (select skill_id from ${sql.id('served', 'listed_changes')})`.execute(db);
    if (unnumbered.length > 0) differing['listed_changes'] = unnumbered.length;
    return { rows, differing };
  } finally {
    await sql`commit`.execute(db);
  }
}
