import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { otherTables, publicTables } from '../../../mirror/snapshot/catalog/publicColumns.ts';
import type { Db } from '../../../origin/store/engine/engine.ts';
import { newFile, openEngine } from '../../engines.ts';
import { openRegistry } from '../../registry.ts';
import { tell } from '../../store/released/story.ts';
import { dataOfPages, openMirrored } from '../mirrored.ts';

/** Columns of the tables that the catalog has rows of which are nobody's business: named here again, on purpose. */
const privateColumns: Record<string, readonly string[]> = {
  profiles: ['is_operator', 'mcp_enabled', 'avatar_url'],
  author_keys: ['bound_at', 'revoked_at'],
  team_members: ['role'],
  skills: ['version_count', 'indexing', 'compared', 'category_chosen'],
  versions: ['published_by', 'withdrawn_at', 'reviewed_at', 'reviewed_by'],
  scans: ['status', 'scanned_at', 'thorough', 'worst', 'rules'],
  advisories: ['feed', 'modified', 'withdrawn', 'dismissed', 'matchers', 'due'],
  library: ['version_id', 'skipped_version_id', 'pinned', 'auto_approve'],
  moderation_actions: ['target_kind', 'target_id', 'created_by', 'lifted_at'],
};

/** What says which rows are shown, or what to look at, holds no mark but this. */
const telling: Record<string, string> = {
  'versions.withdrawn_at': 'null',
  'moderation_actions.target_kind': `'skill'`,
  'moderation_actions.lifted_at': 'null',
  'advisories.withdrawn': '0',
  'advisories.dismissed': '0',
  'changes.seq': 'null',
  'events.id': 'null',
  'changes.kind': `'library'`,
};

/** What only the database itself keeps: its text indexes, and how far its schema and backfills are. */
const own = /_(tokens|folded|bigrams)(_|$)|^schema_version$|^backfills$/;

it('every table and column of a store is said to be public or private', async () => {
  const engine = await openEngine('sqlite');
  const tables = (await engine.db.introspection.getTables()).filter((table) => !own.test(table.name));
  await engine.close();
  const said = [...Object.keys(publicTables), ...Object.keys(otherTables)];
  expect(tables.map((table) => table.name).sort()).toEqual(said.sort());
  for (const [table, { columns }] of Object.entries(publicTables)) {
    const there = tables.find((one) => one.name === table)?.columns.map((column) => column.name) ?? [];
    const open = columns.map((column) => column.slice(table.length + 1));
    expect([...open, ...(privateColumns[table] ?? [])].sort(), table).toEqual(there.sort());
  }
});

it('nothing that is private gets into the catalog or a file, whatever it is', async () => {
  const place = await newFile();
  await using registry = await openRegistry('sqlite', { engine: await place.open() });
  await tell(registry);
  const marks = await marked(registry.engine.db);
  await place.run(marks.flatMap(({ statement }) => statement || []).join(';\n'));

  await using mirrored = await openMirrored(registry, { html: dataOfPages });
  await mirrored.snapshot.full();
  await mirrored.snapshot.step();
  const folder = dirname(mirrored.root);
  const files = await readdir(folder, { recursive: true, withFileTypes: true });
  const bytes: Buffer[] = [];
  for (const file of files) if (file.isFile()) bytes.push(await readFile(join(file.parentPath, file.name)));
  const all = Buffer.concat(bytes);
  expect(all.includes('About greeting everybody')).toBe(true);
  expect(all.includes('what nobody reads')).toBe(false);
  expect(marks.length).toBeGreaterThan(100);
  expect(marks.filter(({ forms }) => forms.some((form) => all.includes(form))).map(({ column }) => column)).toEqual([]);
  await place.remove();
});

interface Mark {
  column: string;
  statement: string;
  /** The bytes that it would show as: in a row of SQLite, and in a text. */
  forms: Buffer[];
}

/** A value that nothing else has for each private column, and a row of such values for each private table. */
async function marked(db: Db): Promise<Mark[]> {
  let made = 0;
  const mark = (column: string, type: string) => {
    made += 1;
    const number = 0x5e4e_7100_0000 + made;
    const stored = Buffer.alloc(6);
    stored.writeUIntBE(number, 0, 6);
    const text = `mark-${made}-of-${column}`;
    return /^(bigint|integer)$/i.test(type)
      ? { literal: String(number), forms: [stored, Buffer.from(String(number))] }
      : { literal: `'${text}'`, forms: [Buffer.from(text)] };
  };
  return (await db.introspection.getTables()).flatMap(({ name, columns }) => {
    const hidden = columns.filter((column) => privateColumns[name]?.includes(column.name));
    const updates = hidden.flatMap((column): Mark[] => {
      const full = `${name}.${column.name}`;
      if (full in telling) return [];
      const { literal, forms } = mark(full, column.dataType);
      // Whether an action against a skill is shown is looked up by its target.
      const where = full === 'moderation_actions.target_id' ? ` where target_kind = 'profile'` : '';
      return [{ column: full, statement: `update ${name} set ${column.name} = ${literal}${where}`, forms }];
    });
    if ((otherTables as Record<string, string>)[name] !== 'private') return updates;
    const row = columns.map((column) => {
      const full = `${name}.${column.name}`;
      const held = telling[full];
      return { full, ...(held ? { literal: held, forms: [] } : mark(full, column.dataType)) };
    });
    const values = row.map(({ literal }) => literal).join(', ');
    const statement = `insert into ${name} (${columns.map((column) => column.name).join(', ')}) values (${values})`;
    return row.map(({ full, forms }, index) => ({ column: full, statement: index ? '' : statement, forms }));
  });
}
