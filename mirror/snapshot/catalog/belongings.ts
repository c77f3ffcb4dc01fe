/** Which rows of the catalog belong to an entity: what goes with it, and what is handed to programs that copy it. */
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../../../origin/store/engine/engine.ts';
import { together } from '../../../origin/store/engine/together.ts';
import type { ChangeKind } from '../../../origin/store/schema/tables.ts';
import { among } from './dialect.ts';
import { publicTables } from './publicColumns.ts';

/** Rows of some entities by their tables, in the order in which they are put there: public columns alone. */
export type EntityRows = Partial<Record<keyof typeof publicTables, readonly object[]>>;

type Which = (isAmong: (column: string) => RawBuilder<SqlBool>) => RawBuilder<SqlBool>;
type Belonging = readonly [table: keyof EntityRows, which: Which];

const by =
  (...columns: readonly string[]): Which =>
  (isAmong) =>
    sql`(${sql.join(columns.map(isAmong), sql` or `)})`;
const ofVersions: Which = (isAmong) => sql`version_id in (select id from versions where ${isAmong('skill_id')})`;
const all = () => sql<SqlBool>`1 = 1`;

/** What is found by other rows comes before them, so that it can be taken out in this order. */
const belongings: Record<ChangeKind, readonly Belonging[]> = {
  skill: [
    ['version_files', ofVersions],
    ['scans', ofVersions],
    ['verdicts', ofVersions],
    ['versions', by('skill_id')],
    ['library', by('skill_id')],
    ['kit_skills', by('skill_id')],
    ['skill_likes', by('skill_id', 'other_id')],
    ['activity', by('skill_id')],
    ['skills', by('id')],
  ],
  profile: [
    ['portraits', by('profile_id')],
    ['author_keys', by('profile_id')],
    ['follows', by('follower_id', 'followed_id')],
    ['team_members', by('team_id', 'member_id')],
    ['activity', (isAmong) => sql`kind = 'profile' and ${isAmong('actor_id')}`],
    ['profiles', by('id')],
  ],
  kit: [
    ['kit_skills', by('kit_id')],
    ['activity', by('kit_id')],
    ['kits', by('id')],
  ],
  advisory: [['advisories', by('id')]],
  moderation: [['moderation_actions', all]],
  counter: [['counters', all]],
};

/** Takes out whatever the catalog has of these entities. */
export const forgetRows = (catalog: Db, kind: ChangeKind, ids: readonly number[]): Promise<unknown> =>
  together(
    belongings[kind].map(([table, which]) =>
      sql`delete from ${sql.table(table)} where ${which((column) => among(catalog, column, ids))}`.execute(catalog),
    ),
  );

/** What the catalog has of these entities. */
export async function storedRows(catalog: Db, kind: ChangeKind, ids: readonly number[]): Promise<EntityRows> {
  const found = await together(
    belongings[kind].toReversed().map(async ([table, which]) => {
      const columns = sql.join(publicTables[table].columns.map((column) => sql.ref(column)));
      const { rows } = await sql<object>`select ${columns} from ${sql.table(table)}
        where ${which((column) => among(catalog, column, ids))}`.execute(catalog);
      return [table, rows] as const;
    }),
  );
  return Object.fromEntries(found);
}

export const entityTables = (kind: ChangeKind): (keyof EntityRows)[] => belongings[kind].map(([table]) => table);
