/** What disks do to what was written to them. */
import { readFile, stat, truncate, utimes, writeFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { openSqlite } from '../origin/store/engine/sqlite.ts';

/** Changes one bit in the middle, and nothing that a look at the file's time and size would tell. */
export async function flip(file: string): Promise<void> {
  const { atime, mtime } = await stat(file);
  const bytes = await readFile(file);
  const middle = bytes.length >> 1;
  bytes[middle] = (bytes[middle] as number) ^ 1;
  await writeFile(file, bytes);
  await utimes(file, atime, mtime);
}

/** Loses the second half, and keeps its time. */
export async function cutShort(file: string): Promise<void> {
  const { atime, mtime, size } = await stat(file);
  await truncate(file, size >> 1);
  await utimes(file, atime, mtime);
}

/** Overwrites the first page of a table or an index. Nobody may have the database open. */
export async function spoilPage(database: string, name: string): Promise<void> {
  const engine = await openSqlite(database, { readOnly: true });
  const { rows } = await sql<{ root: number; size: number }>`
    select rootpage as root, page_size as size from sqlite_schema, pragma_page_size() where name = ${name}`.execute(
    engine.db,
  );
  await engine.close();
  const [page] = rows;
  if (!page) throw new Error(`The database has no ${name}.`);
  const bytes = await readFile(database);
  bytes.fill(0xa5, (page.root - 1) * page.size, page.root * page.size);
  await writeFile(database, bytes);
}

/** Frees a page of a SQLite database, and lets the list of free pages say that it names more than it has room for. */
export async function spoilFreePages(database: string): Promise<void> {
  const engine = await openSqlite(database);
  await engine.write((db) => sql`create table freed (text text)`.execute(db));
  await engine.write((db) => sql`drop table freed`.execute(db));
  await engine.close();
  const bytes = await readFile(database);
  const [pageSize, first] = [bytes.readUInt16BE(16), bytes.readUInt32BE(32)];
  if (first === 0) throw new Error(`${database} has no free page.`);
  bytes.writeUInt32BE(0xffff, (first - 1) * pageSize + 4);
  await writeFile(database, bytes);
}
