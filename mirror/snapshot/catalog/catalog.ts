/**
 * The catalog: a database with the store's table shapes that holds public rows and columns alone, kept entity by
 * entity. Rows come through the anonymous view and columns by their names (publicColumns.ts), so what is not shown can't
 * get in. The loaders answer from it for the snapshot's files and for the mirror's queries, as they do from the store.
 */
import { type Expression, type SqlBool, sql } from 'kysely';
import type { Db, Engine } from '../../../origin/store/engine/engine.ts';
import { together } from '../../../origin/store/engine/together.ts';
import type { Change } from '../../../origin/store/events/changes.ts';
import type { ChangeKind, Tables } from '../../../origin/store/schema/tables.ts';
import {
  addressableSkills,
  allStandingVersions,
  isReadable,
  namedUsers,
  type View,
  viewOf,
  visibleActions,
  visibleActivity,
  visibleAdvisories,
  visibleKits,
  visibleProfiles,
  visibleSkills,
} from '../../../origin/store/view.ts';
import { type EntityRows, forgetRows } from './belongings.ts';
import { among } from './dialect.ts';
import { type PublicTable, publicTables } from './publicColumns.ts';

/** Statements take a bounded number of values, and memory the rows of a bounded number of entities. */
const [rowsAtOnce, entitiesAtOnce] = [500, 32];

/** Brings the catalog's rows of entities to what `store` shows of them in public now: those of one kind with the same few queries. */
export async function project(engine: Engine, store: Db, catalog: Db, changes: readonly Change[]): Promise<void> {
  const view = viewOf(engine, undefined, store);
  for (let start = 0; start < changes.length; start += entitiesAtOnce) {
    const byKind = Map.groupBy(changes.slice(start, start + entitiesAtOnce), ({ kind }) => kind);
    await together(
      [...byKind].map(async ([kind, some]) => {
        const ids = [...new Set(some.map(({ entityId }) => entityId))];
        await putRows(catalog, kind, ids, await readers[kind](view, ids));
      }),
    );
  }
}

/** Puts these in place of the rows that the catalog has of some entities. */
export async function putRows(catalog: Db, kind: ChangeKind, ids: readonly number[], rows: EntityRows): Promise<void> {
  await together([
    forgetRows(catalog, kind, ids),
    ...Object.entries(rows).map(([name, shown]) => insert(catalog, publicTables[name as keyof EntityRows], shown)),
  ]);
}

/** Every entity that is public now, in an order in which to project them. */
export async function publicEntities(engine: Engine, store: Db): Promise<Change[]> {
  const view = viewOf(engine, undefined, store);
  const entities = (kind: ChangeKind, rows: { id: number }[]) => rows.map(({ id }) => ({ kind, entityId: id }));
  return [
    ...entities('profile', await visibleProfiles(view).select('profiles.id').orderBy('profiles.id').execute()),
    ...entities('skill', await addressableSkills(view).select('skills.id').orderBy('skills.id').execute()),
    ...entities('kit', await visibleKits(view).select('kits.id').orderBy('kits.id').execute()),
    ...entities('advisory', await visibleAdvisories(view).select('advisories.id').orderBy('advisories.id').execute()),
    { kind: 'moderation', entityId: 0 },
    { kind: 'counter', entityId: 0 },
  ];
}

/** What an anonymous view shows of some entities; no rows of those that it does not show. */
const readers: Record<ChangeKind, (view: View, ids: readonly number[]) => Promise<EntityRows>> = {
  skill: skillRows,
  profile: profileRows,
  kit: kitRows,
  advisory: async (view, ids) => ({
    advisories: await visibleAdvisories(view)
      .select(publicTables.advisories.columns)
      .where(among(view.db, 'advisories.id', ids))
      .execute(),
  }),
  moderation: async (view) => ({
    moderation_actions: await visibleActions(view).select(publicTables.moderation_actions.columns).execute(),
  }),
  counter: async (view) => ({
    counters: await view.db.selectFrom('counters').select(publicTables.counters.columns).execute(),
  }),
};

async function skillRows(view: View, ids: readonly number[]): Promise<EntityRows> {
  const [skills, activity] = await together([
    addressableSkills(view)
      .select(publicTables.skills.columns)
      .where(among(view.db, 'skills.id', ids))
      .execute(),
    visibleActivity(view)
      .select(publicTables.activity.columns)
      .where(among(view.db, 'activity.skill_id', ids))
      .execute(),
  ]);
  return { skills, ...(skills.length > 0 && (await rowsBelowSkills(view, idsOf(skills)))), activity };
}

/** Of skills that are shown: nothing here looks at that again. */
async function rowsBelowSkills(view: View, ids: readonly number[]) {
  const standing = allStandingVersions(view).where(among(view.db, 'versions.skill_id', ids));
  const [versions, version_files, scans, verdicts, library, kit_skills, skill_likes] = await together([
    standing.select(publicTables.versions.columns).execute(),
    standing
      .where(isReadable('versions'))
      .innerJoin('version_files', 'version_files.version_id', 'versions.id')
      .select(publicTables.version_files.columns)
      .execute(),
    standing.innerJoin('scans', 'scans.version_id', 'versions.id').select(publicTables.scans.columns).execute(),
    standing
      .innerJoin('verdicts', 'verdicts.version_id', 'versions.id')
      .select(publicTables.verdicts.columns)
      .execute(),
    namedUsers(view)
      .select(publicTables.library.columns)
      .where(among(view.db, 'library.skill_id', ids))
      .execute(),
    visibleKits(view)
      .innerJoin('kit_skills', 'kit_skills.kit_id', 'kits.id')
      .select(publicTables.kit_skills.columns)
      .where(among(view.db, 'kit_skills.skill_id', ids))
      .execute(),
    view.db
      .selectFrom('skill_likes')
      .select(publicTables.skill_likes.columns)
      .where(sql<SqlBool>`(${among(view.db, 'skill_id', ids)} or ${among(view.db, 'other_id', ids)})`)
      .where(isAmong(addressableSkills(view).select('skills.id').where('skills.id', '=', idIn('skill_likes.skill_id'))))
      .where(isAmong(visibleSkills(view).select('skills.id').where('skills.id', '=', idIn('skill_likes.other_id'))))
      .execute(),
  ]);
  return { versions, version_files, scans, verdicts, library, kit_skills, skill_likes };
}

async function profileRows(view: View, ids: readonly number[]): Promise<EntityRows> {
  const [profiles, activity] = await together([
    visibleProfiles(view)
      .select(publicTables.profiles.columns)
      .where(among(view.db, 'profiles.id', ids))
      .execute(),
    visibleActivity(view)
      .select(publicTables.activity.columns)
      .where('activity.kind', '=', 'profile')
      .where(among(view.db, 'activity.actor_id', ids))
      .execute(),
  ]);
  return { profiles, ...(profiles.length > 0 && (await rowsBelowProfiles(view, idsOf(profiles)))), activity };
}

/** The same of profiles. */
async function rowsBelowProfiles(view: View, ids: readonly number[]) {
  const isShown = (column: string) =>
    isAmong(visibleProfiles(view).select('profiles.id').where('profiles.id', '=', idIn(column)));
  const [author_keys, portraits, follows, team_members] = await together([
    view.db
      .selectFrom('author_keys')
      .select(publicTables.author_keys.columns)
      .where(among(view.db, 'profile_id', ids))
      .where('status', '<>', 'pending')
      .execute(),
    view.db
      .selectFrom('portraits')
      .select(publicTables.portraits.columns)
      .where(among(view.db, 'profile_id', ids))
      .execute(),
    view.db
      .selectFrom('follows')
      .select(publicTables.follows.columns)
      .where(sql<SqlBool>`(${among(view.db, 'follower_id', ids)} or ${among(view.db, 'followed_id', ids)})`)
      .where(isShown('follows.follower_id'))
      .where(isShown('follows.followed_id'))
      .execute(),
    view.db
      .selectFrom('team_members')
      .select(publicTables.team_members.columns)
      .where(sql<SqlBool>`(${among(view.db, 'team_id', ids)} or ${among(view.db, 'member_id', ids)})`)
      .where(isShown('team_members.team_id'))
      .where(isShown('team_members.member_id'))
      .execute(),
  ]);
  return { portraits, author_keys, follows, team_members };
}

async function kitRows(view: View, ids: readonly number[]): Promise<EntityRows> {
  const [kits, kit_skills, activity] = await together([
    visibleKits(view)
      .select(publicTables.kits.columns)
      .where(among(view.db, 'kits.id', ids))
      .execute(),
    addressableSkills(view)
      .innerJoin('kit_skills', 'kit_skills.skill_id', 'skills.id')
      .select(publicTables.kit_skills.columns)
      .where(among(view.db, 'kit_skills.kit_id', ids))
      .where(isAmong(visibleKits(view).select('kits.id').where('kits.id', '=', idIn('kit_skills.kit_id'))))
      .execute(),
    visibleActivity(view)
      .select(publicTables.activity.columns)
      .where(among(view.db, 'activity.kit_id', ids))
      .execute(),
  ]);
  return { kits, kit_skills, activity };
}

const idsOf = (rows: readonly { id: number }[]): number[] => rows.map(({ id }) => id);

/** Asks for each row alone: of a list SQLite would first make all that is shown, however little there is to look up. */
const isAmong = (shown: Expression<unknown>) => sql<SqlBool>`exists ${shown} is true`;
const idIn = (column: string) => sql.ref<number>(column);

function insert(
  catalog: Db,
  { name, row }: Pick<PublicTable<keyof Tables, never>, 'name'> & { row(shown: never): object },
  shown: readonly object[],
): Promise<unknown> {
  const starts = Array.from({ length: Math.ceil(shown.length / rowsAtOnce) }, (_, nth) => nth * rowsAtOnce);
  return together(
    starts.map((start) =>
      catalog
        .insertInto(name)
        .values(shown.slice(start, start + rowsAtOnce).map((one) => row(one as never)) as never)
        .execute(),
    ),
  );
}
