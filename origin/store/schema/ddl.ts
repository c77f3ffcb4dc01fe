/** The first schema, in SQL that every engine reads; `column` names the few types that engines spell differently. */
import { listed, shown } from './indexing.ts';

export interface ColumnTypes {
  /** A whole number primary key that only grows, also after deletes. */
  id: string;
  bytes: string;
  /** Text that sorts by its bytes, the same on every engine. */
  key: string;
}

export const initialTables = (column: ColumnTypes): string[] => [
  ...people(column),
  ...skills(column),
  ...social,
  ...logs(column),
];

const indexedText = `folded text not null default '', tokens text not null default '', names text not null default ''`;
const flag = 'bigint not null default 0';
const count = 'bigint not null default 0';
const text = `text not null default ''`;

const people = (column: ColumnTypes) => [
  `create table profiles (
    id ${column.id}, kind text not null, handle ${column.key} unique, display_name ${text}, bio ${text}, avatar_url ${text},
    is_operator ${flag}, mcp_enabled ${flag}, moderation_status text not null default 'none',
    follower_count ${count}, following_count ${count}, shard ${column.key} not null default '',
    created_at bigint not null, ${indexedText})`,
  'create index profiles_by_shard on profiles(shard)',
  `create table handles (
    handle text primary key, skeleton text not null unique, profile_id bigint not null references profiles(id),
    claimed_at bigint not null, released_at bigint)`,
  `create table team_members (
    team_id bigint not null references profiles(id), member_id bigint not null references profiles(id),
    role text not null, added_at bigint not null, primary key (team_id, member_id))`,
  'create index team_members_of on team_members(member_id)',
  `create table author_keys (
    id ${column.id}, profile_id bigint not null references profiles(id), public_key text not null,
    fingerprint text not null, bound_at bigint not null, revoked_at bigint)`,
  'create index author_keys_of on author_keys(profile_id)',
  `create table passkeys (
    id text primary key, profile_id bigint not null references profiles(id), public_key ${column.bytes} not null,
    counter ${count}, transports ${text}, name ${text}, created_at bigint not null, last_used_at bigint)`,
  'create index passkeys_of on passkeys(profile_id)',
  `create table identities (
    issuer text not null, subject text not null, profile_id bigint not null references profiles(id),
    primary key (issuer, subject))`,
  `create table challenges (
    id text primary key, purpose text not null, profile_id bigint references profiles(id), payload ${text},
    created_at bigint not null, expires_at bigint not null)`,
  `create table devices (
    id ${column.id}, profile_id bigint not null references profiles(id), name text not null, client_version ${text},
    created_at bigint not null, last_seen_at bigint, revoked_at bigint)`,
  'create index devices_of on devices(profile_id)',
];

const skills = (column: ColumnTypes) => [
  `create table skills (
    id ${column.id}, owner_id bigint not null references profiles(id), slug ${column.key} not null, name ${text},
    description ${text}, category text not null, visibility text not null, latest_version_id bigint,
    version_count ${count}, deprecated ${flag}, deprecation_message ${text},
    moderation_status text not null default 'none', install_count ${count}, is_mirror ${flag},
    mirror_source_url ${text}, mirror_license ${text}, shard ${column.key} not null default '',
    created_at bigint not null, updated_at bigint not null, ${indexedText}, unique (owner_id, slug))`,
  'create index skills_newest on skills(created_at, id)',
  'create index skills_by_slug on skills(slug, id)',
  'create index skills_by_category on skills(category, created_at, id)',
  'create index skills_by_shard on skills(shard, updated_at)',
  `create table versions (
    id ${column.id}, skill_id bigint not null references skills(id), number bigint not null, label text not null,
    hash text not null, name text not null, description text not null, triggers text not null default '[]',
    token_count ${count}, bundle_digest ${text}, signature_status text not null, statement ${text}, signature ${text},
    key_id bigint references author_keys(id), scan_status text not null, published_by bigint not null,
    published_at bigint not null, withdrawn_at bigint, unique (skill_id, number), unique (skill_id, label))`,
  'create unique index versions_by_content on versions(skill_id, hash) where withdrawn_at is null',
  `create table version_files (
    version_id bigint not null references versions(id), path ${column.key} not null, size bigint not null, hash text not null,
    primary key (version_id, path))`,
  'create index version_files_by_content on version_files(hash)',
  `create table blobs (hash text primary key, bytes ${column.bytes} not null)`,
  `create table scans (
    version_id bigint primary key references versions(id), corpus_version bigint not null,
    findings text not null default '[]', scanned_at bigint not null)`,
  'create index scans_by_corpus on scans(corpus_version)',
  `create table kits (
    id ${column.id}, owner_id bigint not null references profiles(id), slug ${column.key} not null, name text not null,
    description ${text}, category text not null, visibility text not null, version bigint not null default 1,
    moderation_status text not null default 'none', subscriber_count ${count}, created_at bigint not null,
    updated_at bigint not null, ${indexedText}, unique (owner_id, slug))`,
  'create index kits_newest on kits(created_at, id)',
  `create table kit_skills (
    kit_id bigint not null references kits(id), skill_id bigint not null references skills(id),
    version_id bigint references versions(id), added_at bigint not null, primary key (kit_id, skill_id))`,
  'create index kit_skills_of on kit_skills(skill_id)',
  `create table tokens (
    id ${column.id}, class text not null, hash text not null unique, profile_id bigint not null references profiles(id),
    device_id bigint references devices(id), kit_id bigint references kits(id), created_at bigint not null,
    last_used_at bigint, expires_at bigint, revoked_at bigint)`,
  'create index tokens_of on tokens(profile_id)',
  `create table pairings (
    id text primary key, user_code text not null, device_name text not null, class text not null, address text not null,
    attempts ${count}, created_at bigint not null, expires_at bigint not null,
    approved_by bigint references profiles(id), approved_at bigint, redeemed_at bigint)`,
];

const social = [
  `create table kit_subscriptions (
    kit_id bigint not null references kits(id), profile_id bigint not null references profiles(id),
    created_at bigint not null, primary key (kit_id, profile_id))`,
  'create index kit_subscriptions_of on kit_subscriptions(profile_id)',
  `create table follows (
    follower_id bigint not null references profiles(id), followed_id bigint not null references profiles(id),
    created_at bigint not null, primary key (follower_id, followed_id))`,
  'create index follows_of on follows(followed_id, created_at)',
  `create table library (
    profile_id bigint not null references profiles(id), skill_id bigint not null references skills(id),
    version_id bigint references versions(id), pinned ${flag}, auto_approve ${flag}, added_at bigint not null,
    primary key (profile_id, skill_id))`,
  'create index library_of on library(skill_id, added_at)',
];

const logs = (column: ColumnTypes) => [
  `create table moderation_actions (
    id ${column.id}, target_kind text not null, target_id bigint not null, target text not null, action text not null,
    reason text not null, created_by bigint not null, created_at bigint not null, lifted_at bigint)`,
  'create index moderation_actions_active on moderation_actions(created_at, id) where lifted_at is null',
  `create table reports (
    id ${column.id}, reporter_id bigint not null references profiles(id), target text not null, reason text not null,
    created_at bigint not null, resolved_at bigint)`,
  `create table appeals (
    id ${column.id}, action_id bigint not null references moderation_actions(id),
    profile_id bigint not null references profiles(id), message text not null, created_at bigint not null,
    resolved_at bigint)`,
  `create table audit_log (
    id ${column.id}, actor_id bigint, action text not null, target text not null, detail ${text},
    created_at bigint not null)`,
  `create table activity (
    id ${column.id}, kind text not null, actor_id bigint not null, skill_id bigint, version_id bigint, kit_id bigint,
    created_at bigint not null)`,
  'create index activity_of_skill on activity(skill_id)',
  'create index activity_of_actor on activity(actor_id)',
  'create index activity_by_time on activity(kind, created_at)',
  `create table changes (seq ${column.id}, kind text not null, entity_id bigint not null)`,
  'create table counters (name text primary key, value bigint not null)',
];

/** Keys that wait and keys that were replaced, what authenticators know an account by, sessions of browsers. */
export const signingIn = [
  `alter table author_keys add column status text not null default 'bound'`,
  `alter table passkeys add column user_handle ${text}`,
  `alter table tokens add column in_browser ${flag}`,
  'create index challenges_by_expiry on challenges(expires_at)',
  'create index handles_of on handles(profile_id)',
  'create index author_keys_by_key on author_keys(public_key)',
  `create index author_keys_waiting on author_keys(bound_at) where status = 'pending'`,
];

/** What the scanner said apart from what holds, actions that it took by itself, answered appeals, a log that stays. */
export const moderation = [
  `alter table scans add column status text not null default 'clean'`,
  'update scans set status = (select scan_status from versions where versions.id = scans.version_id)',
  `alter table moderation_actions add column detectors ${text}`,
  `create index moderation_actions_on on moderation_actions(target_kind, target_id) where lifted_at is null`,
  `alter table appeals add column answer ${text}`,
  'create index appeals_open on appeals(created_at) where resolved_at is null',
  'create index appeals_of on appeals(action_id)',
  'create index reports_open on reports(created_at) where resolved_at is null',
];

/** Lists of what is installed most. */
export const popularity = ['create index skills_by_installs on skills(install_count, created_at, id)'];

const listedIndex = (order: string, columns: string) =>
  `create index skills_listed_${order} on skills(${columns}) where ${listed('skills')}`;

/** Public lists: what everyone is shown, in each order, with nothing but what chooses and counts. */
export const listing = [
  `alter table skills add column owner_shown ${flag}`,
  `update skills set owner_shown = 1 where owner_id in
    (select id from profiles where ${shown('profiles')})`,
  ...Object.entries({
    new: 'created_at, id, category',
    new_of_category: 'category, created_at, id',
    alpha: 'slug, id, category',
    alpha_of_category: 'category, slug, id',
    installs: 'install_count, created_at, id, category',
    of_owner: 'owner_id, category',
  }).map(([order, columns]) => listedIndex(order, columns)),
];

/** Lists of people: whoever is shown, the most followed first. */
export const directory = [
  `create index profiles_shown on profiles(follower_count desc, handle)
    where ${shown('profiles')}`,
];

/** Who runs a skill, of those who are shown: the oldest first. */
export const users = [
  `alter table library add column shown ${flag}`,
  `update library set shown = 1 where profile_id in
    (select id from profiles where ${shown('profiles')})`,
  'create index library_shown on library(skill_id, added_at, profile_id) where shown = 1',
];

/** Lists of skills by age, which their ids say. */
export const byAge = [
  ...Object.entries({
    new: 'id, category',
    new_of_category: 'category, id',
    installs: 'install_count, id, category',
  }).flatMap(([order, columns]) => [`drop index skills_listed_${order}`, listedIndex(order, columns)]),
];

/** When the person behind a browser's session last proved themselves, and ends that tokens were given. */
export const proofs = [
  'alter table tokens add column proved_at bigint',
  'update tokens set proved_at = created_at where in_browser = 1',
  'alter table tokens add column ends_at bigint',
];

/** Pairings that are polled, refused and guessed at; devices that end with their tokens. */
export const pairing = [
  'alter table pairings add column polled_at bigint',
  'alter table pairings add column refused_by bigint references profiles(id)',
  'alter table pairings drop column attempts',
  'create index pairings_by_code on pairings(user_code)',
  'create index pairings_of_address on pairings(address, expires_at)',
  'create index pairings_by_expiry on pairings(expires_at)',
  `create table pairing_misses (profile_id bigint not null references profiles(id), tried_at bigint not null)`,
  'create index pairing_misses_of on pairing_misses(profile_id, tried_at)',
  'create index pairing_misses_by_time on pairing_misses(tried_at)',
  'create index tokens_of_device on tokens(device_id) where device_id is not null',
  'create index tokens_of_devices_by_expiry on tokens(expires_at) where device_id is not null and revoked_at is null',
];

/** What was used of each day's quotas, by account or network address, and limits of single accounts. */
export const quotas = [
  `create table quota_uses (
    subject text not null, day bigint not null, quota text not null, amount bigint not null,
    primary key (subject, day, quota))`,
  'create index quota_uses_by_day on quota_uses(day)',
  `create table quota_grants (
    profile_id bigint not null references profiles(id), quota text not null, daily bigint,
    primary key (profile_id, quota))`,
];

/** Joining a team takes a yes; a team whose owners are gone is marked, and the mirror hears of those there are. */
export const invitations = [
  `create table team_invitations (
    team_id bigint not null references profiles(id), member_id bigint not null references profiles(id),
    role text not null, invited_by bigint references profiles(id), declined ${flag},
    created_at bigint not null, expires_at bigint not null, primary key (team_id, member_id))`,
  'create index team_invitations_of on team_invitations(member_id)',
  'create index team_invitations_by_expiry on team_invitations(expires_at)',
  `alter table profiles add column ownerless ${flag}`,
  `update profiles set ownerless = 1
    where id in (select team_id from team_members where role = 'owner')
    and id not in (select team_id from team_members join profiles as holder on holder.id = member_id
      where role = 'owner' and holder.handle is not null and holder.moderation_status <> 'suspended')`,
  `insert into changes (kind, entity_id) select 'profile', id from profiles where ownerless = 1`,
];
