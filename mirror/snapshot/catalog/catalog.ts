/**
 * The catalog: a database with the store's table shapes that holds public rows and columns alone, kept entity by
 * entity. Rows come through the anonymous view, so what it does not show can't get in. The loaders answer from it for
 * the snapshot's files and for the mirror's queries, exactly as they answer from the store.
 */
import type { Insertable } from 'kysely';
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
  visibleKits,
  visibleProfiles,
} from '../../../origin/store/view.ts';

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
    { kind: 'moderation', entityId: 0 },
    { kind: 'counter', entityId: 0 },
  ];
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

export const entityTables = [
  ['profile', 'profiles'],
  ['skill', 'skills'],
  ['kit', 'kits'],
] as const;

const projections: Record<ChangeKind, (view: View, catalog: Db, id: number) => Promise<void>> = {
  skill: projectSkill,
  profile: projectProfile,
  kit: projectKit,
  moderation: projectModeration,
  counter: projectCounters,
};

async function projectSkill(view: View, catalog: Db, id: number): Promise<void> {
  const skills = await addressableSkills(view).selectAll('skills').where('skills.id', '=', id).execute();
  const versions = skills.length ? await standingVersions(view, id).selectAll('versions').execute() : [];
  const readable = versions.filter((version) => version.scan_status !== 'quarantined');
  const files = readable.length
    ? await view.db.selectFrom('version_files').selectAll().where('version_id', 'in', idsOf(readable)).execute()
    : [];
  const scans = versions.length
    ? await view.db.selectFrom('scans').selectAll().where('version_id', 'in', idsOf(versions)).execute()
    : [];
  const users = skills.length
    ? await namedUsers(view).selectAll('library').where('library.skill_id', '=', id).execute()
    : [];
  const kits = skills.length
    ? await visibleKits(view)
        .innerJoin('kit_skills', 'kit_skills.kit_id', 'kits.id')
        .selectAll('kit_skills')
        .where('kit_skills.skill_id', '=', id)
        .execute()
    : [];
  const activity = await visibleActivity(view).selectAll('activity').where('activity.skill_id', '=', id).execute();

  const held = catalog.selectFrom('versions').select('id').where('skill_id', '=', id);
  await catalog.deleteFrom('version_files').where('version_id', 'in', held).execute();
  await catalog.deleteFrom('scans').where('version_id', 'in', held).execute();
  await catalog.deleteFrom('versions').where('skill_id', '=', id).execute();
  await catalog.deleteFrom('library').where('skill_id', '=', id).execute();
  await catalog.deleteFrom('kit_skills').where('skill_id', '=', id).execute();
  await catalog.deleteFrom('activity').where('skill_id', '=', id).execute();
  await catalog.deleteFrom('skills').where('id', '=', id).execute();

  await insert(catalog, 'skills', skills);
  await insert(
    catalog,
    'versions',
    versions.map((version) => ({ ...version, published_by: 0 })),
  );
  await insert(catalog, 'version_files', files);
  await insert(
    catalog,
    'scans',
    scans.map((scan) => ({ ...scan, status: 'clean' as const, scanned_at: 0 })),
  );
  await insert(
    catalog,
    'library',
    users.map((user) => ({ ...user, version_id: null, pinned: 0 as const, auto_approve: 0 as const })),
  );
  await insert(catalog, 'kit_skills', kits);
  await insert(catalog, 'activity', activity);
}

async function projectProfile(view: View, catalog: Db, id: number): Promise<void> {
  const profiles = await visibleProfiles(view).selectAll('profiles').where('profiles.id', '=', id).execute();
  const shown = profiles.length > 0;
  const others = visibleProfiles(view).select('profiles.id');
  const keys = shown
    ? await view.db
        .selectFrom('author_keys')
        .selectAll()
        .where('profile_id', '=', id)
        .where('status', '<>', 'pending')
        .execute()
    : [];
  const follows = shown
    ? await view.db
        .selectFrom('follows')
        .selectAll()
        .where((e) => e.or([e('follower_id', '=', id), e('followed_id', '=', id)]))
        .where('follower_id', 'in', others)
        .where('followed_id', 'in', others)
        .execute()
    : [];
  const members = shown
    ? await view.db
        .selectFrom('team_members')
        .selectAll()
        .where((e) => e.or([e('team_id', '=', id), e('member_id', '=', id)]))
        .where('team_id', 'in', others)
        .where('member_id', 'in', others)
        .execute()
    : [];
  const activity = await visibleActivity(view)
    .selectAll('activity')
    .where('activity.kind', '=', 'profile')
    .where('activity.actor_id', '=', id)
    .execute();

  await catalog.deleteFrom('author_keys').where('profile_id', '=', id).execute();
  await catalog
    .deleteFrom('follows')
    .where((e) => e.or([e('follower_id', '=', id), e('followed_id', '=', id)]))
    .execute();
  await catalog
    .deleteFrom('team_members')
    .where((e) => e.or([e('team_id', '=', id), e('member_id', '=', id)]))
    .execute();
  await catalog.deleteFrom('activity').where('kind', '=', 'profile').where('actor_id', '=', id).execute();
  await catalog.deleteFrom('profiles').where('id', '=', id).execute();

  await insert(
    catalog,
    'profiles',
    profiles.map(({ id, ...profile }) => ({ ...publicProfile(profile), id })),
  );
  await insert(
    catalog,
    'author_keys',
    keys.map((key) => ({ ...key, bound_at: 0, revoked_at: null })),
  );
  await insert(catalog, 'follows', follows);
  await insert(
    catalog,
    'team_members',
    members.map((member) => ({ ...member, role: 'member' as const })),
  );
  await insert(catalog, 'activity', activity);
}

async function projectKit(view: View, catalog: Db, id: number): Promise<void> {
  const kits = await visibleKits(view).selectAll('kits').where('kits.id', '=', id).execute();
  const members = kits.length
    ? await addressableSkills(view)
        .innerJoin('kit_skills', 'kit_skills.skill_id', 'skills.id')
        .selectAll('kit_skills')
        .where('kit_skills.kit_id', '=', id)
        .execute()
    : [];
  const activity = await visibleActivity(view).selectAll('activity').where('activity.kit_id', '=', id).execute();

  await catalog.deleteFrom('kit_skills').where('kit_id', '=', id).execute();
  await catalog.deleteFrom('activity').where('kit_id', '=', id).execute();
  await catalog.deleteFrom('kits').where('id', '=', id).execute();

  await insert(catalog, 'kits', kits);
  await insert(catalog, 'kit_skills', members);
  await insert(catalog, 'activity', activity);
}

/** Keeps what the public log shows; the kind `profile` is the one the view shows without looking up its target. */
async function projectModeration(view: View, catalog: Db): Promise<void> {
  const actions = await visibleActions(view).selectAll().execute();
  await catalog.deleteFrom('moderation_actions').execute();
  await insert(
    catalog,
    'moderation_actions',
    actions.map((action) => ({
      ...action,
      target_kind: 'profile' as const,
      target_id: 0,
      detectors: '',
      created_by: 0,
    })),
  );
}

async function projectCounters(view: View, catalog: Db): Promise<void> {
  const counters = await view.db.selectFrom('counters').selectAll().execute();
  await catalog.deleteFrom('counters').execute();
  await insert(catalog, 'counters', counters);
}

const publicProfile = <P extends { is_operator: 0 | 1; mcp_enabled: 0 | 1 }>(profile: P): P => ({
  ...profile,
  is_operator: 0,
  mcp_enabled: 0,
});

const idsOf = (rows: readonly { id: number }[]) => rows.map((row) => row.id);

/** Statements take a bounded number of values. */
const rowsAtOnce = 500;

async function insert<T extends keyof Tables>(
  catalog: Db,
  table: T,
  rows: readonly Insertable<Tables[T]>[],
): Promise<void> {
  for (let start = 0; start < rows.length; start += rowsAtOnce) {
    await catalog
      .insertInto(table)
      .values(rows.slice(start, start + rowsAtOnce))
      .execute();
  }
}
