/** What waits while steps of the schema run, read off their SQL. */
import type { Step } from './steps.ts';

/**
 * The tables that no PostgreSQL connection reads from when `due` begin until they are done, by their names: those that
 * are altered or dropped, or lose an index or a trigger. Tables that the steps make, or give another name, are nobody's yet. On SQLite nobody
 * who reads waits.
 */
export function tablesUnreadable(due: readonly Step[], history: readonly Step[]): string[] {
  const indexed = new Map(
    history.flatMap(({ statements }) =>
      statements.flatMap((text) => named(text, /^create (?:unique )?index (?:if not exists )?(\w+) on (\w+)/m)),
    ),
  );
  const made = new Set<string>();
  const touched = new Set<string>();
  for (const statement of due.flatMap(({ statements }) => statements)) {
    const table = /^(?:alter table|drop table|drop trigger \w+ on)(?: if exists)?(?: only)? (\w+)/m.exec(
      statement,
    )?.[1];
    const index = /^(?:drop|alter) index (?:if exists )?(\w+)/m.exec(statement)?.[1];
    const name = table ?? (index && indexed.get(index));
    if (name && !made.has(name)) touched.add(name);
    const fresh = /^(?:create table (?:if not exists )?|alter table \w+ rename to )(\w+)/m.exec(statement)?.[1];
    if (fresh) made.add(fresh);
  }
  return [...touched].sort();
}

function named(text: string, pattern: RegExp): [name: string, table: string][] {
  const [, name, table] = pattern.exec(text) ?? [];
  return name && table ? [[name, table]] : [];
}
