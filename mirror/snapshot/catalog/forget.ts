/** Taking entities out of the catalog with everything that is theirs. */
import { sql } from 'kysely';
import type { Db } from '../../../origin/store/engine/engine.ts';
import type { Change } from '../../../origin/store/events/changes.ts';
import { forgetRows } from './belongings.ts';
import type { publicTables } from './publicColumns.ts';

export const entityTables = [
  ['profile', 'profiles'],
  ['skill', 'skills'],
  ['kit', 'kits'],
  ['advisory', 'advisories'],
] as const;

type EntityKind = (typeof entityTables)[number][0];

type Owned = { owner: number; kind: EntityKind };

/** The tables whose numbers a store may give out twice: by what a row there is known, and whose it is. */
const numbered: { table: keyof typeof publicTables; known: string[]; kind: string; owner: string }[] = [
  { table: 'profiles', known: ['handle'], kind: `'profile'`, owner: 'id' },
  { table: 'author_keys', known: [], kind: `'profile'`, owner: 'profile_id' },
  { table: 'skills', known: ['owner_id', 'slug'], kind: `'skill'`, owner: 'id' },
  { table: 'versions', known: [], kind: `'skill'`, owner: 'skill_id' },
  { table: 'kits', known: ['owner_id', 'slug'], kind: `'kit'`, owner: 'id' },
  { table: 'advisories', known: ['name'], kind: `'advisory'`, owner: 'id' },
  {
    table: 'activity',
    known: [],
    kind: `case kind when 'publish' then 'skill' else kind end`,
    owner: 'coalesce(skill_id, kit_id, actor_id)',
  },
];

/**
 * Takes out what a store that went back no longer has, or has given another's number since: brought up to date one entity
 * at a time, two of them would claim one number. Takes about as long as reading the numbers of all rows. Returns what went.
 */
export async function forgetDisplaced(store: Db, catalog: Db): Promise<Change[]> {
  const gone: Change[] = [];
  for (const { table, known, kind, owner } of numbered) {
    const columns = [
      ...known.map((name) => sql.ref(name)),
      sql`${sql.raw(owner)} as owner`,
      sql`${sql.raw(kind)} as kind`,
    ];
    const rowsIn = async (db: Db) =>
      (await sql<Owned>`select id, ${sql.join(columns)} from ${sql.table(table)}`.execute(db)).rows;
    const standing = new Set((await rowsIn(store)).map((row) => JSON.stringify(row)));
    const displaced = (await rowsIn(catalog)).filter((row) => !standing.has(JSON.stringify(row)));
    for (const { kind, owner } of displaced) await forgetRows(catalog, kind, [owner]);
    gone.push(...displaced.map(({ kind, owner }) => ({ kind, entityId: owner })));
  }
  return gone;
}

/** Every entity that the catalog has. */
export async function catalogEntities(catalog: Db): Promise<Change[]> {
  const found: Change[] = [];
  for (const [kind, table] of entityTables) {
    const rows = await catalog.selectFrom(table).select('id').orderBy('id').execute();
    found.push(...rows.map(({ id }) => ({ kind, entityId: id })));
  }
  return found;
}
