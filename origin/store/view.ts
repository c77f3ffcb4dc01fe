/**
 * What one caller may see. Visibility is decided here and nowhere else: every read starts from one of these queries
 * and narrows it. Anonymous callers see what is public; a person also sees their own and their teams' skills and
 * kits; a kit key sees its kit, the skills that the kit shows its holder, and the profiles that own these.
 */
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Scope, TokenClass } from '../contract/access.ts';
import { readableStatuses } from '../contract/subjects/scanned.ts';
import type { Db, Engine } from './engine/engine.ts';
import type { Memory } from './memory.ts';
import { listed, shown } from './schema/indexing.ts';
import type { Listing } from './skills/listing/listing.ts';

/** Who asks, as their token says. */
export interface Caller {
  profileId: number;
  /** The token's row; null for whoever works at the store itself. */
  tokenId: number | null;
  tokenClass: TokenClass;
  scopes: readonly Scope[];
  /** The one kit that a kit key opens; null where that was deleted, and for all other classes. */
  kitId: number | null;
  /** Whether they run the registry. */
  isOperator: boolean;
  /** Whether others can know them by a name. */
  hasHandle: boolean;
  /** Whether the person proved themselves within `proofLifetime`; of the site's sessions alone. */
  isProved?: boolean;
  /** The paired device whose token it is. */
  device?: { id: number; lastSeenAt: number | null };
}

export type Text = Pick<Engine, 'containing' | 'withWords' | 'hasWords' | 'havingEach' | 'withIds' | 'among'>;

export interface View {
  readonly db: Db;
  readonly text: Text;
  readonly caller: Caller | undefined;
  /** Where nothing changes while it is read through. */
  readonly memory?: Memory;
  /** What everyone is shown, where many ask for lists of it. */
  readonly listing?: Listing;
}

/** What these queries need of a view. */
type Asking = Pick<View, 'db' | 'caller'>;

/** The view of `caller` (undefined: anonymous) on `db`: the engine's own, or the consistent one of a transaction. */
export const viewOf = (engine: Engine, caller?: Caller, db: Db = engine.db): View => ({ db, text: engine, caller });

/** Skills the caller may address, with their owner: also those of which no version may be read. */
export const addressableSkills = ({ db, caller }: Asking) =>
  db
    .selectFrom('skills')
    .innerJoin('profiles as owner', 'owner.id', 'skills.owner_id')
    .where(allowed(caller, publicSkill, isMember))
    .where(
      sql<SqlBool>`exists (select 1 from versions where versions.skill_id = skills.id and versions.withdrawn_at is null)`,
    );

/** Skills the caller may see, with their owner and latest version. A skill without a version to show is in none. */
export const visibleSkills = ({ db, caller }: Asking) =>
  db
    .selectFrom('skills')
    .innerJoin('profiles as owner', 'owner.id', 'skills.owner_id')
    .innerJoin('versions as latest', 'latest.id', 'skills.latest_version_id')
    .where(allowed(caller, publicSkill, isShownMember));

/**
 * The same skills without what is around them, to count and to page through. For everyone it is read off an index of
 * what is listed, which never looks at the rows that it counts or skips; a person is shown those and some of their own, so
 * each row is asked whether it is one of these: a list of all that they see would be made for every page.
 */
export const listedSkills = ({ db, caller }: Asking) =>
  db
    .selectFrom('skills')
    .where(
      !caller
        ? listedSkill
        : isKitKey(caller)
          ? isVisible(caller)
          : sql<SqlBool>`(${listedSkill} or ${isVisible(caller)})`,
    );

/** What a person is shown of their own and their teams' besides what everyone is; nothing where everyone is all there is. */
export const unlistedOwnSkills = ({ db, caller }: Asking) =>
  db
    .selectFrom('skills')
    .innerJoin('profiles as owner', 'owner.id', 'skills.owner_id')
    .innerJoin('versions as latest', 'latest.id', 'skills.latest_version_id')
    .where(isPerson(caller) ? isOwner(caller.profileId) : nobody)
    .where(sql<SqlBool>`not ${listedSkill}`);

/**
 * Those skills as members of kits. A pin on a version that was withdrawn since, or may no longer be read, takes its member
 * out of sight: following the latest instead would hand a device something nobody approved.
 */
export const visibleMembers = (view: Asking) =>
  visibleSkills(view)
    .innerJoin('kit_skills', 'kit_skills.skill_id', 'skills.id')
    .leftJoin('versions as pinned', 'pinned.id', 'kit_skills.version_id')
    .where(pinStands);

/**
 * Skills of the caller's own and of their teams, in whatever state. Where none of their versions may be read, the newest
 * stands for the latest.
 */
export const ownSkills = ({ db, caller }: Asking) =>
  db
    .selectFrom('skills')
    .innerJoin('profiles as owner', 'owner.id', 'skills.owner_id')
    .innerJoin('versions as latest', 'latest.skill_id', 'skills.id')
    .where(
      sql<SqlBool>`latest.id = coalesce(skills.latest_version_id, (select newest.id from versions as newest
        where newest.skill_id = skills.id and newest.withdrawn_at is null order by newest.number desc limit 1))`,
    )
    .where(caller && !isKitKey(caller) ? isOwner(caller.profileId) : sql<SqlBool>`1 = 0`);

/**
 * Those of them of which no version may be read. They are in no list for others: what is handed on from there has to
 * have content.
 */
export const withheldSkills = (view: Asking) => ownSkills(view).where('skills.latest_version_id', 'is', null);

/** Kits the caller may see, with their owner. */
export const visibleKits = ({ db, caller }: Asking) =>
  db
    .selectFrom('kits')
    .innerJoin('profiles as owner', 'owner.id', 'kits.owner_id')
    .where(allowed(caller, publicKit, (key) => sql`kits.id = ${key.kitId}`));

/** People and teams: whoever holds a handle and is not suspended. */
export const visibleProfiles = ({ db, caller }: Asking) =>
  db
    .selectFrom('profiles')
    .where(shownProfile('profiles'))
    .$if(isKitKey(caller), (profiles) => profiles.where(ownsOf({ db, caller })));

/** Whether everyone sees a profile. */
export const isShown = async (db: Db, profileId: number): Promise<boolean> =>
  (await visibleProfiles({ db, caller: undefined })
    .select('profiles.id')
    .where('profiles.id', '=', profileId)
    .executeTakeFirst()) !== undefined;

/** Versions of a skill that still have content, also those that may not be read: loaders refuse those with their reason. */
export const standingVersions = (view: Asking, skillId: number) =>
  allStandingVersions(view).where('versions.skill_id', '=', skillId);

/** The same of all skills, to be narrowed. */
export const allStandingVersions = ({ db }: Asking) =>
  db.selectFrom('versions').where('versions.withdrawn_at', 'is', null);

/** Those of them that a list of versions names: one that is held is named to its owners alone. */
export const listedVersions = (view: Asking, skillId: number) =>
  standingVersions(view, skillId).where(
    view.caller && !isKitKey(view.caller)
      ? sql<SqlBool>`(versions.scan_status <> 'incomplete' or exists (select 1 from skills
          join profiles as owner on owner.id = skills.owner_id
          where skills.id = versions.skill_id and ${isOwner(view.caller.profileId)}))`
      : sql<SqlBool>`versions.scan_status <> 'incomplete'`,
  );

/** Whether the content of a version may be read, and the version stands in lists: decided here for every query. */
export const isReadable = (versions: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`${sql.ref(versions)}.scan_status in (${sql.join(readableStatuses.map((status) => sql.lit(status)))})`;

/** Public activity: events whose skill, kit or profile is visible to everyone now, and to the caller. */
export const visibleActivity = (view: View) =>
  view.db
    .selectFrom('activity')
    .where(sql<SqlBool>`activity.shown = 1`)
    .$if(isKitKey(view.caller), (events) =>
      events.where(
        sql<SqlBool>`case activity.kind
          when 'publish' then activity.skill_id in ${visibleSkills(view).select('skills.id')}
          when 'kit' then activity.kit_id in ${visibleKits(view).select('kits.id')}
          else activity.actor_id in ${visibleProfiles(view).select('profiles.id')} end`,
      ),
    );

/**
 * Moderation actions in force, except those against private skills and those that hold versions: the log would say that
 * they exist.
 */
export const visibleActions = (view: View) =>
  view.db
    .selectFrom('moderation_actions')
    .where('lifted_at', 'is', null)
    .where('action', '<>', 'hold')
    .where(
      sql<SqlBool>`(target_kind = 'profile' or exists (select 1 from skills where ${logged} and skills.id =
        case target_kind when 'skill' then target_id
        else (select versions.skill_id from versions where versions.id = target_id) end))`,
    )
    .$if(isKitKey(view.caller), (actions) =>
      actions.where(
        sql<SqlBool>`case target_kind
          when 'profile' then target_id in ${visibleProfiles(view).select('profiles.id')}
          when 'skill' then target_id in ${addressableSkills(view).select('skills.id')}
          else (select versions.skill_id from versions where versions.id = target_id)
            in ${addressableSkills(view).select('skills.id')} end`,
      ),
    );

/** Advisories, withdrawn ones too: everyone is to know of them, whoever asks; but not of those that wait for an operator. */
export const visibleAdvisories = ({ db }: View) =>
  db.selectFrom('advisories').where('advisories.due', '<>', waitsForOperator);

/** `due` of an advisory. */
export const waitsForOperator = 2;

/** What stands in libraries whose owners may be named as running it. */
export const namedUsers = (view: View) =>
  view.db
    .selectFrom('library')
    .where(sql<SqlBool>`library.shown = 1`)
    .$if(isKitKey(view.caller), (users) =>
      users.where('library.profile_id', 'in', visibleProfiles(view).select('profiles.id')),
    );

/** Totals over the whole registry. */
export const visibleCounters = ({ db, caller }: View) =>
  db.selectFrom('counters').$if(isKitKey(caller), (counters) => counters.where(sql<SqlBool>`1 = 0`));

type Condition = RawBuilder<SqlBool>;

/** By its class, not by its kit: a key whose kit was deleted opens nothing rather than everything. */
export const isKitKey = (caller: Caller | undefined): boolean => caller?.tokenClass === 'kit';

/** Who is shown what everyone is, and skills of their own. */
export const isPerson = (caller: Caller | undefined): caller is Caller => caller !== undefined && !isKitKey(caller);

export const shownProfile = (alias: 'profiles' | 'owner'): Condition => sql.raw<SqlBool>(shown(alias));

export const publicSkill: Condition = sql<SqlBool>`(skills.visibility = 'public'
  and skills.moderation_status in ('none', 'warned') and ${shownProfile('owner')})`;

const listedSkill = sql.raw<SqlBool>(listed('skills'));

/** What `visibleSkills` says, of a row of `skills`. */
const isVisible = (caller: Caller): Condition =>
  sql<SqlBool>`exists (select 1 from profiles as owner join versions as latest on latest.id = skills.latest_version_id
    where owner.id = skills.owner_id and ${allowed(caller, publicSkill, isShownMember)}) is true`;

export const publicKit: Condition = sql<SqlBool>`(kits.visibility = 'public'
  and kits.moderation_status in ('none', 'warned') and ${shownProfile('owner')})`;

export const nobody = sql<SqlBool>`1 = 0`;
export const logged = sql<SqlBool>`skills.visibility = 'public'`;

/**
 * The teams that a person is in, by id. Who gave up their handle is in none until they claim another: their team's
 * owners could neither see nor remove them.
 */
export const teamsWith = (profileId: number) => sql`select team_id from team_members
  join profiles as self on self.id = member_id where member_id = ${profileId} and self.handle is not null`;

/**
 * Whatever has no handle above it has no address, so not even its owner can be shown it. As one list: of two conditions
 * joined by `or` PostgreSQL makes a filter of every row.
 */
const isOwner = (profileId: number): Condition =>
  sql<SqlBool>`(owner.handle is not null
    and owner.id in (select cast(${profileId} as bigint) union all ${teamsWith(profileId)}))`;

/** The kit of a kit key, if its holder still sees it. */
const openedKit = ({ kitId, profileId }: Caller) => sql`(select kits.id from kits
  join profiles as owner on owner.id = kits.owner_id
  where kits.id = ${kitId} and (${publicKit} or ${isOwner(profileId)}))`;

const isMember = (key: Caller): Condition =>
  sql<SqlBool>`skills.id in (select kit_skills.skill_id from kit_skills where kit_skills.kit_id in ${openedKit(key)})`;

const isShownMember = (key: Caller): Condition =>
  sql<SqlBool>`skills.id in (select kit_skills.skill_id from kit_skills
    where kit_skills.kit_id in ${openedKit(key)} and ${pinStands})`;

const pinStands: Condition = sql<SqlBool>`(kit_skills.version_id is null or exists (select 1 from versions as pin
  where pin.id = kit_skills.version_id and pin.withdrawn_at is null and ${isReadable('pin')}))`;

/** The profiles behind what the caller sees. */
const ownsOf = (view: Asking): Condition =>
  sql<SqlBool>`(profiles.id in ${visibleSkills(view).select('skills.owner_id')}
    or profiles.id in ${visibleKits(view).select('kits.owner_id')})`;

function allowed(caller: Caller | undefined, everyone: Condition, opened: (key: Caller) => Condition): Condition {
  if (!caller) return everyone;
  const readable = sql<SqlBool>`(${everyone} or ${isOwner(caller.profileId)})`;
  return isKitKey(caller) ? sql<SqlBool>`(${readable} and ${opened(caller)})` : readable;
}
