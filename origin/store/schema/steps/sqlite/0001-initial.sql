-- The first schema.

create table profiles (
  id integer primary key autoincrement,
  kind text not null,
  handle text unique,
  display_name text not null default '',
  bio text not null default '',
  avatar_url text not null default '',
  is_operator bigint not null default 0,
  mcp_enabled bigint not null default 0,
  moderation_status text not null default 'none',
  follower_count bigint not null default 0,
  following_count bigint not null default 0,
  shard text not null default '',
  created_at bigint not null,
  folded text not null default '',
  tokens text not null default '',
  names text not null default ''
);

create index profiles_by_shard on profiles(shard);

create table handles (
  handle text primary key,
  skeleton text not null unique,
  profile_id bigint not null references profiles(id),
  claimed_at bigint not null,
  released_at bigint
);

create table team_members (
  team_id bigint not null references profiles(id),
  member_id bigint not null references profiles(id),
  role text not null,
  added_at bigint not null,
  primary key (team_id, member_id)
);

create index team_members_of on team_members(member_id);

create table author_keys (
  id integer primary key autoincrement,
  profile_id bigint not null references profiles(id),
  public_key text not null,
  fingerprint text not null,
  bound_at bigint not null,
  revoked_at bigint
);

create index author_keys_of on author_keys(profile_id);

create table passkeys (
  id text primary key,
  profile_id bigint not null references profiles(id),
  public_key blob not null,
  counter bigint not null default 0,
  transports text not null default '',
  name text not null default '',
  created_at bigint not null,
  last_used_at bigint
);

create index passkeys_of on passkeys(profile_id);

create table identities (
  issuer text not null,
  subject text not null,
  profile_id bigint not null references profiles(id),
  primary key (issuer, subject)
);

create table challenges (
  id text primary key,
  purpose text not null,
  profile_id bigint references profiles(id),
  payload text not null default '',
  created_at bigint not null,
  expires_at bigint not null
);

create table devices (
  id integer primary key autoincrement,
  profile_id bigint not null references profiles(id),
  name text not null,
  client_version text not null default '',
  created_at bigint not null,
  last_seen_at bigint,
  revoked_at bigint
);

create index devices_of on devices(profile_id);

create table skills (
  id integer primary key autoincrement,
  owner_id bigint not null references profiles(id),
  slug text not null,
  name text not null default '',
  description text not null default '',
  category text not null,
  visibility text not null,
  latest_version_id bigint,
  version_count bigint not null default 0,
  deprecated bigint not null default 0,
  deprecation_message text not null default '',
  moderation_status text not null default 'none',
  install_count bigint not null default 0,
  is_mirror bigint not null default 0,
  mirror_source_url text not null default '',
  mirror_license text not null default '',
  shard text not null default '',
  created_at bigint not null,
  updated_at bigint not null,
  folded text not null default '',
  tokens text not null default '',
  names text not null default '',
  unique (owner_id, slug)
);

create index skills_newest on skills(created_at, id);

create index skills_by_slug on skills(slug, id);

create index skills_by_category on skills(category, created_at, id);

create index skills_by_shard on skills(shard, updated_at);

create table versions (
  id integer primary key autoincrement,
  skill_id bigint not null references skills(id),
  number bigint not null,
  label text not null,
  hash text not null,
  name text not null,
  description text not null,
  triggers text not null default '[]',
  token_count bigint not null default 0,
  bundle_digest text not null default '',
  signature_status text not null,
  statement text not null default '',
  signature text not null default '',
  key_id bigint references author_keys(id),
  scan_status text not null,
  published_by bigint not null,
  published_at bigint not null,
  withdrawn_at bigint,
  unique (skill_id, number),
  unique (skill_id, label)
);

create unique index versions_by_content on versions(skill_id, hash) where withdrawn_at is null;

create table version_files (
  version_id bigint not null references versions(id),
  path text not null,
  size bigint not null,
  hash text not null,
  primary key (version_id, path)
);

create index version_files_by_content on version_files(hash);

create table blobs (
  hash text primary key,
  bytes blob not null
);

create table scans (
  version_id bigint primary key references versions(id),
  corpus_version bigint not null,
  findings text not null default '[]',
  scanned_at bigint not null
);

create index scans_by_corpus on scans(corpus_version);

create table kits (
  id integer primary key autoincrement,
  owner_id bigint not null references profiles(id),
  slug text not null,
  name text not null,
  description text not null default '',
  category text not null,
  visibility text not null,
  version bigint not null default 1,
  moderation_status text not null default 'none',
  subscriber_count bigint not null default 0,
  created_at bigint not null,
  updated_at bigint not null,
  folded text not null default '',
  tokens text not null default '',
  names text not null default '',
  unique (owner_id, slug)
);

create index kits_newest on kits(created_at, id);

create table kit_skills (
  kit_id bigint not null references kits(id),
  skill_id bigint not null references skills(id),
  version_id bigint references versions(id),
  added_at bigint not null,
  primary key (kit_id, skill_id)
);

create index kit_skills_of on kit_skills(skill_id);

create table tokens (
  id integer primary key autoincrement,
  class text not null,
  hash text not null unique,
  profile_id bigint not null references profiles(id),
  device_id bigint references devices(id),
  kit_id bigint references kits(id),
  created_at bigint not null,
  last_used_at bigint,
  expires_at bigint,
  revoked_at bigint
);

create index tokens_of on tokens(profile_id);

create table pairings (
  id text primary key,
  user_code text not null,
  device_name text not null,
  class text not null,
  address text not null,
  attempts bigint not null default 0,
  created_at bigint not null,
  expires_at bigint not null,
  approved_by bigint references profiles(id),
  approved_at bigint,
  redeemed_at bigint
);

create table kit_subscriptions (
  kit_id bigint not null references kits(id),
  profile_id bigint not null references profiles(id),
  created_at bigint not null,
  primary key (kit_id, profile_id)
);

create index kit_subscriptions_of on kit_subscriptions(profile_id);

create table follows (
  follower_id bigint not null references profiles(id),
  followed_id bigint not null references profiles(id),
  created_at bigint not null,
  primary key (follower_id, followed_id)
);

create index follows_of on follows(followed_id, created_at);

create table library (
  profile_id bigint not null references profiles(id),
  skill_id bigint not null references skills(id),
  version_id bigint references versions(id),
  pinned bigint not null default 0,
  auto_approve bigint not null default 0,
  added_at bigint not null,
  primary key (profile_id, skill_id)
);

create index library_of on library(skill_id, added_at);

create table moderation_actions (
  id integer primary key autoincrement,
  target_kind text not null,
  target_id bigint not null,
  target text not null,
  action text not null,
  reason text not null,
  created_by bigint not null,
  created_at bigint not null,
  lifted_at bigint
);

create index moderation_actions_active on moderation_actions(created_at, id) where lifted_at is null;

create table reports (
  id integer primary key autoincrement,
  reporter_id bigint not null references profiles(id),
  target text not null,
  reason text not null,
  created_at bigint not null,
  resolved_at bigint
);

create table appeals (
  id integer primary key autoincrement,
  action_id bigint not null references moderation_actions(id),
  profile_id bigint not null references profiles(id),
  message text not null,
  created_at bigint not null,
  resolved_at bigint
);

create table audit_log (
  id integer primary key autoincrement,
  actor_id bigint,
  action text not null,
  target text not null,
  detail text not null default '',
  created_at bigint not null
);

create table activity (
  id integer primary key autoincrement,
  kind text not null,
  actor_id bigint not null,
  skill_id bigint,
  version_id bigint,
  kit_id bigint,
  created_at bigint not null
);

create index activity_of_skill on activity(skill_id);

create index activity_of_actor on activity(actor_id);

create index activity_by_time on activity(kind, created_at);

create table changes (
  seq integer primary key autoincrement,
  kind text not null,
  entity_id bigint not null
);

create table counters (
  name text primary key,
  value bigint not null
);
