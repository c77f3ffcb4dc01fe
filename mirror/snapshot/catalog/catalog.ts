/**
 * The catalog: a database with the store's table shapes that holds public rows and columns alone, kept entity by
 * entity. Rows come through the anonymous view and columns by their names (publicColumns.ts), so what is not shown can't
 * get in. The loaders answer from it for the snapshot's files and for the mirror's queries, as they do from the store.
 */
import { type Expression, type Selectable, type SqlBool, sql } from 'kysely';
import { isReadable } from '../../../origin/contract/scanned.ts';
import type { Db, Engine } from '../../../origin/store/engine/engine.ts';
import type { Change } from '../../../origin/store/events/changes.ts';
import type { ChangeKind, Tables } from '../../../origin/store/schema/tables.ts';
import {
  addressableSkills,
  namedUsers,
  standingVersions,
  type View,
  viewOf,
  visibleActions,
  visibleActivity,
  visibleAdvisories,
  visibleKits,
  visibleProfiles,
  visibleSkills,
} from '../../../origin/store/view.ts';
import { forget } from './forget.ts';
import { type PublicTable, publicTables } from './publicColumns.ts';

/** Brings the catalog's rows of one entity to what `store` shows of it in public now. */
export function project(engine: Engine, store: Db, catalog: Db, { kind, entityId }: Change): Promise<void> {
  return projections[kind](viewOf(engine, undefined, store), catalog, entityId);
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

const projections: Record<ChangeKind, (view: View, catalog: Db, id: number) => Promise<void>> = {
  skill: projectSkill,
  profile: projectProfile,
  kit: projectKit,
  advisory: projectAdvisory,
  moderation: projectModeration,
  counter: projectCounters,
};

async function projectSkill(view: View, catalog: Db, id: number): Promise<void> {
  const skills = await addressableSkills(view)
    .select(publicTables.skills.columns)
    .where('skills.id', '=', id)
    .execute();
  const versions = skills.length
    ? await standingVersions(view, id).select(publicTables.versions.columns).execute()
    : [];
  const readable = versions.filter((version) => isReadable(version.scan_status));
  const files = readable.length
    ? await view.db
        .selectFrom('version_files')
        .select(publicTables.version_files.columns)
        .where('version_id', 'in', idsOf(readable))
        .execute()
    : [];
  const scans = versions.length
    ? await view.db
        .selectFrom('scans')
        .select(publicTables.scans.columns)
        .where('version_id', 'in', idsOf(versions))
        .execute()
    : [];
  const verdicts = versions.length
    ? await view.db
        .selectFrom('verdicts')
        .select(publicTables.verdicts.columns)
        .where('version_id', 'in', idsOf(versions))
        .execute()
    : [];
  const users = skills.length
    ? await namedUsers(view).select(publicTables.library.columns).where('library.skill_id', '=', id).execute()
    : [];
  const kits = skills.length
    ? await visibleKits(view)
        .innerJoin('kit_skills', 'kit_skills.kit_id', 'kits.id')
        .select(publicTables.kit_skills.columns)
        .where('kit_skills.skill_id', '=', id)
        .execute()
    : [];
  const likes = skills.length
    ? await view.db
        .selectFrom('skill_likes')
        .select(publicTables.skill_likes.columns)
        .where((e) => e.or([e('skill_id', '=', id), e('other_id', '=', id)]))
        .where(
          isAmong(addressableSkills(view).select('skills.id').where('skills.id', '=', idIn('skill_likes.skill_id'))),
        )
        .where(isAmong(visibleSkills(view).select('skills.id').where('skills.id', '=', idIn('skill_likes.other_id'))))
        .execute()
    : [];
  const activity = await visibleActivity(view)
    .select(publicTables.activity.columns)
    .where('activity.skill_id', '=', id)
    .execute();

  await forget.skill(catalog, id);
  await insert(catalog, publicTables.skills, skills);
  await insert(catalog, publicTables.versions, versions);
  await insert(catalog, publicTables.version_files, files);
  await insert(catalog, publicTables.scans, scans);
  await insert(catalog, publicTables.verdicts, verdicts);
  await insert(catalog, publicTables.library, users);
  await insert(catalog, publicTables.kit_skills, kits);
  await insert(catalog, publicTables.skill_likes, likes);
  await insert(catalog, publicTables.activity, activity);
}

async function projectProfile(view: View, catalog: Db, id: number): Promise<void> {
  const profiles = await visibleProfiles(view)
    .select(publicTables.profiles.columns)
    .where('profiles.id', '=', id)
    .execute();
  const shown = profiles.length > 0;
  const isShown = (column: string) =>
    isAmong(visibleProfiles(view).select('profiles.id').where('profiles.id', '=', idIn(column)));
  const keys = shown
    ? await view.db
        .selectFrom('author_keys')
        .select(publicTables.author_keys.columns)
        .where('profile_id', '=', id)
        .where('status', '<>', 'pending')
        .execute()
    : [];
  const portraits = shown
    ? await view.db
        .selectFrom('portraits')
        .select(publicTables.portraits.columns)
        .where('profile_id', '=', id)
        .execute()
    : [];
  const follows = shown
    ? await view.db
        .selectFrom('follows')
        .select(publicTables.follows.columns)
        .where((e) => e.or([e('follower_id', '=', id), e('followed_id', '=', id)]))
        .where(isShown('follows.follower_id'))
        .where(isShown('follows.followed_id'))
        .execute()
    : [];
  const members = shown
    ? await view.db
        .selectFrom('team_members')
        .select(publicTables.team_members.columns)
        .where((e) => e.or([e('team_id', '=', id), e('member_id', '=', id)]))
        .where(isShown('team_members.team_id'))
        .where(isShown('team_members.member_id'))
        .execute()
    : [];
  const activity = await visibleActivity(view)
    .select(publicTables.activity.columns)
    .where('activity.kind', '=', 'profile')
    .where('activity.actor_id', '=', id)
    .execute();

  await forget.profile(catalog, id);
  await insert(catalog, publicTables.profiles, profiles);
  await insert(catalog, publicTables.portraits, portraits);
  await insert(catalog, publicTables.author_keys, keys);
  await insert(catalog, publicTables.follows, follows);
  await insert(catalog, publicTables.team_members, members);
  await insert(catalog, publicTables.activity, activity);
}

async function projectKit(view: View, catalog: Db, id: number): Promise<void> {
  const kits = await visibleKits(view).select(publicTables.kits.columns).where('kits.id', '=', id).execute();
  const members = kits.length
    ? await addressableSkills(view)
        .innerJoin('kit_skills', 'kit_skills.skill_id', 'skills.id')
        .select(publicTables.kit_skills.columns)
        .where('kit_skills.kit_id', '=', id)
        .execute()
    : [];
  const activity = await visibleActivity(view)
    .select(publicTables.activity.columns)
    .where('activity.kit_id', '=', id)
    .execute();

  await forget.kit(catalog, id);
  await insert(catalog, publicTables.kits, kits);
  await insert(catalog, publicTables.kit_skills, members);
  await insert(catalog, publicTables.activity, activity);
}

async function projectAdvisory(view: View, catalog: Db, id: number): Promise<void> {
  const advisories = await visibleAdvisories(view)
    .select(publicTables.advisories.columns)
    .where('advisories.id', '=', id)
    .execute();
  await forget.advisory(catalog, id);
  await insert(catalog, publicTables.advisories, advisories);
}

async function projectModeration(view: View, catalog: Db): Promise<void> {
  const actions = await visibleActions(view).select(publicTables.moderation_actions.columns).execute();
  await catalog.deleteFrom('moderation_actions').execute();
  await insert(catalog, publicTables.moderation_actions, actions);
}

async function projectCounters(view: View, catalog: Db): Promise<void> {
  const counters = await view.db.selectFrom('counters').select(publicTables.counters.columns).execute();
  await catalog.deleteFrom('counters').execute();
  await insert(catalog, publicTables.counters, counters);
}

/** Asks for each row alone: of a list SQLite would first make all that is shown, however little there is to look up. */
const isAmong = (shown: Expression<unknown>) => sql<SqlBool>`exists ${shown} is true`;
const idIn = (column: string) => sql.ref<number>(column);

const idsOf = (rows: readonly { id: number }[]) => rows.map((row) => row.id);

/** Statements take a bounded number of values. */
const rowsAtOnce = 500;

async function insert<T extends keyof Tables, C extends keyof Selectable<Tables[T]> & string>(
  catalog: Db,
  { name, row }: PublicTable<T, C>,
  shown: readonly Pick<Selectable<Tables[T]>, C>[],
): Promise<void> {
  for (let start = 0; start < shown.length; start += rowsAtOnce) {
    await catalog
      .insertInto(name)
      .values(shown.slice(start, start + rowsAtOnce).map(row))
      .execute();
  }
}
