/**
 * What one caller may see. Visibility is decided here and nowhere else: every read starts from one of these queries
 * and narrows it. Anonymous callers see what is public; a person also sees their own and their teams' skills and
 * kits; a kit key sees its kit alone.
 */
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Scope, TokenClass } from '../contract/access.ts';
import type { Db, Engine } from './engine.ts';

/** Who asks, as their token says. */
export interface Caller {
  profileId: number;
  tokenClass: TokenClass;
  scopes: readonly Scope[];
  /** The one kit that a kit key opens. */
  kitId: number | null;
}

export interface View {
  readonly db: Db;
  readonly text: Pick<Engine, 'contains' | 'hasTokens'>;
  readonly caller: Caller | undefined;
}

/** The view of `caller` (undefined: anonymous) on `db`: the engine's own, or the consistent one of a transaction. */
export const viewOf = (engine: Engine, caller?: Caller, db: Db = engine.db): View => ({ db, text: engine, caller });

/** Skills the caller may address, with their owner: also those whose every version is quarantined. */
export const addressableSkills = ({ db, caller }: Pick<View, 'db' | 'caller'>) =>
  db
    .selectFrom('skills')
    .innerJoin('profiles as owner', 'owner.id', 'skills.owner_id')
    .where(allowed(caller, publicSkill, isOwner, isInKit))
    .where(
      sql<SqlBool>`exists (select 1 from versions where versions.skill_id = skills.id and versions.withdrawn_at is null)`,
    );

/** Skills the caller may see, with their owner and latest version. A skill without a version to show is in none. */
export const visibleSkills = ({ db, caller }: View) =>
  db
    .selectFrom('skills')
    .innerJoin('profiles as owner', 'owner.id', 'skills.owner_id')
    .innerJoin('versions as latest', 'latest.id', 'skills.latest_version_id')
    .where(allowed(caller, publicSkill, isOwner, isInKit));

/** Kits the caller may see, with their owner. */
export const visibleKits = ({ db, caller }: View) =>
  db
    .selectFrom('kits')
    .innerJoin('profiles as owner', 'owner.id', 'kits.owner_id')
    .where(allowed(caller, publicKit, isOwner, (kit) => sql`kits.id = ${kit}`));

/** People and teams: whoever holds a handle and is not suspended. */
export const visibleProfiles = ({ db }: View) => db.selectFrom('profiles').where(shownProfile('profiles'));

/** Versions of a skill that still have content, quarantined ones included: loaders refuse those with their reason. */
export const standingVersions = ({ db }: View, skillId: number) =>
  db.selectFrom('versions').where('versions.skill_id', '=', skillId).where('versions.withdrawn_at', 'is', null);

/** Public activity: events whose skill, kit or profile is visible to everyone now. */
export const visibleActivity = ({ db }: View) =>
  db
    .selectFrom('activity')
    .leftJoin('skills', 'skills.id', 'activity.skill_id')
    .leftJoin('versions', 'versions.id', 'activity.version_id')
    .leftJoin('kits', 'kits.id', 'activity.kit_id')
    .innerJoin('profiles as owner', 'owner.id', 'activity.actor_id')
    .where(
      sql<SqlBool>`case activity.kind
        when 'publish' then ${publicSkill} and skills.latest_version_id is not null
          and versions.withdrawn_at is null and versions.scan_status <> 'quarantined'
        when 'kit' then ${publicKit}
        else ${shownProfile('owner')} end`,
    );

/** Moderation actions in force, except those against private skills: the log would say that they exist. */
export const visibleActions = ({ db }: View) =>
  db
    .selectFrom('moderation_actions')
    .where('lifted_at', 'is', null)
    .where(
      sql<SqlBool>`(target_kind = 'profile' or exists (select 1 from skills where skills.visibility = 'public' and skills.id =
        case target_kind when 'skill' then target_id
        else (select versions.skill_id from versions where versions.id = target_id) end))`,
    );

/** Handles of people who may be named as running a skill. */
export const namedUsers = ({ db }: View) =>
  db.selectFrom('library').innerJoin('profiles', 'profiles.id', 'library.profile_id').where(shownProfile('profiles'));

type Condition = RawBuilder<SqlBool>;

const shownProfile = (alias: 'profiles' | 'owner'): Condition =>
  sql<SqlBool>`(${sql.ref(`${alias}.handle`)} is not null and ${sql.ref(`${alias}.moderation_status`)} in ('none', 'warned'))`;

const publicSkill: Condition = sql<SqlBool>`(skills.visibility = 'public'
  and skills.moderation_status in ('none', 'warned') and ${shownProfile('owner')})`;

const publicKit: Condition = sql<SqlBool>`(kits.visibility = 'public'
  and kits.moderation_status in ('none', 'warned') and ${shownProfile('owner')})`;

const isOwner = (profileId: number): Condition =>
  sql<SqlBool>`(owner.id = ${profileId} or owner.id in (select team_id from team_members where member_id = ${profileId}))`;

const isInKit = (kitId: number): Condition =>
  sql<SqlBool>`skills.id in (select skill_id from kit_skills where kit_id = ${kitId})`;

function allowed(
  caller: Caller | undefined,
  everyone: Condition,
  owned: (profileId: number) => Condition,
  inKit: (kitId: number) => Condition,
): Condition {
  if (!caller) return everyone;
  const readable = sql<SqlBool>`(${everyone} or ${owned(caller.profileId)})`;
  return caller.kitId === null ? readable : sql<SqlBool>`(${readable} and ${inKit(caller.kitId)})`;
}
