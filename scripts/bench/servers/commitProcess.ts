/**
 * SQLite's own commits, one after the other, each on disk before the next: the least that a durable write costs. It is
 * sent a file and a number, and sends back the milliseconds of each.
 */
import { DatabaseSync } from 'node:sqlite';

process.once('message', ({ file, commits, bytes }: { file: string; commits: number; bytes: number }) => {
  const database = new DatabaseSync(file);
  database.exec('pragma journal_mode = wal; pragma synchronous = full');
  database.exec('create table if not exists documents (id integer primary key, body blob)');
  const insert = database.prepare('insert into documents (body) values (?)');
  const body = new Uint8Array(bytes);
  const times: number[] = [];
  for (let commit = 0; commit < commits; commit += 1) {
    const started = performance.now();
    insert.run(body);
    times.push(performance.now() - started);
  }
  database.close();
  process.send?.(times, () => process.exit());
});
