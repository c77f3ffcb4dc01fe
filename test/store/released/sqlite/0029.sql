CREATE TABLE schema_version (version bigint not null, least_writer bigint not null default 13);

CREATE TABLE profiles (
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
, ownerless bigint not null default 0);

CREATE TABLE handles (
  handle text primary key,
  skeleton text not null unique,
  profile_id bigint not null references profiles(id),
  claimed_at bigint not null,
  released_at bigint
);

CREATE TABLE team_members (
  team_id bigint not null references profiles(id),
  member_id bigint not null references profiles(id),
  role text not null,
  added_at bigint not null,
  primary key (team_id, member_id)
);

CREATE TABLE author_keys (
  id integer primary key autoincrement,
  profile_id bigint not null references profiles(id),
  public_key text not null,
  fingerprint text not null,
  bound_at bigint not null,
  revoked_at bigint
, status text not null default 'bound');

CREATE TABLE passkeys (
  id text primary key,
  profile_id bigint not null references profiles(id),
  public_key blob not null,
  counter bigint not null default 0,
  transports text not null default '',
  name text not null default '',
  created_at bigint not null,
  last_used_at bigint
, user_handle text not null default '');

CREATE TABLE identities (
  issuer text not null,
  subject text not null,
  profile_id bigint not null references profiles(id),
  primary key (issuer, subject)
);

CREATE TABLE challenges (
  id text primary key,
  purpose text not null,
  profile_id bigint references profiles(id),
  payload text not null default '',
  created_at bigint not null,
  expires_at bigint not null
);

CREATE TABLE devices (
  id integer primary key autoincrement,
  profile_id bigint not null references profiles(id),
  name text not null,
  client_version text not null default '',
  created_at bigint not null,
  last_seen_at bigint,
  revoked_at bigint
);

CREATE TABLE skills (
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
  names text not null default '', owner_shown bigint not null default 0, signature_status text not null default 'unsigned', scan_status text not null default 'clean', vocabulary text not null default '[]', indexing bigint not null default 0, downloads_7d bigint not null default 0, compared bigint not null default 0, star_count bigint not null default 0, license text not null default '', tags text not null default '[]', traits bigint not null default 0, latest_at bigint not null default 0, category_chosen bigint not null default 1, facets bigint generated always as (traits + case category when 'coding' then 1 when
  'data' then 2 when 'design' then 4 when 'devops' then 8 when 'documents' then 16 when 'education' then 32 when
  'finance' then 64 when 'health' then 128 when 'marketing' then 256 when 'media' then 512 when 'productivity' then
  1024 when 'research' then 2048 when 'security' then 4096 when 'writing' then 8192 when 'other' then 16384 else 0 end
  + case signature_status when 'verified' then 32768 when 'mirrored' then 65536 else 131072 end + case scan_status
  when 'clean' then 262144 when 'flagged' then 524288 else 0 end) virtual,
  unique (owner_id, slug)
);

CREATE TABLE versions (
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
  withdrawn_at bigint, reviewed_at bigint, reviewed_by bigint, license text not null default '', tags text not null default '[]',
  unique (skill_id, number),
  unique (skill_id, label)
);

CREATE TABLE version_files (
  version_id bigint not null references versions(id),
  path text not null,
  size bigint not null,
  hash text not null,
  primary key (version_id, path)
);

CREATE TABLE blobs (
  hash text primary key,
  bytes blob not null
);

CREATE TABLE scans (
  version_id bigint primary key references versions(id),
  corpus_version bigint not null,
  findings text not null default '[]',
  scanned_at bigint not null
, status text not null default 'clean', unread text not null default '[]', capabilities text not null default '', thorough bigint not null default 0, worst bigint not null default 0, rules text not null default '');

CREATE TABLE kits (
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
  names text not null default '', featured bigint not null default 0,
  unique (owner_id, slug)
);

CREATE TABLE kit_skills (
  kit_id bigint not null references kits(id),
  skill_id bigint not null references skills(id),
  version_id bigint references versions(id),
  added_at bigint not null, note text not null default '',
  primary key (kit_id, skill_id)
);

CREATE TABLE tokens (
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
, in_browser bigint not null default 0, proved_at bigint, ends_at bigint);

CREATE TABLE pairings (
  id text primary key,
  user_code text not null,
  device_name text not null,
  class text not null,
  address text not null,
  created_at bigint not null,
  expires_at bigint not null,
  approved_by bigint references profiles(id),
  approved_at bigint,
  redeemed_at bigint
, polled_at bigint, refused_by bigint references profiles(id));

CREATE TABLE kit_subscriptions (
  kit_id bigint not null references kits(id),
  profile_id bigint not null references profiles(id),
  created_at bigint not null,
  primary key (kit_id, profile_id)
);

CREATE TABLE follows (
  follower_id bigint not null references profiles(id),
  followed_id bigint not null references profiles(id),
  created_at bigint not null,
  primary key (follower_id, followed_id)
);

CREATE TABLE library (
  profile_id bigint not null references profiles(id),
  skill_id bigint not null references skills(id),
  version_id bigint references versions(id),
  pinned bigint not null default 0,
  auto_approve bigint not null default 0,
  added_at bigint not null, shown bigint not null default 0, skipped_version_id bigint references versions(id),
  primary key (profile_id, skill_id)
);

CREATE TABLE moderation_actions (
  id integer primary key autoincrement,
  target_kind text not null,
  target_id bigint not null,
  target text not null,
  action text not null,
  reason text not null,
  created_by bigint not null,
  created_at bigint not null,
  lifted_at bigint
, detectors text not null default '');

CREATE TABLE reports (
  id integer primary key autoincrement,
  reporter_id bigint not null references profiles(id),
  target text not null,
  reason text not null,
  created_at bigint not null,
  resolved_at bigint
, resolved_by bigint);

CREATE TABLE appeals (
  id integer primary key autoincrement,
  action_id bigint not null references moderation_actions(id),
  profile_id bigint not null references profiles(id),
  message text not null,
  created_at bigint not null,
  resolved_at bigint
, answer text not null default '', resolved_by bigint);

CREATE TABLE audit_log (
  id integer primary key autoincrement,
  actor_id bigint,
  action text not null,
  target text not null,
  detail text not null default '',
  created_at bigint not null
);

CREATE TABLE activity (
  id integer primary key autoincrement,
  kind text not null,
  actor_id bigint not null,
  skill_id bigint,
  version_id bigint,
  kit_id bigint,
  created_at bigint not null
, shown bigint not null default 0);

CREATE TABLE changes (
  seq integer primary key autoincrement,
  kind text not null,
  entity_id bigint not null
);

CREATE TABLE counters (
  name text primary key,
  value bigint not null
);

CREATE TABLE pairing_misses (
  profile_id bigint not null references profiles(id),
  tried_at bigint not null
);

CREATE TABLE skill_totals (
  category text not null,
  signature_status text not null,
  scan_status text not null,
  total bigint not null,
  primary key (category, signature_status, scan_status)
);

CREATE TABLE author_totals (
  owner_id bigint not null,
  total bigint not null,
  primary key (owner_id)
);

CREATE TABLE activity_totals (
  day bigint not null,
  kind text not null,
  total bigint not null,
  primary key (day, kind)
);

CREATE TABLE quota_uses (
  subject text not null,
  day bigint not null,
  quota text not null,
  amount bigint not null,
  primary key (subject, day, quota)
);

CREATE TABLE quota_grants (
  profile_id bigint not null references profiles(id),
  quota text not null,
  daily bigint,
  primary key (profile_id, quota)
);

CREATE TABLE team_invitations (
  team_id bigint not null references profiles(id),
  member_id bigint not null references profiles(id),
  role text not null,
  invited_by bigint references profiles(id),
  declined bigint not null default 0,
  created_at bigint not null,
  expires_at bigint not null,
  primary key (team_id, member_id)
);

CREATE TABLE backfills (
  version bigint not null,
  part bigint not null,
  rows_of text not null,
  statement text not null,
  next_id bigint not null,
  primary key (version, part)
);

CREATE TABLE events (
  id integer primary key autoincrement, kind text not null, subject text not null, actor_id bigint,
  public bigint not null default 0, lasting bigint not null default 0, data text not null, created_at bigint not null, concerns bigint);

CREATE TABLE advisories (
  id integer primary key autoincrement, name text not null unique, feed text not null default '', document text not null,
  modified text not null, withdrawn bigint not null default 0, dismissed bigint not null default 0,
  matchers text not null, due bigint not null default 1);

CREATE TABLE advisory_keys (
  advisory_id bigint not null references advisories(id), matched text not null, primary key (advisory_id, matched));

CREATE TABLE advisory_feeds (
  url text primary key, etag text not null default '', fetched_at bigint not null default 0,
  failure text not null default '', failed_at bigint not null default 0);

CREATE TABLE verdicts (
  version_id bigint not null references versions(id), scanner text not null, scanner_version text not null,
  status text not null, findings text not null, made_at bigint not null, primary key (version_id, scanner));

CREATE TABLE search_words (word text primary key, stem text not null, total bigint not null) without rowid;

CREATE TABLE downloads (
  hour bigint not null,
  skill_id bigint not null,
  total bigint not null,
  primary key (hour, skill_id)
) without rowid;

CREATE TABLE counted_batches (id text not null primary key, counted_at bigint not null) without rowid;

CREATE TABLE fingerprints (
  version_id bigint not null primary key,
  skill_id bigint not null,
  method bigint not null,
  minima text not null
);

CREATE TABLE fingerprint_bands (
  band bigint not null,
  version_id bigint not null,
  primary key (band, version_id)
) without rowid;

CREATE TABLE skill_likes (
  skill_id bigint not null,
  other_id bigint not null,
  version_id bigint not null,
  kind text not null,
  place bigint not null,
  primary key (skill_id, other_id)
);

CREATE TABLE stars (
  profile_id bigint not null references profiles(id), skill_id bigint not null references skills(id),
  created_at bigint not null, primary key (profile_id, skill_id));

CREATE TABLE notification_settings (
  profile_id bigint primary key references profiles(id), read_up_to bigint not null default 0,
  chosen text not null default '{}');

CREATE TABLE listed_skills (
  id integer primary key,
  facets bigint not null,
  slug text not null,
  install_count bigint not null,
  downloads_7d bigint not null,
  latest_at bigint not null
);

CREATE TABLE skill_tags (
  tag text not null,
  skill_id bigint not null,
  primary key (tag, skill_id)
);

CREATE TABLE facet_totals (
  tag text not null,
  facets bigint not null,
  total bigint not null,
  primary key (tag, facets)
);

CREATE TABLE portraits (
  profile_id bigint not null primary key references profiles(id), bytes blob not null);

CREATE TABLE counted_hours (hour bigint not null primary key, key text not null) without rowid;

CREATE TABLE counted_clients (
  hour bigint not null,
  client bigint not null,
  skill_id bigint not null,
  primary key (hour, client, skill_id)
) without rowid;

CREATE TABLE listed_changes (
  skill_id integer primary key,
  number bigint not null
);

CREATE TABLE uploads (
  id text primary key,
  profile_id bigint not null references profiles(id),
  path text not null,
  size bigint not null,
  hash text not null,
  bytes blob,
  expires_at bigint not null
);

CREATE TABLE user_totals (
  skill_id integer primary key,
  total bigint not null
);

insert into schema_version (version, least_writer) values
(1, 1),
(10, 10),
(11, 11),
(12, 12),
(13, 13),
(14, 13),
(15, 13),
(16, 16),
(17, 17),
(18, 18),
(19, 19),
(2, 2),
(20, 20),
(21, 21),
(22, 22),
(23, 23),
(24, 24),
(25, 25),
(26, 24),
(27, 27),
(28, 28),
(29, 27),
(3, 3),
(4, 4),
(5, 5),
(6, 6),
(7, 7),
(8, 8),
(9, 9);

insert into profiles (id, kind, handle, display_name, bio, avatar_url, is_operator, mcp_enabled, moderation_status, follower_count, following_count, shard, created_at, folded, tokens, names, ownerless) values
(1, 'user', 'ada', 'Ada L', 'Writes the engine''s notes.', '', 1, 1, 'none', 2, 1, 'fd', 1790000000, 'ada
ada l
writes the engine''s notes.', 'ada ada l writes the engine s notes', ' ada ada l ', 0),
(2, 'user', 'bob', 'bob', '', '', 0, 0, 'none', 1, 1, '81', 1790000000, 'bob
bob
', 'bob bob', ' bob bob ', 0),
(3, 'user', 'carol', 'carol', '', '', 0, 0, 'warned', 0, 1, '4c', 1790000000, 'carol
carol
', 'carol carol', ' carol carol ', 0),
(4, 'user', 'mallory', 'mallory', '', '', 0, 0, 'suspended', 0, 1, 'c0', 1790000000, 'mallory
mallory
', 'mallory mallory', ' mallory mallory ', 0),
(5, 'user', NULL, '', '', '', 0, 0, 'none', 0, 0, '', 1790000000, '
', '', '  ', 0),
(6, 'team', 'crew', 'crew', '', '', 0, 0, 'none', 0, 0, '9c', 1790000000, 'crew
crew
', 'crew crew', ' crew crew ', 0),
(7, 'team', 'lost', 'lost', '', '', 0, 0, 'none', 0, 0, '76', 1790000000, 'lost
lost
', 'lost lost', ' lost lost ', 1);

insert into handles (handle, skeleton, profile_id, claimed_at, released_at) values
('ada', 'ada', 1, 1790000000, NULL),
('bob', 'bob', 2, 1790000000, NULL),
('carol', 'carol', 3, 1790000000, NULL),
('crew', 'crew', 6, 1790000000, NULL),
('ghost', 'ghost', 5, 1790000000, 1790001200),
('lost', 'lost', 7, 1790000000, NULL),
('mallory', 'mallory', 4, 1790000000, NULL),
('spent', 'spent', 2, 1, 2);

insert into team_members (team_id, member_id, role, added_at) values
(6, 1, 'owner', 1790000000),
(6, 2, 'member', 1790000000),
(7, 5, 'owner', 1790000000);

insert into author_keys (id, profile_id, public_key, fingerprint, bound_at, revoked_at, status) values
(1, 1, 'ssh-ed25519 AAAA', 'SHA256:a', 1790001200, NULL, 'bound'),
(2, 2, 'ssh-ed25519 BBBB', 'SHA256:b', 1790001800, NULL, 'pending');

insert into passkeys (id, profile_id, public_key, counter, transports, name, created_at, last_used_at, user_handle) values
('passkey', 1, X'010200FF', 0, '', '', 1790001200, NULL, '');

insert into identities (issuer, subject, profile_id) values
('https://id.test', '7', 2);

insert into challenges (id, purpose, profile_id, payload, created_at, expires_at) values
('challenge', 'sign-in', 2, '', 1790001200, 1790001800);

insert into devices (id, profile_id, name, client_version, created_at, last_seen_at, revoked_at) values
(70, 3, 'laptop', '', 1790001200, NULL, NULL);

insert into skills (id, owner_id, slug, name, description, category, visibility, latest_version_id, version_count, deprecated, deprecation_message, moderation_status, install_count, is_mirror, mirror_source_url, mirror_license, shard, created_at, updated_at, folded, tokens, names, owner_shown, signature_status, scan_status, vocabulary, indexing, downloads_7d, compared, star_count, license, tags, traits, latest_at, category_chosen) values
(1, 1, 'hello', 'hello', 'About greeting everybody.', 'writing', 'public', 2, 2, 0, '', 'none', 4, 0, '', '', 'a9', 1790000060, 1790000120, 'hello
hello
about greeting everybody.', ' _hello hello greet everybodi exampl # | __c_writing __t_example ', ' hello hello ', 1, 'verified', 'clean', '[["hello","hello"],["greeting","greet"],["everybody","everybodi"]]', 2, 0, 0, 0, '', '["example"]', 268435456, 1790000120, 1),
(10, 3, 'doubtful', 'doubtful', 'About something too long to read.', 'other', 'public', 14, 2, 0, '', 'none', 0, 0, '', '', 'c8', 1790000780, 1790000840, 'doubtful
doubtful
about something too long to read.', ' _doubt doubtful doubt long read exampl # | __c_other __t_example ', ' doubtful doubtful ', 1, 'unsigned', 'flagged', '[["doubtful","doubt"],["long","long"],["read","read"]]', 2, 0, 0, 0, '', '["example"]', 268435456, 1790000840, 0),
(11, 3, 'endless', 'endless', 'About something without an end.', 'other', 'public', 15, 1, 0, '', 'none', 0, 0, '', '', 'cd', 1790000900, 1790000900, 'endless
endless
about something without an end.', ' _endless endless without end exampl # | __c_other __t_example ', ' endless endless ', 1, 'unsigned', 'clean', '[["endless","endless"],["without","without"],["end","end"]]', 2, 0, 0, 0, '', '["example"]', 268435456, 1790000900, 0),
(2, 1, 'secret', 'secret', 'About what nobody reads.', 'security', 'private', 3, 1, 0, '', 'none', 0, 0, '', '', '86', 1790000180, 1790000180, 'secret
secret
about what nobody reads.', ' _secret secret nobodi read exampl # | __c_security __t_example ', ' secret secret ', 1, 'unsigned', 'clean', '[["secret","secret"],["nobody","nobodi"],["reads","read"]]', 2, 0, 0, 0, '', '["example"]', 268435456, 1790000180, 0),
(3, 2, 'tool', 'tool', 'About hammers.', 'other', 'public', 4, 2, 0, '', 'none', 1, 0, '', '', '3f', 1790000240, 1790000300, 'tool
tool
about hammers.', ' _tool tool hammer exampl # | __c_other __t_example ', ' tool tool ', 1, 'unsigned', 'clean', '[["tool","tool"],["hammers","hammer"]]', 2, 0, 0, 0, '', '["example"]', 268435456, 1790000240, 0),
(4, 1, 'lone', 'lone', 'About one hostile thing.', 'other', 'public', NULL, 1, 0, '', 'none', 0, 0, '', '', 'd4', 1790000360, 1790000360, 'lone
lone
about one hostile thing.', ' _lone lone hostil exampl # | __c_other __t_example ', ' lone lone ', 1, 'unsigned', 'clean', '[["lone","lone"],["one","on"],["hostile","hostil"]]', 2, 0, 0, 0, '', '["example"]', 268435456, 1790000360, 0),
(5, 2, 'gone', 'gone', 'About what stays.', 'other', 'public', 8, 2, 0, '', 'none', 0, 0, '', '', '73', 1790000420, 1790000960, 'gone
gone
about what stays.', ' _gone gone stai exampl # | __c_other __t_example ', ' gone gone ', 1, 'unsigned', 'clean', '[["gone","gone"],["stays","stai"]]', 2, 0, 0, 0, '', '["example"]', 268435456, 1790000480, 0),
(6, 2, 'old-thing', 'old-thing', 'About what nobody should use.', 'other', 'public', 9, 1, 1, 'Use tool.', 'none', 0, 0, '', '', 'f7', 1790000540, 1790001020, 'old-thing
old-thing
about what nobody should use.', ' _old _oldth old oldth nobodi exampl # | __c_other __t_example ', ' old thing old thing ', 1, 'unsigned', 'clean', '[["old","old"],["nobody","nobodi"]]', 2, 0, 0, 0, '', '["example"]', 268435456, 1790000540, 0),
(7, 2, 'hidden', 'hidden', 'About what was hidden.', 'other', 'public', 10, 1, 0, '', 'hidden', 0, 0, '', '', 'cb', 1790000600, 1790000600, 'hidden
hidden
about what was hidden.', ' _hidden hidden exampl # | __c_other __t_example ', ' hidden hidden ', 1, 'unsigned', 'clean', '[["hidden","hidden"]]', 2, 0, 0, 0, '', '["example"]', 268435456, 1790000600, 0),
(8, 4, 'evil', 'evil', 'About nothing good.', 'other', 'public', 11, 1, 0, '', 'none', 0, 0, '', '', 'f5', 1790000660, 1790000660, 'evil
evil
about nothing good.', ' _evil evil noth good exampl # | __c_other __t_example ', ' evil evil ', 0, 'unsigned', 'clean', '[["evil","evil"],["nothing","noth"],["good","good"]]', 2, 0, 0, 0, '', '["example"]', 268435456, 1790000660, 0),
(9, 5, 'orphan', 'orphan', 'About somebody who left.', 'other', 'public', 12, 1, 0, '', 'none', 0, 0, '', '', '7a', 1790000720, 1790000720, 'orphan
orphan
about somebody who left.', ' _orphan orphan somebodi who left exampl # | __c_other __t_example ', ' orphan orphan ', 0, 'unsigned', 'clean', '[["orphan","orphan"],["somebody","somebodi"],["who","who"],["left","left"]]', 2, 0, 0, 0, '', '["example"]', 268435456, 1790000720, 0);

insert into versions (id, skill_id, number, label, hash, name, description, triggers, token_count, bundle_digest, signature_status, statement, signature, key_id, scan_status, published_by, published_at, withdrawn_at, reviewed_at, reviewed_by, license, tags) values
(1, 1, 1, 'v1', 'sha256:eca300c4295291edb3edd22ec451558f710181c3d2543589be485d20747ca959', 'hello', 'About greeting people.', '[]', 21, 'sha256:3ac3c028855be42bba690fd315afbbd86e0110bdd3781cb2005788034be79cdd', 'verified', '', '', NULL, 'clean', 1, 1790000060, NULL, NULL, NULL, '', '["example"]'),
(10, 7, 1, 'v1', 'sha256:b83e0d5a04390a3795ceaa33305eaed9a06ec9f36022109e8ff78afb19093226', 'hidden', 'About what was hidden.', '[]', 22, 'sha256:28b9f9e6049a36d749d0e91f488de042ceafd66879344fd50bc023333f700a11', 'unsigned', '', '', NULL, 'clean', 2, 1790000600, NULL, NULL, NULL, '', '["example"]'),
(11, 8, 1, 'v1', 'sha256:56c979d3feebbcaf51369ed1b37298d1f85ddb319a4a3f9318f25bea1995fa21', 'evil', 'About nothing good.', '[]', 21, 'sha256:0ee779049a56e7e01f7d7bcbf637cc1f2c286740d114f2bbdc540d9d2699f1cc', 'unsigned', '', '', NULL, 'clean', 4, 1790000660, NULL, NULL, NULL, '', '["example"]'),
(12, 9, 1, 'v1', 'sha256:9937b0131a3431e3bd022a457ee31f9bc1fab34b327585d7fa335535f1c7f2eb', 'orphan', 'About somebody who left.', '[]', 22, 'sha256:507131d0013ba19ae0f03ade5f632427173bf596a5ce9b1c730c5492095408e0', 'unsigned', '', '', NULL, 'clean', 5, 1790000720, NULL, NULL, NULL, '', '["example"]'),
(13, 10, 1, 'v1', 'sha256:d841d84fa0777d5eb0b8e7e20eebc6373dbd77da247589b2357b3ce3b1c4a689', 'doubtful', 'About something that looks odd.', '[]', 23, 'sha256:8ed031d2397178f2c63c735e0b2f0c3887751604209ea8ac5f8ef578400cf614', 'unsigned', '', '', NULL, 'flagged', 3, 1790000780, NULL, NULL, NULL, '', '["example"]'),
(14, 10, 2, 'v2', 'sha256:8c286988ba652f4dd27087ba102a78078e42efe90a2f5ab908b523957c0ddd62', 'doubtful', 'About something too long to read.', '[]', 24, 'sha256:3f4e427229c6efea9a2aa0b18473a4082a6aaeaa1bc8c9732dea778aa760d069', 'unsigned', '', '', NULL, 'flagged', 3, 1790000840, NULL, NULL, NULL, '', '["example"]'),
(15, 11, 1, 'v1', 'sha256:b4f039180dc50515719f613110397b127ab749fdf2c8806d79b8a867d3066fd7', 'endless', 'About something without an end.', '[]', 23, 'sha256:36c104f84ba147108c62ba49e7f19a47b2ab1753e73ecef79adb2d4a0ee5f38a', 'unsigned', '', '', NULL, 'clean', 3, 1790000900, NULL, NULL, NULL, '', '["example"]'),
(2, 1, 2, 'v2', 'sha256:4c5d5af01c8359d0f39ad7a14d3041df4f0a2de92b87b9c765ab4d03bb5811c0', 'hello', 'About greeting everybody.', '[]', 21, 'sha256:ba9092bbeeeb97c07ed46fe492967132837d186aa32dff020d4c9bc00a773426', 'verified', '', '', NULL, 'clean', 1, 1790000120, NULL, NULL, NULL, '', '["example"]'),
(3, 2, 1, 'v1', 'sha256:5102d754ede6833d200b5391a2dea6f3fd70914df54e719e4eb3792a733fa94f', 'secret', 'About what nobody reads.', '[]', 22, 'sha256:0af05f9682ffe7a94c1fbf416e06f710700fcf151b6420e1840ff56f26975e00', 'unsigned', '', '', NULL, 'clean', 1, 1790000180, NULL, NULL, NULL, '', '["example"]'),
(4, 3, 1, 'stable', 'sha256:1ded5c01748e825fc3f73f9194d75cbc015f6787d0a03e35ab819111b1c78ee2', 'tool', 'About hammers.', '[]', 21, 'sha256:1f1d4d76ec92b880b9b44d35018e653e5669a118f703311119a2daea36ff423c', 'unsigned', '', '', NULL, 'clean', 2, 1790000240, NULL, NULL, NULL, '', '["example"]'),
(5, 3, 2, 'v2', 'sha256:f8f2dc6c41f49280d3c74bb74521e8b45a0a25299c30e6c522686ac6c5788051', 'tool', 'About hammers and nails.', '[]', 23, 'sha256:06a9b9b3c9b9e2aa250110530dcc97dae07e733b5c3e3beb854d227d63f46825', 'unsigned', '', '', NULL, 'quarantined', 2, 1790000300, NULL, 1790001080, -1, '', '["example"]'),
(6, 4, 1, 'v1', 'sha256:c702a4b93f0dc7f000c8feded5cba73be6d01ea6dd87a07696c836239874440d', 'lone', 'About one hostile thing.', '[]', 22, 'sha256:57099486258bdb699bf1af7377b425e9a7ac2f27662432cec13b12a9383e58af', 'unsigned', '', '', NULL, 'quarantined', 1, 1790000360, NULL, 1790001080, -1, '', '["example"]'),
(7, 5, 1, 'v1', 'sha256:0ec05d0aab811b6ac7866c45389a6a49413b9e726b2c40abac297b7fb5145a35', 'gone', 'About what is taken back.', '[]', 23, 'sha256:313f03e0305790137538201a4c3f0344ea462eb656c885016901055346fe2e59', 'unsigned', '', '', NULL, 'clean', 2, 1790000420, 1790000960, NULL, NULL, '', '["example"]'),
(8, 5, 2, 'v2', 'sha256:e5e7f43fb556bbec1fb052ff4182bab921d5d2ec60dc4f4714cac90407e5a3ad', 'gone', 'About what stays.', '[]', 21, 'sha256:75e1e044fd219bc0dd4e58c51213cfc1da422566b8f1e9743e7baa364c1ede75', 'unsigned', '', '', NULL, 'clean', 2, 1790000480, NULL, NULL, NULL, '', '["example"]'),
(9, 6, 1, 'v1', 'sha256:80e0e8118c5d00cdbb5e711b32f701ff7b9c0f59129211f82e70c6def602d8eb', 'old-thing', 'About what nobody should use.', '[]', 27, 'sha256:fae33f776087e71da4a95871b9c6d32220b9366059a657f2608bae150bab341b', 'unsigned', '', '', NULL, 'clean', 2, 1790000540, NULL, NULL, NULL, '', '["example"]');

insert into version_files (version_id, path, size, hash) values
(1, 'SKILL.md', 83, 'sha256:9186380d3849b0da2e2da8c6c546d9394a3be68a83e208b9ab96150c81ba99d0'),
(1, 'references/notes.md', 15, 'sha256:15aa3d0cc976d42a9aa240993ce93724fccd2fc0686d079ef3985f9a3918eeac'),
(10, 'SKILL.md', 85, 'sha256:1736af3068f12e39b45df060acc0cae16b93fd744893f1a8c5417137c4b76f93'),
(10, 'references/notes.md', 15, 'sha256:81a26751a1dd077c1c09c77166295b95c0df22f2f19f125e31a24b7ff7402e05'),
(11, 'SKILL.md', 78, 'sha256:5475b9d9f92fd9c164c5330021dba8b9afa9719cdd41f045d3bbcb01fd9f9db1'),
(11, 'references/notes.md', 12, 'sha256:ed5e39ed730a0fd0793815b7597dabf4802a4c3153682ea4e576a1e82542d439'),
(12, 'SKILL.md', 87, 'sha256:b3f22458efce641cc79559a449639b797a98d599d5eac10076410b83a293d0e6'),
(12, 'references/notes.md', 17, 'sha256:b06d172baa2592d8469ce54f5ee8d71dfb2adc2de718b9cb516ebf4e1698ef58'),
(13, 'SKILL.md', 98, 'sha256:5e8db37eb5f993be0e4432ecb3a633def809f64ded3c14de074d481b133559fd'),
(13, 'references/notes.md', 24, 'sha256:c42af836f781c4a717d119b7e3dce7c6f720b416bf7ad962a754e09dfd8376c0'),
(14, 'SKILL.md', 100, 'sha256:bf21d1b79bb1597ad5cba42dd40beacbba75426a880486513178ca73da9deaf6'),
(14, 'references/notes.md', 26, 'sha256:ee394df1035ad0d7ebff89cdf4cd8369d593daaddda157e6749b5a3d35c21849'),
(15, 'SKILL.md', 96, 'sha256:08ea40c1f76b2cae28428c972e5f42065ca41f4d412bd3551050a1a479adb0c9'),
(15, 'references/notes.md', 24, 'sha256:a2fde1a3c36e51c67aacafbe15a452eec1fd2b84a0da44cde4727b3ff9472d43'),
(2, 'SKILL.md', 86, 'sha256:8a5e1482bfc736c9734ddee17a82fee4f4732c657b1a1add5ede4eaa69232198'),
(2, 'references/notes.md', 18, 'sha256:e8a111534ab39ea1be62a58679e6b9c9dbd75aafad13d4dfd989d82955485c6a'),
(3, 'SKILL.md', 87, 'sha256:7f66e30e40c3904fc855340e283d236b5c634c36291c7ddf59f0ded09eb3a832'),
(3, 'references/notes.md', 17, 'sha256:56d563d5cffbac15f5eaaab2cbfe780e4c38d36a1fe7114c568974d4af200727'),
(4, 'SKILL.md', 73, 'sha256:78d39cb4fc345494a2a965b3f1636bc0b4a5949d56be46279318d417d712ca49'),
(4, 'references/notes.md', 7, 'sha256:5d326708016b2b0dd05457ecdd38077b173feb76c222f0206457387a4fffe1cb'),
(5, 'SKILL.md', 83, 'sha256:ec9c84519a9d8e66a67681c267c5a565b4bc6f4f50a4940f830235d56859bef3'),
(5, 'references/notes.md', 17, 'sha256:25697bff1bb81148bf1858b45d5f947190f6fd1ae963110ff544fda4989d1fed'),
(6, 'SKILL.md', 83, 'sha256:c41f2f83c3830283b88926dbe622b46f4e0af7100268bdbf6529d7cbf8cc1380'),
(6, 'references/notes.md', 17, 'sha256:b3320d091021def0ac59d6cd34e4ceb53b0b735e0e16ad63d3288cf50226a355'),
(8, 'SKILL.md', 76, 'sha256:d4eabbf5bdd8fffb47133555fc00c00f3c27cc45efc30bd0c1090accf1130d67'),
(8, 'references/notes.md', 10, 'sha256:296c3d17d1cb2557b92d062d2d02ce25159ae4541bb4136010aea99075f998bc'),
(9, 'SKILL.md', 98, 'sha256:1dd960c66a8841d497766a130060a61bb1db330c13f1be92c3c069f1cb05e6bb'),
(9, 'references/notes.md', 22, 'sha256:64b9d4a059482e567a2525c3255e2a9d2b88b507097092e4574f7f73cd310140');

insert into blobs (hash, bytes) values
('sha256:08ea40c1f76b2cae28428c972e5f42065ca41f4d412bd3551050a1a479adb0c9', X'2D2D2D0A6E616D653A20656E646C6573730A6465736372697074696F6E3A202241626F757420736F6D657468696E6720776974686F757420616E20656E642E220A746167733A205B6578616D706C655D0A2D2D2D0A0A2320656E646C6573730A'),
('sha256:15aa3d0cc976d42a9aa240993ce93724fccd2fc0686d079ef3985f9a3918eeac', X'6772656574696E672070656F706C65'),
('sha256:1736af3068f12e39b45df060acc0cae16b93fd744893f1a8c5417137c4b76f93', X'2D2D2D0A6E616D653A2068696464656E0A6465736372697074696F6E3A202241626F75742077686174207761732068696464656E2E220A746167733A205B6578616D706C655D0A2D2D2D0A0A232068696464656E0A'),
('sha256:1dd960c66a8841d497766a130060a61bb1db330c13f1be92c3c069f1cb05e6bb', X'2D2D2D0A6E616D653A206F6C642D7468696E670A6465736372697074696F6E3A202241626F75742077686174206E6F626F64792073686F756C64207573652E220A746167733A205B6578616D706C655D0A2D2D2D0A0A23206F6C642D7468696E670A'),
('sha256:25697bff1bb81148bf1858b45d5f947190f6fd1ae963110ff544fda4989d1fed', X'68616D6D65727320616E64206E61696C73'),
('sha256:296c3d17d1cb2557b92d062d2d02ce25159ae4541bb4136010aea99075f998bc', X'77686174207374617973'),
('sha256:5475b9d9f92fd9c164c5330021dba8b9afa9719cdd41f045d3bbcb01fd9f9db1', X'2D2D2D0A6E616D653A206576696C0A6465736372697074696F6E3A202241626F7574206E6F7468696E6720676F6F642E220A746167733A205B6578616D706C655D0A2D2D2D0A0A23206576696C0A'),
('sha256:56d563d5cffbac15f5eaaab2cbfe780e4c38d36a1fe7114c568974d4af200727', X'77686174206E6F626F6479207265616473'),
('sha256:5d326708016b2b0dd05457ecdd38077b173feb76c222f0206457387a4fffe1cb', X'68616D6D657273'),
('sha256:5e8db37eb5f993be0e4432ecb3a633def809f64ded3c14de074d481b133559fd', X'2D2D2D0A6E616D653A20646F75627466756C0A6465736372697074696F6E3A202241626F757420736F6D657468696E672074686174206C6F6F6B73206F64642E220A746167733A205B6578616D706C655D0A2D2D2D0A0A2320646F75627466756C0A'),
('sha256:64b9d4a059482e567a2525c3255e2a9d2b88b507097092e4574f7f73cd310140', X'77686174206E6F626F64792073686F756C6420757365'),
('sha256:78d39cb4fc345494a2a965b3f1636bc0b4a5949d56be46279318d417d712ca49', X'2D2D2D0A6E616D653A20746F6F6C0A6465736372697074696F6E3A202241626F75742068616D6D6572732E220A746167733A205B6578616D706C655D0A2D2D2D0A0A2320746F6F6C0A'),
('sha256:7f66e30e40c3904fc855340e283d236b5c634c36291c7ddf59f0ded09eb3a832', X'2D2D2D0A6E616D653A207365637265740A6465736372697074696F6E3A202241626F75742077686174206E6F626F64792072656164732E220A746167733A205B6578616D706C655D0A2D2D2D0A0A23207365637265740A'),
('sha256:81a26751a1dd077c1c09c77166295b95c0df22f2f19f125e31a24b7ff7402e05', X'77686174207761732068696464656E'),
('sha256:8a5e1482bfc736c9734ddee17a82fee4f4732c657b1a1add5ede4eaa69232198', X'2D2D2D0A6E616D653A2068656C6C6F0A6465736372697074696F6E3A202241626F7574206772656574696E67206576657279626F64792E220A746167733A205B6578616D706C655D0A2D2D2D0A0A232068656C6C6F0A'),
('sha256:9186380d3849b0da2e2da8c6c546d9394a3be68a83e208b9ab96150c81ba99d0', X'2D2D2D0A6E616D653A2068656C6C6F0A6465736372697074696F6E3A202241626F7574206772656574696E672070656F706C652E220A746167733A205B6578616D706C655D0A2D2D2D0A0A232068656C6C6F0A'),
('sha256:a2fde1a3c36e51c67aacafbe15a452eec1fd2b84a0da44cde4727b3ff9472d43', X'736F6D657468696E6720776974686F757420616E20656E64'),
('sha256:b06d172baa2592d8469ce54f5ee8d71dfb2adc2de718b9cb516ebf4e1698ef58', X'736F6D65626F64792077686F206C656674'),
('sha256:b3320d091021def0ac59d6cd34e4ceb53b0b735e0e16ad63d3288cf50226a355', X'6F6E6520686F7374696C65207468696E67'),
('sha256:b3f22458efce641cc79559a449639b797a98d599d5eac10076410b83a293d0e6', X'2D2D2D0A6E616D653A206F727068616E0A6465736372697074696F6E3A202241626F757420736F6D65626F64792077686F206C6566742E220A746167733A205B6578616D706C655D0A2D2D2D0A0A23206F727068616E0A'),
('sha256:bf21d1b79bb1597ad5cba42dd40beacbba75426a880486513178ca73da9deaf6', X'2D2D2D0A6E616D653A20646F75627466756C0A6465736372697074696F6E3A202241626F757420736F6D657468696E6720746F6F206C6F6E6720746F20726561642E220A746167733A205B6578616D706C655D0A2D2D2D0A0A2320646F75627466756C0A'),
('sha256:c41f2f83c3830283b88926dbe622b46f4e0af7100268bdbf6529d7cbf8cc1380', X'2D2D2D0A6E616D653A206C6F6E650A6465736372697074696F6E3A202241626F7574206F6E6520686F7374696C65207468696E672E220A746167733A205B6578616D706C655D0A2D2D2D0A0A23206C6F6E650A'),
('sha256:c42af836f781c4a717d119b7e3dce7c6f720b416bf7ad962a754e09dfd8376c0', X'736F6D657468696E672074686174206C6F6F6B73206F6464'),
('sha256:d4eabbf5bdd8fffb47133555fc00c00f3c27cc45efc30bd0c1090accf1130d67', X'2D2D2D0A6E616D653A20676F6E650A6465736372697074696F6E3A202241626F757420776861742073746179732E220A746167733A205B6578616D706C655D0A2D2D2D0A0A2320676F6E650A'),
('sha256:e8a111534ab39ea1be62a58679e6b9c9dbd75aafad13d4dfd989d82955485c6a', X'6772656574696E67206576657279626F6479'),
('sha256:ec9c84519a9d8e66a67681c267c5a565b4bc6f4f50a4940f830235d56859bef3', X'2D2D2D0A6E616D653A20746F6F6C0A6465736372697074696F6E3A202241626F75742068616D6D65727320616E64206E61696C732E220A746167733A205B6578616D706C655D0A2D2D2D0A0A2320746F6F6C0A'),
('sha256:ed5e39ed730a0fd0793815b7597dabf4802a4c3153682ea4e576a1e82542d439', X'6E6F7468696E6720676F6F64'),
('sha256:ee394df1035ad0d7ebff89cdf4cd8369d593daaddda157e6749b5a3d35c21849', X'736F6D657468696E6720746F6F206C6F6E6720746F2072656164');

insert into scans (version_id, corpus_version, findings, scanned_at, status, unread, capabilities, thorough, worst, rules) values
(1, 6, '[]', 1790000060, 'clean', '[]', '{"programs":[],"hosts":[],"variables":[],"filesRead":[],"filesWritten":[],"tools":[],"packages":[],"agentConfig":[],"acts":[],"unread":[],"more":[]}', 0, 0, ''),
(10, 6, '[]', 1790000600, 'clean', '[]', '{"programs":[],"hosts":[],"variables":[],"filesRead":[],"filesWritten":[],"tools":[],"packages":[],"agentConfig":[],"acts":[],"unread":[],"more":[]}', 0, 0, ''),
(11, 6, '[]', 1790000660, 'clean', '[]', '{"programs":[],"hosts":[],"variables":[],"filesRead":[],"filesWritten":[],"tools":[],"packages":[],"agentConfig":[],"acts":[],"unread":[],"more":[]}', 0, 0, ''),
(12, 6, '[]', 1790000720, 'clean', '[]', '{"programs":[],"hosts":[],"variables":[],"filesRead":[],"filesWritten":[],"tools":[],"packages":[],"agentConfig":[],"acts":[],"unread":[],"more":[]}', 0, 0, ''),
(13, 6, '[]', 1790000780, 'clean', '[]', '{"programs":[],"hosts":[],"variables":[],"filesRead":[],"filesWritten":[],"tools":[],"packages":[],"agentConfig":[],"acts":[],"unread":[],"more":[]}', 0, 0, ''),
(14, 6, '[]', 1790000840, 'clean', '[]', '{"programs":[],"hosts":[],"variables":[],"filesRead":[],"filesWritten":[],"tools":[],"packages":[],"agentConfig":[],"acts":[],"unread":[],"more":[]}', 0, 0, ''),
(15, 6, '[]', 1790000900, 'clean', '[]', '{"programs":[],"hosts":[],"variables":[],"filesRead":[],"filesWritten":[],"tools":[],"packages":[],"agentConfig":[],"acts":[],"unread":[],"more":[]}', 0, 0, ''),
(2, 6, '[]', 1790000120, 'clean', '[]', '{"programs":[],"hosts":[],"variables":[],"filesRead":[],"filesWritten":[],"tools":[],"packages":[],"agentConfig":[],"acts":[],"unread":[],"more":[]}', 0, 0, ''),
(3, 6, '[]', 1790000180, 'clean', '[]', '{"programs":[],"hosts":[],"variables":[],"filesRead":[],"filesWritten":[],"tools":[],"packages":[],"agentConfig":[],"acts":[],"unread":[],"more":[]}', 0, 0, ''),
(4, 6, '[]', 1790000240, 'clean', '[]', '{"programs":[],"hosts":[],"variables":[],"filesRead":[],"filesWritten":[],"tools":[],"packages":[],"agentConfig":[],"acts":[],"unread":[],"more":[]}', 0, 0, ''),
(5, 6, '[]', 1790000300, 'clean', '[]', '{"programs":[],"hosts":[],"variables":[],"filesRead":[],"filesWritten":[],"tools":[],"packages":[],"agentConfig":[],"acts":[],"unread":[],"more":[]}', 0, 0, ''),
(6, 6, '[]', 1790000360, 'clean', '[]', '{"programs":[],"hosts":[],"variables":[],"filesRead":[],"filesWritten":[],"tools":[],"packages":[],"agentConfig":[],"acts":[],"unread":[],"more":[]}', 0, 0, ''),
(7, 6, '[]', 1790000420, 'clean', '[]', '{"programs":[],"hosts":[],"variables":[],"filesRead":[],"filesWritten":[],"tools":[],"packages":[],"agentConfig":[],"acts":[],"unread":[],"more":[]}', 0, 0, ''),
(8, 6, '[]', 1790000480, 'clean', '[]', '{"programs":[],"hosts":[],"variables":[],"filesRead":[],"filesWritten":[],"tools":[],"packages":[],"agentConfig":[],"acts":[],"unread":[],"more":[]}', 0, 0, ''),
(9, 6, '[]', 1790000540, 'clean', '[]', '{"programs":[],"hosts":[],"variables":[],"filesRead":[],"filesWritten":[],"tools":[],"packages":[],"agentConfig":[],"acts":[],"unread":[],"more":[]}', 0, 0, '');

insert into kits (id, owner_id, slug, name, description, category, visibility, version, moderation_status, subscriber_count, created_at, updated_at, folded, tokens, names, featured) values
(1, 1, 'starter', 'The starter kit', '', 'other', 'public', 3, 'none', 1, 1790001020, 1790001020, 'starter
the starter kit
', 'starter the starter kit', ' starter the starter kit ', 0),
(2, 2, 'quiet', 'The quiet kit', '', 'other', 'private', 2, 'none', 0, 1790001020, 1790001020, 'quiet
the quiet kit
', 'quiet the quiet kit', ' quiet the quiet kit ', 0),
(3, 4, 'bad', 'The bad kit', '', 'other', 'public', 2, 'none', 0, 1790001020, 1790001020, 'bad
the bad kit
', 'bad the bad kit', ' bad the bad kit ', 0);

insert into kit_skills (kit_id, skill_id, version_id, added_at, note) values
(1, 1, NULL, 1790001020, ''),
(1, 3, 4, 1790001020, ''),
(2, 3, NULL, 1790001020, ''),
(3, 1, NULL, 1790001020, '');

insert into tokens (id, class, hash, profile_id, device_id, kit_id, created_at, last_used_at, expires_at, revoked_at, in_browser, proved_at, ends_at) values
(1, 'session', 'e7c32de7a9ca87d873b1c7ba0381b1612f5993b26fe59b12d211179526dbf43f', 1, NULL, NULL, 1790000000, 1790001200, 1792593200, NULL, 0, NULL, NULL),
(10, 'session', 'of-a-browser', 1, NULL, NULL, 1790001200, NULL, NULL, NULL, 1, 1790001200, NULL),
(2, 'session', '2ba5e33e0a2c620691b8bc8a7e7fb5e68dfbd2457b3d5809821b3c36191eecb5', 2, NULL, NULL, 1790000000, 1790001020, 1792593020, NULL, 0, NULL, NULL),
(3, 'session', 'd1f6d08f6798feb7cfdc1f7931b9607a69305d2cfd2bb14286b169de4cae2a91', 3, NULL, NULL, 1790000000, 1790001020, 1792593020, NULL, 0, NULL, NULL),
(4, 'session', 'fab5322b807773b2e7d4548484f07443288ad7f0c96c79f657e3b45bbb58eced', 4, NULL, NULL, 1790000000, 1790001020, 1792593020, NULL, 0, NULL, NULL),
(5, 'session', '45270adf1d96a1b2f88a3762b3515543cc5eb151e9d71a7d5b7898c9919b482e', 5, NULL, NULL, 1790000000, 1790001020, 1792593020, NULL, 0, NULL, NULL),
(6, 'session', '63f52b342d774742b4d69359eaab50e54383fc7635aa72d890223c60cfc2603c', 2, NULL, NULL, 1790000960, 1790001080, 1792593080, NULL, 1, 1790000960, NULL),
(7, 'session', '4b3ed22242c796752f4014b91870d28c31dc756bf5bf1be6a383dd4ccb7d9443', 3, NULL, NULL, 1790001140, 1790001140, 1792593140, NULL, 1, 1790001140, NULL),
(8, 'session', '83f96818475dd84392aa6cca1215a78ea845bc436351aa098da09fa3f87e2da7', 5, NULL, NULL, 1790001200, 1790001200, 1792593200, NULL, 1, 1790001200, NULL),
(9, 'device', 'of-a-device', 3, 70, NULL, 1790001200, NULL, NULL, NULL, 0, NULL, NULL);

insert into pairings (id, user_code, device_name, class, address, created_at, expires_at, approved_by, approved_at, redeemed_at, polled_at, refused_by) values
('pairing', 'ABCD', 'tablet', 'device', '192.0.2.1', 1790001200, 1790001800, NULL, NULL, NULL, NULL, NULL);

insert into kit_subscriptions (kit_id, profile_id, created_at) values
(1, 2, 1790001080);

insert into follows (follower_id, followed_id, created_at) values
(1, 2, 1790001080),
(2, 1, 1790001080),
(3, 1, 1790001080),
(4, 1, 1790001080);

insert into library (profile_id, skill_id, version_id, pinned, auto_approve, added_at, shown, skipped_version_id) values
(2, 1, 2, 0, 0, 1790001020, 1, NULL),
(3, 1, 2, 1, 1, 1790001020, 1, NULL),
(3, 3, 5, 0, 0, 1790001020, 1, NULL),
(4, 1, 2, 0, 0, 1790001020, 0, NULL),
(5, 1, 2, 0, 0, 1790001020, 0, NULL);

insert into moderation_actions (id, target_kind, target_id, target, action, reason, created_by, created_at, lifted_at, detectors) values
(1, 'version', 5, 'bob:tool@sha256:f8f2dc6c41f49280d3c74bb74521e8b45a0a25299c30e6c522686ac6c5788051', 'quarantine', 'A reason.', -1, 1790001080, NULL, ''),
(2, 'version', 6, 'ada:lone@sha256:c702a4b93f0dc7f000c8feded5cba73be6d01ea6dd87a07696c836239874440d', 'quarantine', 'A reason.', -1, 1790001080, NULL, ''),
(3, 'skill', 7, 'bob:hidden', 'hide', 'A reason.', -1, 1790001080, NULL, ''),
(4, 'profile', 3, 'carol', 'warn', 'A reason.', -1, 1790001080, NULL, ''),
(5, 'profile', 4, 'mallory', 'suspend', 'A reason.', -1, 1790001140, NULL, ''),
(6, 'profile', 2, 'bob', 'warn', 'Lifted.', 1, 1790001200, 1790001200, '');

insert into reports (id, reporter_id, target, reason, created_at, resolved_at, resolved_by) values
(1, 3, 'bob:tool', 'It bends nails.', 1790001140, NULL, NULL);

insert into appeals (id, action_id, profile_id, message, created_at, resolved_at, answer, resolved_by) values
(1, 1, 2, 'It does not.', 1790001200, NULL, '', NULL);

insert into audit_log (id, actor_id, action, target, detail, created_at) values
(1, -1, 'quarantine', 'bob:tool@sha256:f8f2dc6c41f49280d3c74bb74521e8b45a0a25299c30e6c522686ac6c5788051', 'A reason.', 1790001080),
(2, -1, 'quarantine', 'ada:lone@sha256:c702a4b93f0dc7f000c8feded5cba73be6d01ea6dd87a07696c836239874440d', 'A reason.', 1790001080),
(3, -1, 'hide', 'bob:hidden', 'A reason.', 1790001080),
(4, -1, 'warn', 'carol', 'A reason.', 1790001080),
(5, 3, 'report', 'bob:tool', 'It bends nails.', 1790001140),
(6, -1, 'suspend', 'mallory', 'A reason.', 1790001140),
(7, 1, 'warn', 'bob', '', 1790001200);

insert into activity (id, kind, actor_id, skill_id, version_id, kit_id, created_at, shown) values
(1, 'profile', 1, NULL, NULL, NULL, 1790000000, 1),
(10, 'publish', 2, 3, 4, NULL, 1790000240, 1),
(11, 'publish', 2, 3, 5, NULL, 1790000300, 0),
(12, 'publish', 1, 4, 6, NULL, 1790000360, 0),
(13, 'publish', 2, 5, 7, NULL, 1790000420, 0),
(14, 'publish', 2, 5, 8, NULL, 1790000480, 1),
(15, 'publish', 2, 6, 9, NULL, 1790000540, 1),
(16, 'publish', 2, 7, 10, NULL, 1790000600, 0),
(17, 'publish', 4, 8, 11, NULL, 1790000660, 0),
(18, 'publish', 5, 9, 12, NULL, 1790000720, 0),
(19, 'publish', 3, 10, 13, NULL, 1790000780, 1),
(2, 'profile', 2, NULL, NULL, NULL, 1790000000, 1),
(20, 'publish', 3, 10, 14, NULL, 1790000840, 1),
(21, 'publish', 3, 11, 15, NULL, 1790000900, 1),
(22, 'kit', 1, NULL, NULL, 1, 1790001020, 1),
(23, 'kit', 4, NULL, NULL, 3, 1790001020, 0),
(3, 'profile', 3, NULL, NULL, NULL, 1790000000, 1),
(4, 'profile', 4, NULL, NULL, NULL, 1790000000, 0),
(5, 'profile', 5, NULL, NULL, NULL, 1790000000, 0),
(6, 'profile', 6, NULL, NULL, NULL, 1790000000, 1),
(7, 'profile', 7, NULL, NULL, NULL, 1790000000, 1),
(8, 'publish', 1, 1, 1, NULL, 1790000060, 1),
(9, 'publish', 1, 1, 2, NULL, 1790000120, 1);

insert into changes (seq, kind, entity_id) values
(1, 'library', 1),
(10, 'profile', 5),
(11, 'library', 6),
(12, 'profile', 6),
(13, 'library', 1),
(14, 'profile', 6),
(15, 'library', 2),
(16, 'profile', 6),
(17, 'library', 7),
(18, 'profile', 7),
(19, 'library', 5),
(2, 'profile', 1),
(20, 'profile', 7),
(21, 'library', 1),
(22, 'skill', 1),
(23, 'skill', 1),
(24, 'skill', 1),
(25, 'library', 1),
(26, 'skill', 2),
(27, 'library', 2),
(28, 'skill', 3),
(29, 'skill', 3),
(3, 'library', 2),
(30, 'library', 1),
(31, 'skill', 4),
(32, 'library', 2),
(33, 'skill', 5),
(34, 'skill', 5),
(35, 'library', 2),
(36, 'skill', 6),
(37, 'library', 2),
(38, 'skill', 7),
(39, 'library', 4),
(4, 'profile', 2),
(40, 'skill', 8),
(41, 'library', 5),
(42, 'skill', 9),
(43, 'library', 3),
(44, 'skill', 10),
(45, 'skill', 10),
(46, 'library', 3),
(47, 'skill', 11),
(48, 'skill', 5),
(49, 'skill', 6),
(5, 'library', 3),
(50, 'library', 2),
(51, 'skill', 1),
(52, 'library', 3),
(53, 'skill', 1),
(54, 'library', 4),
(55, 'skill', 1),
(56, 'library', 5),
(57, 'skill', 1),
(58, 'library', 3),
(59, 'skill', 3),
(6, 'profile', 3),
(60, 'kit', 1),
(61, 'kit', 1),
(62, 'kit', 1),
(63, 'kit', 2),
(64, 'kit', 2),
(65, 'kit', 3),
(66, 'kit', 3),
(67, 'kit', 1),
(68, 'library', 2),
(69, 'profile', 1),
(7, 'library', 4),
(70, 'profile', 2),
(71, 'profile', 1),
(72, 'profile', 3),
(73, 'profile', 1),
(74, 'profile', 4),
(75, 'profile', 1),
(76, 'profile', 2),
(77, 'moderation', 0),
(78, 'skill', 3),
(79, 'moderation', 0),
(8, 'profile', 4),
(80, 'skill', 4),
(81, 'moderation', 0),
(82, 'skill', 7),
(83, 'moderation', 0),
(84, 'profile', 3),
(85, 'kit', 3),
(86, 'moderation', 0),
(87, 'profile', 1),
(88, 'profile', 4),
(89, 'skill', 1),
(9, 'library', 5),
(90, 'skill', 8),
(91, 'library', 5),
(92, 'profile', 5),
(93, 'profile', 7),
(94, 'skill', 1),
(95, 'skill', 9);

insert into counters (name, value) values
('devices', 1);

insert into pairing_misses (profile_id, tried_at) values
(3, 1790001200);

insert into skill_totals (category, signature_status, scan_status, total) values
('other', 'unsigned', 'clean', 4),
('other', 'unsigned', 'flagged', 1),
('writing', 'verified', 'clean', 1);

insert into author_totals (owner_id, total) values
(1, 1),
(2, 3),
(3, 2);

insert into activity_totals (day, kind, total) values
(20717, 'kit', 1),
(20717, 'profile', 5),
(20717, 'publish', 8);

insert into quota_uses (subject, day, quota, amount) values
('192.0.2.1', 20717, 'accounts', 1);

insert into quota_grants (profile_id, quota, daily) values
(1, 'publishes', 9);

insert into team_invitations (team_id, member_id, role, invited_by, declined, created_at, expires_at) values
(6, 3, 'member', 1, 0, 1790001200, 1790001800);

insert into events (id, kind, subject, actor_id, public, lasting, data, created_at, concerns) values
(1, 'handle.claimed', 'ada', 1, 1, 1, '{"profile":1,"handle":"ada"}', 1790000000, NULL),
(10, 'handle.claimed', 'lost', 5, 1, 1, '{"profile":7,"handle":"lost"}', 1790000000, NULL),
(11, 'team.joined', 'lost', 5, 0, 0, '{"profile":7,"member":5,"role":"owner"}', 1790000000, NULL),
(12, 'version.published', 'ada:hello@sha256:eca300c4295291edb3edd22ec451558f710181c3d2543589be485d20747ca959', 1, 1, 1, '{"skill":1,"version":1,"hash":"sha256:eca300c4295291edb3edd22ec451558f710181c3d2543589be485d20747ca959","owner":1,"number":1,"label":"v1","digest":"sha256:3ac3c028855be42bba690fd315afbbd86e0110bdd3781cb2005788034be79cdd","signer":""}', 1790000060, NULL),
(13, 'skill.changed', 'ada:hello', 1, 0, 0, '{"skill":1,"fields":["category"]}', 1790000120, NULL),
(14, 'version.published', 'ada:hello@sha256:4c5d5af01c8359d0f39ad7a14d3041df4f0a2de92b87b9c765ab4d03bb5811c0', 1, 1, 1, '{"skill":1,"version":2,"hash":"sha256:4c5d5af01c8359d0f39ad7a14d3041df4f0a2de92b87b9c765ab4d03bb5811c0","owner":1,"number":2,"label":"v2","digest":"sha256:ba9092bbeeeb97c07ed46fe492967132837d186aa32dff020d4c9bc00a773426","signer":""}', 1790000120, NULL),
(15, 'version.published', 'ada:secret@sha256:5102d754ede6833d200b5391a2dea6f3fd70914df54e719e4eb3792a733fa94f', 1, 0, 0, '{"skill":2,"version":3,"hash":"sha256:5102d754ede6833d200b5391a2dea6f3fd70914df54e719e4eb3792a733fa94f","owner":1,"number":1,"label":"v1","digest":"sha256:0af05f9682ffe7a94c1fbf416e06f710700fcf151b6420e1840ff56f26975e00","signer":""}', 1790000180, NULL),
(16, 'version.published', 'bob:tool@sha256:1ded5c01748e825fc3f73f9194d75cbc015f6787d0a03e35ab819111b1c78ee2', 2, 1, 1, '{"skill":3,"version":4,"hash":"sha256:1ded5c01748e825fc3f73f9194d75cbc015f6787d0a03e35ab819111b1c78ee2","owner":2,"number":1,"label":"stable","digest":"sha256:1f1d4d76ec92b880b9b44d35018e653e5669a118f703311119a2daea36ff423c","signer":""}', 1790000240, NULL),
(17, 'version.published', 'bob:tool@sha256:f8f2dc6c41f49280d3c74bb74521e8b45a0a25299c30e6c522686ac6c5788051', 2, 1, 1, '{"skill":3,"version":5,"hash":"sha256:f8f2dc6c41f49280d3c74bb74521e8b45a0a25299c30e6c522686ac6c5788051","owner":2,"number":2,"label":"v2","digest":"sha256:06a9b9b3c9b9e2aa250110530dcc97dae07e733b5c3e3beb854d227d63f46825","signer":""}', 1790000300, NULL),
(18, 'version.published', 'ada:lone@sha256:c702a4b93f0dc7f000c8feded5cba73be6d01ea6dd87a07696c836239874440d', 1, 1, 1, '{"skill":4,"version":6,"hash":"sha256:c702a4b93f0dc7f000c8feded5cba73be6d01ea6dd87a07696c836239874440d","owner":1,"number":1,"label":"v1","digest":"sha256:57099486258bdb699bf1af7377b425e9a7ac2f27662432cec13b12a9383e58af","signer":""}', 1790000360, NULL),
(19, 'version.published', 'bob:gone@sha256:0ec05d0aab811b6ac7866c45389a6a49413b9e726b2c40abac297b7fb5145a35', 2, 1, 1, '{"skill":5,"version":7,"hash":"sha256:0ec05d0aab811b6ac7866c45389a6a49413b9e726b2c40abac297b7fb5145a35","owner":2,"number":1,"label":"v1","digest":"sha256:313f03e0305790137538201a4c3f0344ea462eb656c885016901055346fe2e59","signer":""}', 1790000420, NULL),
(2, 'handle.claimed', 'bob', 2, 1, 1, '{"profile":2,"handle":"bob"}', 1790000000, NULL),
(20, 'version.published', 'bob:gone@sha256:e5e7f43fb556bbec1fb052ff4182bab921d5d2ec60dc4f4714cac90407e5a3ad', 2, 1, 1, '{"skill":5,"version":8,"hash":"sha256:e5e7f43fb556bbec1fb052ff4182bab921d5d2ec60dc4f4714cac90407e5a3ad","owner":2,"number":2,"label":"v2","digest":"sha256:75e1e044fd219bc0dd4e58c51213cfc1da422566b8f1e9743e7baa364c1ede75","signer":""}', 1790000480, NULL),
(21, 'version.published', 'bob:old-thing@sha256:80e0e8118c5d00cdbb5e711b32f701ff7b9c0f59129211f82e70c6def602d8eb', 2, 1, 1, '{"skill":6,"version":9,"hash":"sha256:80e0e8118c5d00cdbb5e711b32f701ff7b9c0f59129211f82e70c6def602d8eb","owner":2,"number":1,"label":"v1","digest":"sha256:fae33f776087e71da4a95871b9c6d32220b9366059a657f2608bae150bab341b","signer":""}', 1790000540, NULL),
(22, 'version.published', 'bob:hidden@sha256:b83e0d5a04390a3795ceaa33305eaed9a06ec9f36022109e8ff78afb19093226', 2, 1, 1, '{"skill":7,"version":10,"hash":"sha256:b83e0d5a04390a3795ceaa33305eaed9a06ec9f36022109e8ff78afb19093226","owner":2,"number":1,"label":"v1","digest":"sha256:28b9f9e6049a36d749d0e91f488de042ceafd66879344fd50bc023333f700a11","signer":""}', 1790000600, NULL),
(23, 'version.published', 'mallory:evil@sha256:56c979d3feebbcaf51369ed1b37298d1f85ddb319a4a3f9318f25bea1995fa21', 4, 1, 1, '{"skill":8,"version":11,"hash":"sha256:56c979d3feebbcaf51369ed1b37298d1f85ddb319a4a3f9318f25bea1995fa21","owner":4,"number":1,"label":"v1","digest":"sha256:0ee779049a56e7e01f7d7bcbf637cc1f2c286740d114f2bbdc540d9d2699f1cc","signer":""}', 1790000660, NULL),
(24, 'version.published', 'ghost:orphan@sha256:9937b0131a3431e3bd022a457ee31f9bc1fab34b327585d7fa335535f1c7f2eb', 5, 1, 1, '{"skill":9,"version":12,"hash":"sha256:9937b0131a3431e3bd022a457ee31f9bc1fab34b327585d7fa335535f1c7f2eb","owner":5,"number":1,"label":"v1","digest":"sha256:507131d0013ba19ae0f03ade5f632427173bf596a5ce9b1c730c5492095408e0","signer":""}', 1790000720, NULL),
(25, 'version.published', 'carol:doubtful@sha256:d841d84fa0777d5eb0b8e7e20eebc6373dbd77da247589b2357b3ce3b1c4a689', 3, 1, 1, '{"skill":10,"version":13,"hash":"sha256:d841d84fa0777d5eb0b8e7e20eebc6373dbd77da247589b2357b3ce3b1c4a689","owner":3,"number":1,"label":"v1","digest":"sha256:8ed031d2397178f2c63c735e0b2f0c3887751604209ea8ac5f8ef578400cf614","signer":""}', 1790000780, NULL),
(26, 'version.published', 'carol:doubtful@sha256:8c286988ba652f4dd27087ba102a78078e42efe90a2f5ab908b523957c0ddd62', 3, 1, 1, '{"skill":10,"version":14,"hash":"sha256:8c286988ba652f4dd27087ba102a78078e42efe90a2f5ab908b523957c0ddd62","owner":3,"number":2,"label":"v2","digest":"sha256:3f4e427229c6efea9a2aa0b18473a4082a6aaeaa1bc8c9732dea778aa760d069","signer":""}', 1790000840, NULL),
(27, 'version.published', 'carol:endless@sha256:b4f039180dc50515719f613110397b127ab749fdf2c8806d79b8a867d3066fd7', 3, 1, 1, '{"skill":11,"version":15,"hash":"sha256:b4f039180dc50515719f613110397b127ab749fdf2c8806d79b8a867d3066fd7","owner":3,"number":1,"label":"v1","digest":"sha256:36c104f84ba147108c62ba49e7f19a47b2ab1753e73ecef79adb2d4a0ee5f38a","signer":""}', 1790000900, NULL),
(28, 'version.withdrawn', 'bob:gone@sha256:0ec05d0aab811b6ac7866c45389a6a49413b9e726b2c40abac297b7fb5145a35', 2, 1, 1, '{"skill":5,"version":7,"hash":"sha256:0ec05d0aab811b6ac7866c45389a6a49413b9e726b2c40abac297b7fb5145a35"}', 1790000960, NULL),
(29, 'skill.deprecated', 'bob:old-thing', 2, 1, 1, '{"skill":6,"message":"Use tool."}', 1790001020, NULL),
(3, 'handle.claimed', 'carol', 3, 1, 1, '{"profile":3,"handle":"carol"}', 1790000000, NULL),
(30, 'library.approved', 'bob', 2, 0, 0, '{"profile":2,"skill":1,"version":2,"isNew":true}', 1790001020, NULL),
(31, 'library.approved', 'carol', 3, 0, 0, '{"profile":3,"skill":1,"version":2,"isNew":true}', 1790001020, NULL),
(32, 'library.approved', 'mallory', 4, 0, 0, '{"profile":4,"skill":1,"version":2,"isNew":true}', 1790001020, NULL),
(33, 'library.approved', 'ghost', 5, 0, 0, '{"profile":5,"skill":1,"version":2,"isNew":true}', 1790001020, NULL),
(34, 'library.approved', 'carol', 3, 0, 0, '{"profile":3,"skill":3,"version":5,"isNew":true}', 1790001020, NULL),
(35, 'kit.created', 'ada/starter', 1, 1, 1, '{"kit":1}', 1790001020, NULL),
(36, 'kit.skill_put', 'ada/starter', 1, 0, 0, '{"kit":1,"skill":1,"version":null}', 1790001020, NULL),
(37, 'kit.skill_put', 'ada/starter', 1, 0, 0, '{"kit":1,"skill":3,"version":4}', 1790001020, NULL),
(38, 'kit.created', 'bob/quiet', 2, 0, 0, '{"kit":2}', 1790001020, NULL),
(39, 'kit.skill_put', 'bob/quiet', 2, 0, 0, '{"kit":2,"skill":3,"version":null}', 1790001020, NULL),
(4, 'handle.claimed', 'mallory', 4, 1, 1, '{"profile":4,"handle":"mallory"}', 1790000000, NULL),
(40, 'kit.created', 'mallory/bad', 4, 1, 1, '{"kit":3}', 1790001020, NULL),
(41, 'kit.skill_put', 'mallory/bad', 4, 0, 0, '{"kit":3,"skill":1,"version":null}', 1790001020, NULL),
(42, 'kit.subscribed', 'ada/starter', 2, 0, 0, '{"kit":1,"profile":2}', 1790001080, NULL),
(43, 'profile.followed', 'bob', 2, 0, 0, '{"profile":2,"followed":1}', 1790001080, 1),
(44, 'profile.followed', 'carol', 3, 0, 0, '{"profile":3,"followed":1}', 1790001080, 1),
(45, 'profile.followed', 'mallory', 4, 0, 0, '{"profile":4,"followed":1}', 1790001080, 1),
(46, 'profile.followed', 'ada', 1, 0, 0, '{"profile":1,"followed":2}', 1790001080, 2),
(47, 'moderation.quarantined', 'bob:tool@sha256:f8f2dc6c41f49280d3c74bb74521e8b45a0a25299c30e6c522686ac6c5788051', -1, 1, 1, '{"target":{"kind":"version","id":5,"name":"bob:tool@sha256:f8f2dc6c41f49280d3c74bb74521e8b45a0a25299c30e6c522686ac6c5788051"},"action":1,"reason":"A reason.","sightChanged":false}', 1790001080, 2),
(48, 'moderation.quarantined', 'ada:lone@sha256:c702a4b93f0dc7f000c8feded5cba73be6d01ea6dd87a07696c836239874440d', -1, 1, 1, '{"target":{"kind":"version","id":6,"name":"ada:lone@sha256:c702a4b93f0dc7f000c8feded5cba73be6d01ea6dd87a07696c836239874440d"},"action":2,"reason":"A reason.","sightChanged":false}', 1790001080, 1),
(49, 'moderation.hidden', 'bob:hidden', -1, 1, 1, '{"target":{"kind":"skill","id":7,"name":"bob:hidden"},"action":3,"reason":"A reason.","sightChanged":false}', 1790001080, 2),
(5, 'handle.claimed', 'ghost', 5, 1, 1, '{"profile":5,"handle":"ghost"}', 1790000000, NULL),
(50, 'moderation.warned', 'carol', -1, 1, 1, '{"target":{"kind":"profile","id":3,"name":"carol"},"action":4,"reason":"A reason.","sightChanged":false}', 1790001080, 3),
(51, 'report.filed', 'carol', 3, 0, 1, '{"profile":3,"report":1,"target":"bob:tool","reason":"It bends nails."}', 1790001140, NULL),
(52, 'moderation.suspended', 'mallory', -1, 1, 1, '{"target":{"kind":"profile","id":4,"name":"mallory"},"action":5,"reason":"A reason.","sightChanged":true}', 1790001140, 4),
(53, 'handle.released', 'ghost', 5, 1, 1, '{"profile":5,"handle":"ghost"}', 1790001200, NULL),
(6, 'handle.claimed', 'crew', 1, 1, 1, '{"profile":6,"handle":"crew"}', 1790000000, NULL),
(7, 'team.joined', 'crew', 1, 0, 0, '{"profile":6,"member":1,"role":"owner"}', 1790000000, NULL),
(8, 'invitation.sent', 'crew', 1, 0, 0, '{"profile":6,"member":2,"role":"member","handle":"crew","to":"bob"}', 1790000000, NULL),
(9, 'team.joined', 'crew', 2, 0, 0, '{"profile":6,"member":2,"role":"member"}', 1790000000, NULL);

insert into advisories (id, name, feed, document, modified, withdrawn, dismissed, matchers, due) values
(1, 'TEST-2026-0001', '', '{"schema_version":"1.7.0","id":"TEST-2026-0001","modified":"2026-01-31T12:00:00Z","summary":"It sends files to a stranger.","affected":[{"package":{"ecosystem":"AgentSkills","name":"nobody/none"},"ranges":[{"type":"SEMVER","events":[{"introduced":"0"}]}]}]}', '2026-01-01T00:00:00Z', 0, 0, '[]', 0);

insert into advisory_keys (advisory_id, matched) values
(1, 'skill:nobody/none');

insert into advisory_feeds (url, etag, fetched_at, failure, failed_at) values
('https://advisories.example/list.json', '', 0, '', 0);

insert into verdicts (version_id, scanner, scanner_version, status, findings, made_at) values
(2, 'example', '1.0.0', 'ok', '[]', 1790001200);

insert into search_words (word, stem, total) values
('doubtful', 'doubt', 1),
('end', 'end', 1),
('endless', 'endless', 1),
('everybody', 'everybodi', 1),
('gone', 'gone', 1),
('greeting', 'greet', 1),
('hammers', 'hammer', 1),
('hello', 'hello', 1),
('long', 'long', 1),
('nobody', 'nobodi', 1),
('old', 'old', 1),
('read', 'read', 1),
('stays', 'stai', 1),
('tool', 'tool', 1),
('without', 'without', 1);

insert into downloads (hour, skill_id, total) values
(497222, 1, 7);

insert into counted_batches (id, counted_at) values
('mirror 6f1c7c52-2f0e-4b6b-9c56-7f6a3f0d8a11', 1790001200);

insert into fingerprints (version_id, skill_id, method, minima) values
(2, 1, 1, '[]');

insert into fingerprint_bands (band, version_id) values
(7, 2);

insert into skill_likes (skill_id, other_id, version_id, kind, place) values
(3, 1, 2, 'related', 1),
(3, 2, 3, 'same', 0);

insert into stars (profile_id, skill_id, created_at) values
(2, 1, 1790001200);

insert into notification_settings (profile_id, read_up_to, chosen) values
(2, 1, '{"stars":true}');

insert into listed_skills (id, facets, slug, install_count, downloads_7d, latest_at) values
(1, 268738560, 'hello', 4, 0, 1790000120),
(10, 269107200, 'doubtful', 0, 0, 1790000840),
(11, 268845056, 'endless', 0, 0, 1790000900),
(3, 268845056, 'tool', 1, 0, 1790000240),
(5, 268845056, 'gone', 0, 0, 1790000480),
(6, 268845056, 'old-thing', 0, 0, 1790000540);

insert into skill_tags (tag, skill_id) values
('example', 1),
('example', 10),
('example', 11),
('example', 3),
('example', 5),
('example', 6);

insert into facet_totals (tag, facets, total) values
('', 268738560, 1),
('', 268845056, 4),
('', 269107200, 1),
('example', 268738560, 1),
('example', 268845056, 4),
('example', 269107200, 1);

insert into portraits (profile_id, bytes) values
(1, X'89504E47');

insert into counted_hours (hour, key) values
(497222, 'of-an-hour');

insert into counted_clients (hour, client, skill_id) values
(497222, 70001, 1);

insert into listed_changes (skill_id, number) values
(1, 27),
(10, 36),
(11, 20),
(3, 30),
(4, 31),
(5, 12),
(6, 23),
(7, 32),
(8, 33),
(9, 34);

insert into uploads (id, profile_id, path, size, hash, bytes, expires_at) values
('upload', 3, 'unpublished.md', 3, 'sha256:bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb', NULL, 1790001800);

insert into user_totals (skill_id, total) values
(1, 2),
(3, 1);

insert into sqlite_sequence (name, seq) values
('activity', 23),
('advisories', 1),
('appeals', 1),
('audit_log', 7),
('author_keys', 2),
('changes', 95),
('devices', 70),
('events', 53),
('kits', 3),
('moderation_actions', 6),
('profiles', 7),
('reports', 1),
('skills', 11),
('tokens', 10),
('versions', 15);

CREATE VIRTUAL TABLE skills_folded using fts5(text, content='', tokenize='trigram case_sensitive 1');

CREATE VIRTUAL TABLE kits_folded using fts5(text, content='', tokenize='trigram case_sensitive 1');

CREATE VIRTUAL TABLE kits_tokens using fts5(text, content='', detail=none, prefix='1 2 3 4 5 6 7 8 9 10 11 12 13',
  tokenize="ascii tokenchars '_'");

CREATE VIRTUAL TABLE profiles_folded using fts5(text, content='', tokenize='trigram case_sensitive 1');

CREATE VIRTUAL TABLE profiles_tokens using fts5(text, content='', detail=none, prefix='1 2 3 4 5 6 7 8 9 10 11 12 13',
  tokenize="ascii tokenchars '_'");

CREATE VIRTUAL TABLE skills_tokens using fts5(text, content='', detail=none, tokenize="ascii tokenchars '_'");

delete from skills_folded_data;

delete from skills_folded_idx;

delete from skills_folded_docsize;

delete from skills_folded_config;

delete from kits_folded_data;

delete from kits_folded_idx;

delete from kits_folded_docsize;

delete from kits_folded_config;

delete from kits_tokens_data;

delete from kits_tokens_idx;

delete from kits_tokens_docsize;

delete from kits_tokens_config;

delete from profiles_folded_data;

delete from profiles_folded_idx;

delete from profiles_folded_docsize;

delete from profiles_folded_config;

delete from profiles_tokens_data;

delete from profiles_tokens_idx;

delete from profiles_tokens_docsize;

delete from profiles_tokens_config;

delete from skills_tokens_data;

delete from skills_tokens_idx;

delete from skills_tokens_docsize;

delete from skills_tokens_config;

insert into skills_folded_data (id, block) values
(1, X'0B8304'),
(10, X'0000000002052300051001010101010201010301010401010000'),
(137438953473, X'000000A104300A61620801020265760801010320676F080102026E6F0801010361626F08010103626F750801010365766908010103672067080102026F6F0801010368696E08010103696C0A080102026E67080101036C0A610801030165080101036E6720080102026F74080101036F642E080102026F640801020274680801020275740801010374206E080102026869080101037574200801010376696C0801040706070607070707060707060705070607060606070607'),
(2199023255553, X'0000092704300A6162FFFFFFFFFFFFFFFFF9020F03020B02020F03030D02030B02030B01021502020B01020F0103130102110202646F0A030A0202656E0B02090301760802060202676F05030602026865010307030169FFFFFFFFFFFFFFFFF9020802026C6FFFFFFFFFFFFFFFFFFC020602026F6C06020B03017209020802027365FFFFFFFFFFFFFFFFFE03080202746F030306010320616E0B02290202656E0B022C03017601021C0202676F08021903017201031302026861030311030169FFFFFFFFFFFFFFFFF9021E03016FFFFFFFFFFFFFFFFFFC021502026C6509022203016F0A032702026E6FFFFFFFFFFFFFFFFFFE021A08022002021102026F6EFFFFFFFFFFFFFFFFFC021102027265FFFFFFFFFFFFFFFFFE02210C022F0202736806022703016F09021501031901021703017405021602027468FFFFFFFFFFFFFFFFFC021D03016F0A04230B0202757306022E02027761FFFFFFFFFFFFFFFFF9021A030168FFFFFFFFFFFFFFFFF9021505021507031101021B03021E0301690B022101032D74680604050C010361626FFFFFFFFFFFFFFFFFF9021003020C02021003030E02030C02030C01021602020C0102100103140102120202642E0A0232030173FFFFFFFFFFFFFFFFFE022402026D6D03031302026E0A090406090301200B022A02027320FFFFFFFFFFFFFFFFF9021C02027420FFFFFFFFFFFFFFFFF9021805021807031401021E020279730502190103626F64FFFFFFFFFFFFFFFFFE021D03022205022303021A030175FFFFFFFFFFFFFFFFF9021103020D02021103030F02030D02030D01021702020D010211010315010213020274660A05050B0103637265FFFFFFFFFFFFFFFFFE050409010364207506022D02022D740604040C02026465FFFFFFFFFFFFFFFFF9060409180202656EFFFFFFFFFFFFFFFFF90605091802026C650B04040A02026F750A05020B0202732EFFFFFFFFFFFFFFFFFE022502027920FFFFFFFFFFFFFFFFFE021F08022503021C03012E0102240103650A61FFFFFFFFFFFFFFFFFC020A09030A03016705030503016CFFFFFFFFFFFFFFFFFC020502022068FFFFFFFFFFFFFFFFFC0214030174FFFFFFFFFFFFFFFFFC021C02026164FFFFFFFFFFFFFFFFFE02230C02310202626F09021902026372FFFFFFFFFFFFFFFFFE050309020265740103160202667409022402026C6C0105030802026E0AFFFFFFFFFFFFFFFFF904060903012EFFFFFFFFFFFFFFFFF902230301640B06020A250202727303031603017901021F020273730B04060A0202740AFFFFFFFFFFFFFFFFFE0506090301680A031D01021B0301690103170202766501021D03016908040207010366742E0902250202756C0A05070B0103670A6106021403016F06020A0202206501021B0301670802180301740A05220B0301770B022002026F6E0505020703016F08021A02027265010314010368616D03031203016E09040509030174FFFFFFFFFFFFFFFFF9021705021707031301021D0202656C0105020802026964FFFFFFFFFFFFFFFFF90602091803016EFFFFFFFFFFFFFFFFFC021F0A04070C02021502031F01021D02026F20090220030173FFFFFFFFFFFFFFFFFC02160301750602290502250103696464FFFFFFFFFFFFFFFFF90603091802026C0A08040407030165FFFFFFFFFFFFFFFFFC021A02026E67FFFFFFFFFFFFFFFFFC02200503190504080C02021602032001021E020274680B022301036C0A6103030A05020A0203120301640A03090301650802050301740303050202642006022C03012D0604030C02026520FFFFFFFFFFFFFFFFFC021B0301660902230301730B04050A02026C6F0105040802026F0A0105050803016EFFFFFFFFFFFFFFFFFC0402070E022801036D65620902180301720303150301740A031C01021A02026D6503031401036E0A61FFFFFFFFFFFFFFFFF9020E10020E030168FFFFFFFFFFFFFFFFF9020703016F090207020220650B022B0202642E0B022E03016C0B04030A0202650AFFFFFFFFFFFFFFFFFC04040709050407030120FFFFFFFFFFFFFFFFFC02130202670A0604090C03012001031A0702170205210B01021F03012EFFFFFFFFFFFFFFFFFC022102026F62FFFFFFFFFFFFFFFFFE021B08022103017408021201036F0A6101030C0301680103060202206C0902210102260301720A022E0202626FFFFFFFFFFFFFFFFFFE021C0802220202642E08021C030179FFFFFFFFFFFFFFFFFE021E03022305022403021B02026C0A030504070301640604020C02026D6509021701031B01021902026E65FFFFFFFFFFFFFFFFFC0603070C090503070301670A022902026F200A022503016408021B03016C03050307020272700904020902027374FFFFFFFFFFFFFFFFFC021702027468080213020275620A05030B03016C06022A030174FFFFFFFFFFFFFFFFF9021203020E02021203031002030E02030E01021802020E010212010316010414140103706861090404090103726561FFFFFFFFFFFFFFFFFE02220C0230030165010315030174FFFFFFFFFFFFFFFFFE05050902027068090403090202732E030217020279620102200103730A610B02100301650B020802022068FFFFFFFFFFFFFFFFF9021D0202652E060230030163FFFFFFFFFFFFFFFFFE0502090202686F06022802026F6D09021601031A0102180202730A0B04070A02027461050217030169FFFFFFFFFFFFFFFFFC02180103740A61FFFFFFFFFFFFFFFFFE020E030173FFFFFFFFFFFFFFFFFE0307020220610B022803016701031203016803031003016EFFFFFFFFFFFFFFFFFE021908021F02021003016FFFFFFFFFFFFFFFFFFC0210030173050215040214010318010216030177FFFFFFFFFFFFFFFFF904140705021407031001021A02026179050218020266750A05060B02026869FFFFFFFFFFFFFFFFFC021E0A04060C02021402031E01021C03016F0B02240202696CFFFFFFFFFFFFFFFFFC021903016E01031802026F200A022D03016F0305020707022401037562740A05040B02026C0A0A05080B03016406022B0202736506022F02027420FFFFFFFFFFFFFFFFF9021303020F02021303031102030F02030F01021902020F01021301031701041514010376657201021E0202696C080403070103776173FFFFFFFFFFFFFFFFF9021B02026861FFFFFFFFFFFFFFFFF9021605021607031201021C03016F09021F020269740B02220103792072FFFFFFFFFFFFFFFFFE022003017306022603017709021D0202626F0102210202732E05021A042E07070607070E0F07060F070807060706070E0E0706150F12070C060F07070F1A06092E070E0708060F1807192C08110808111108080F150613060E0F0E120710070708100E080706081009060707080808060706070608060708071708111B070E0912080E1F070E06060607070F060708081208060907130E06070707140E08100E120608060A0612071708070D1506070607080F0708062D0913060F08070708060F070F070D08070E100E070606140E0F1807081C060F06070A090806072E08081018060710060607'),
(274877906945, X'0000017C04300A6162FFFFFFFFFFFFFFFFF8020B02026576FFFFFFFFFFFFFFFFF80206010320676FFFFFFFFFFFFFFFFFF8021902026E6FFFFFFFFFFFFFFFFFF80211010361626FFFFFFFFFFFFFFFFFF8020C0103626F75FFFFFFFFFFFFFFFFF8020D0103657669FFFFFFFFFFFFFFFFF80402070103672067FFFFFFFFFFFFFFFFF8021802026F6FFFFFFFFFFFFFFFFFF8021A010368696EFFFFFFFFFFFFFFFFF802150103696C0AFFFFFFFFFFFFFFFFF804040702026E67FFFFFFFFFFFFFFFFF8021601036C0A61FFFFFFFFFFFFFFFFF8020A030165FFFFFFFFFFFFFFFFF8020501036E6720FFFFFFFFFFFFFFFFF8021702026F74FFFFFFFFFFFFFFFFF8021201036F642EFFFFFFFFFFFFFFFFF8021C02026F64FFFFFFFFFFFFFFFFF8021B02027468FFFFFFFFFFFFFFFFF8021302027574FFFFFFFFFFFFFFFFF8020E010374206EFFFFFFFFFFFFFFFFF8021002026869FFFFFFFFFFFFFFFFF802140103757420FFFFFFFFFFFFFFFFF8020F010376696CFFFFFFFFFFFFFFFFF804030704100F100F101011100F10110F100E100F100F0F0F100F10'),
(412316860417, X'000000CF04300A6162090102026F7209010103206C6509010202736F0901020277680901010361626F090102026E0A09010103626F640901030175090101036479200901010365626F0901020266740901010366742E0901010368616E090102026F20090101036C6566090101036D6562090101036E0A61090103016F090101036F206C090102026479090102026D65090102027270090102027574090101037068610901010372706809010103736F6D09010103742073090101037574200901010377686F09010103792077090104070607060607060705070706070706070707050706060606070707070707'),
(549755813889, X'000001EB04300A6162FFFFFFFFFFFFFFFFF7020F02026F72FFFFFFFFFFFFFFFFF702080103206C65FFFFFFFFFFFFFFFFF702220202736FFFFFFFFFFFFFFFFFF7021502027768FFFFFFFFFFFFFFFFF7021E010361626FFFFFFFFFFFFFFFFFF7021002026E0AFFFFFFFFFFFFFFFFF70406090103626F64FFFFFFFFFFFFFFFFF7021A030175FFFFFFFFFFFFFFFFF702110103647920FFFFFFFFFFFFFFFFF7021C010365626FFFFFFFFFFFFFFFFFF7021902026674FFFFFFFFFFFFFFFFF70224010366742EFFFFFFFFFFFFFFFFF70225010368616EFFFFFFFFFFFFFFFFF704050902026F20FFFFFFFFFFFFFFFFF7022001036C6566FFFFFFFFFFFFFFFFF7022301036D6562FFFFFFFFFFFFFFFFF7021801036E0A61FFFFFFFFFFFFFFFFF7020E03016FFFFFFFFFFFFFFFFFF7020701036F206CFFFFFFFFFFFFFFFFF7022102026479FFFFFFFFFFFFFFFFF7021B02026D65FFFFFFFFFFFFFFFFF7021702027270FFFFFFFFFFFFFFFFF704020902027574FFFFFFFFFFFFFFFFF702120103706861FFFFFFFFFFFFFFFFF70404090103727068FFFFFFFFFFFFFFFFF70403090103736F6DFFFFFFFFFFFFFFFFF702160103742073FFFFFFFFFFFFFFFFF702140103757420FFFFFFFFFFFFFFFFF70213010377686FFFFFFFFFFFFFFFFFF7021F0103792077FFFFFFFFFFFFFFFFF7021D04100F100F0F1010100E10100F10110F1010100E100F0F100F111110101010');

insert into skills_folded_idx (segid, term, pgno) values
(1, X'', 2),
(16, X'', 2),
(2, X'', 2),
(3, X'', 2),
(4, X'', 2);

insert into skills_folded_docsize (id, sz) values
(-2, X'24'),
(-4, X'20'),
(-7, X'22'),
(-8, X'1B'),
(-9, X'24'),
(1, X'23'),
(10, X'31'),
(11, X'2D'),
(3, X'16'),
(5, X'19'),
(6, X'2F');

insert into skills_folded_config (k, v) values
('version', 4);

insert into kits_folded_data (id, block) values
(1, X'0336'),
(10, X'000000000103030003010101020101030101'),
(137438953473, X'0000008904300A74680102090103206B690102150202737401020D01036172740104040E010365207301020C0202720A010207030120010213010368652001020B010369740A01021701036B69740102160103720A740102080202206B010214020274650104050E01037374610104020E01037461720104030E020265720104060E0202686501020A0408080709080706080808080708090908'),
(274877906945, X'0000007804300A74680202070103206B690202110202717502020B010365207102020A0202740A02020503012002020F010368652002020901036965740204040C0202740A02021301036B697402021201037175690204020C0103740A740202060202206B0202100202686502020801037569650204030C040808070807060809070809080707'),
(412316860417, X'0000006904300A7468030205010320626103020902026B6903020D010361640A03020303012003020B01036261640304020A0103640A740302040202206B03020C01036520620302080103686520030207010369740A03020F01036B697403020E010374686503020604080807080609080708080808');

insert into kits_folded_idx (segid, term, pgno) values
(1, X'', 2),
(2, X'', 2),
(3, X'', 2);

insert into kits_folded_docsize (id, sz) values
(1, X'16'),
(2, X'12'),
(3, X'0E');

insert into kits_folded_config (k, v) values
('version', 4);

insert into kits_tokens_data (id, block) values
(1, X'031B'),
(10, X'000000000103030003010101020101030101'),
(137438953473, X'000000E502305F0102036B6974010207737461727465720102037468650101036B697401010773746172746572010103746865010002315F0101016B0101017301010174010003325F6B01020173010201740101026B6901010273740101027468010004335F6B69010202737401020274680101036B6974010103737461010103746865010005345F6B697401020373746101020374686501010473746172010006355F737461720101057374617274010007365F7374617274010106737461727465010008375F73746172746501010773746172746572010009385F73746172746572010404060A06060A06050404040604040505050705050606060806060709080A090B0A'),
(274877906945, X'000000B702305F0202036B697402020571756965740202037468650201036B69740201057175696574020103746865020002315F0201016B0201017102010174020003325F6B02020171020201740201026B6902010271750201027468020004335F6B69020202717502020274680201036B6974020103717569020103746865020005345F6B697402020371756902020374686502010471756965020006355F717569650201057175696574020007365F717569657402040406080606080605040404060404050505070505060606080606070908'),
(412316860417, X'0000009102305F0302036261640302036B69740302037468650301036261640301036B6974030103746865030002315F030101620301016B03010174030003325F620302016B0302017403010262610301026B690301027468030004335F62610302026B6903020274680301036261640301036B6974030103746865030005345F6261640302036B6974030203746865030404060606060606050404040604040505050705050606060806');

insert into kits_tokens_idx (segid, term, pgno) values
(1, X'', 2),
(2, X'', 2),
(3, X'', 2);

insert into kits_tokens_docsize (id, sz) values
(1, X'09'),
(2, X'09'),
(3, X'09');

insert into kits_tokens_config (k, v) values
('version', 4);

insert into profiles_folded_data (id, block) values
(1, X'0750'),
(10, X'000000000109090009010101020101030101040101050101060101070101080101090101'),
(1099511627777, X'0000002F04300A6C6F07020601036C6F730704020701036F737407040307010373740A070404070103740A6C0702050408090909'),
(1236950581249, X'0000002E04300A67680501010367686F05010103686F73050101036F73740501010373740A05010103740A670501040707070707'),
(137438953473, X'0000002504300A61640102050103610A610102040202646101040206010364610A0104030604080808'),
(274877906945, X'0000002504300A626F0202050103620A6202020402026F620204020601036F620A0204030604080808'),
(412316860417, X'0000003804300A6361030207010361726F0304030801036361720304020801036C0A6303020601036F6C0A030405080103726F6C03040408040809090809'),
(549755813889, X'0000004904300A6D610402090103616C6C0404030A01036C6C6F0404040A02026F720404050A01036D616C0404020A01036F72790404060A010372790A0404070A0103790A6D0402080408090908090909'),
(687194767361, X'0000003804300A6768050207010367686F050402080103686F730504030801036F737405040408010373740A050405080103740A67050206040809090909'),
(824633720833, X'000000F304300A61640103050202777201020B010320656E01021602026C0A01020902026E6F01021F02027468010212010327732001021D0103610A610103040202206C0102080202646101050206010364610A01030303012001020701036520650102150202277301021C02026E670102170202732001021003012E010223010367696E01021901036865200102140103696E6501021A0202746501020E01036C0A7701020A01036E652701021B0202676901021802026F7401022001036F7465010221010372697401020D010373206E01021E030174010211010374657301040F1502026865010213010377726901020C0408070807070708080708080608070707060808080708080707080808060907'),
(962072674305, X'0000002F04300A6372060206010363726506040207010365770A060404070103726577060403070103770A630602050408090909');

insert into profiles_folded_idx (segid, term, pgno) values
(1, X'', 2),
(2, X'', 2),
(3, X'', 2),
(4, X'', 2),
(5, X'', 2),
(6, X'', 2),
(7, X'', 2),
(8, X'', 2),
(9, X'', 2);

insert into profiles_folded_docsize (id, sz) values
(1, X'22'),
(2, X'06'),
(3, X'0A'),
(4, X'0E'),
(5, X'00'),
(6, X'08'),
(7, X'08');

insert into profiles_folded_config (k, v) values
('version', 4);

insert into profiles_tokens_data (id, block) values
(1, X'0727'),
(10, X'0000000002011000000001110101'),
(2336462209025, X'0000027A02305F01000001000001000001000001000001000001000002036164610100000203626F620202056361726F6C0303037265770602016C0103036F73740702076D616C6C6F72790401036164610100000103626F620201056361726F6C030203726577060106656E67696E650101016C0102036F73740701076D616C6C6F72790401056E6F74657301010173010103746865010106777269746573010002315F0100000100000100000100000100000100000100000101610100000101620201016303030101650101016C010601016D0401016E010101730101017401010177010003325F6101000002016202020163030302016C010602016D04010261640100000102626F020102636103020172060102656E0101026C6F0701026D610401026E6F01010274680101027772010004335F61640100000202626F0202026361030301720602026C6F0702026D610401036164610100000103626F620201036361720302027265060103656E670101036C6F730701036D616C0401036E6F74010103746865010103777269010005345F6164610100000203626F6202020363617203030272650602036C6F730702036D616C0401046361726F030203726577060104656E67690101046C6F73740701046D616C6C0401046E6F746501010477726974010006355F6361726F0303037265770602046C6F73740702046D616C6C0401056361726F6C030105656E67696E0101056D616C6C6F0401056E6F7465730101057772697465010007365F6361726F6C0302056D616C6C6F040106656E67696E650101066D616C6C6F72040106777269746573010008375F6D616C6C6F720401076D616C6C6F7279040009385F6D616C6C6F72790404180806080604060A080608060904060A080406091906040504050404040404080405050407050504050505050505090505040505080606050606060606060A0606050606070607070707070906070708080808080A080909090B0A');

insert into profiles_tokens_idx (segid, term, pgno) values
(17, X'', 2);

insert into profiles_tokens_docsize (id, sz) values
(1, X'0C'),
(2, X'05'),
(3, X'05'),
(4, X'05'),
(5, X'02'),
(6, X'05'),
(7, X'05');

insert into profiles_tokens_config (k, v) values
('version', 4);

insert into skills_tokens_data (id, block) values
(1, X'0B6E'),
(10, X'0000000002033000031101010101010201010000'),
(137438953473, X'0000009102305F82E880808080090002085F635F6F7468657282E88080808009000309745F6578616D706C6582E880808080090002066F727068616E82E880808080090001066578616D706C82E880808080090001046C65667482E880808080090001066F727068616E82E88080808009000108736F6D65626F646982E8808080800900010377686F82E8808080800900040B121310100E1012'),
(2336462209025, X'0000036802305FFFFFFECBFFFFFFFFF8010302000083F8808080800381D0808080800200008880808080020000040100000182F08FFFFFFF7B02085F635F6F74686572FFFFFECBFFFFFFFFF8010385C8808080800700008880808080020000040100000182F08FFFFFFF7B05087365637572697479FFFFFECBFFFFFFFFFE0000050777726974696E67819080808080010309745F6578616D706C65FFFFFECBFFFFFFFFF801030283F8808080800381D0808080800200008880808080020000040100000182F08FFFFFFF7B0205646F75627482E8808080800A0000070366756C82E8808080800A00000207656E646C65737382E8808080800B030376696CFFFFFECBFFFFFFFFF80204676F6E6582E880808080050000020568656C6C6F819080808080010305696464656EFFFFFECBFFFFFFFFF902046C6F6E65FFFFFECBFFFFFFFFFC02036F6C6485D890808080060502746885D890808080060305727068616E82E880808080090206736563726574FFFFFECBFFFFFFFFFE000002057468696E6785D8908080800603036F6F6C82E0808080800300000105646F75627482E8808080800A0000060366756C82E8808080800A00000103656E6482E8808080800B04046C65737382E8808080800B020876657279626F6469819080808080010302696CFFFFFECBFFFFFFFFF8020578616D706CFFFFFECBFFFFFFFFF801030283F8808080800381D0808080800200008880808080020000040100000182F08FFFFFFF7B0104676F6E6582E88080808005000003026F64FFFFFECBFFFFFFFFF802047265657481908080808001010668616D6D657282E0808080800300000204656C6C6F819080808080010205696464656EFFFFFECBFFFFFFFFF902056F7374696CFFFFFECBFFFFFFFFFC01046C65667482E8808080800902036F6E65FFFFFECBFFFFFFFFFC04016782E8808080800A01066E6F626F6469FFFFFECBFFFFFFFFFE88C0908080800803027468FFFFFECBFFFFFFFFF801036F6C6485D890808080060402746885D890808080060205727068616E82E88080808009010472656164FFFFFECBFFFFFFFFFE85D0808080800C0106736563726574FFFFFECBFFFFFFFFFE000002076F6D65626F646982E88080808009020374616982E880808080050104746F6F6C82E080808080030000010377686F82E8808080800902066974686F757482E8808080800B04353215103B100E100E0F0E100F0C0B0E130E0E100E0C0D110D370F0D0D110D10100D0E0A180D0C0B0E1613100C0F0C'),
(274877906945, X'0000009A02305FFFFFFECBFFFFFFFFF702085F635F6F74686572FFFFFECBFFFFFFFFF70309745F6578616D706C65FFFFFECBFFFFFFFFF702066F727068616EFFFFFECBFFFFFFFFF701066578616D706CFFFFFECBFFFFFFFFF701046C656674FFFFFECBFFFFFFFFF701066F727068616EFFFFFECBFFFFFFFFF70108736F6D65626F6469FFFFFECBFFFFFFFFF7010377686FFFFFFECBFFFFFFFFF7040C131411110F1113');

insert into skills_tokens_idx (segid, term, pgno) values
(1, X'', 2),
(17, X'', 2),
(2, X'', 2);

insert into skills_tokens_docsize (id, sz) values
(-12369505812482, X'0A'),
(-12369505812484, X'09'),
(-12369505812487, X'08'),
(-12369505812488, X'0A'),
(-12369505812489, X'0B'),
(12094627905539, X'09'),
(12369505812485, X'09'),
(12369505812490, X'0B'),
(12369505812491, X'0A'),
(25018184499206, X'0D'),
(4947802324993, X'0A');

insert into skills_tokens_config (k, v) values
('version', 4);

CREATE INDEX profiles_by_shard on profiles(shard);

CREATE INDEX team_members_of on team_members(member_id);

CREATE INDEX author_keys_of on author_keys(profile_id);

CREATE INDEX passkeys_of on passkeys(profile_id);

CREATE INDEX devices_of on devices(profile_id);

CREATE INDEX skills_newest on skills(created_at, id);

CREATE INDEX skills_by_slug on skills(slug, id);

CREATE INDEX skills_by_category on skills(category, created_at, id);

CREATE INDEX skills_by_shard on skills(shard, updated_at);

CREATE UNIQUE INDEX versions_by_content on versions(skill_id, hash) where withdrawn_at is null;

CREATE INDEX version_files_by_content on version_files(hash);

CREATE INDEX scans_by_corpus on scans(corpus_version);

CREATE INDEX kits_newest on kits(created_at, id);

CREATE INDEX kit_skills_of on kit_skills(skill_id);

CREATE INDEX tokens_of on tokens(profile_id);

CREATE INDEX kit_subscriptions_of on kit_subscriptions(profile_id);

CREATE INDEX follows_of on follows(followed_id, created_at);

CREATE INDEX library_of on library(skill_id, added_at);

CREATE INDEX moderation_actions_active on moderation_actions(created_at, id) where lifted_at is null;

CREATE INDEX activity_of_skill on activity(skill_id);

CREATE INDEX activity_of_actor on activity(actor_id);

CREATE INDEX activity_by_time on activity(kind, created_at);

CREATE INDEX challenges_by_expiry on challenges(expires_at);

CREATE INDEX handles_of on handles(profile_id);

CREATE INDEX author_keys_by_key on author_keys(public_key);

CREATE INDEX author_keys_waiting on author_keys(bound_at) where status = 'pending';

CREATE INDEX pairings_by_code on pairings(user_code);

CREATE INDEX pairings_of_address on pairings(address, expires_at);

CREATE INDEX pairings_by_expiry on pairings(expires_at);

CREATE INDEX pairing_misses_of on pairing_misses(profile_id, tried_at);

CREATE INDEX pairing_misses_by_time on pairing_misses(tried_at);

CREATE INDEX tokens_of_device on tokens(device_id) where device_id is not null;

CREATE INDEX tokens_of_devices_by_expiry on tokens(expires_at) where device_id is not null and revoked_at is null;

CREATE INDEX moderation_actions_on on moderation_actions(target_kind, target_id) where lifted_at is null;

CREATE INDEX appeals_open on appeals(created_at) where resolved_at is null;

CREATE INDEX appeals_of on appeals(action_id);

CREATE INDEX reports_open on reports(created_at) where resolved_at is null;

CREATE INDEX skills_by_installs on skills(install_count, created_at, id);

CREATE INDEX activity_shown on activity(id) where shown = 1;

CREATE INDEX activity_of_kit on activity(kit_id) where kit_id is not null;

CREATE INDEX skills_listed_new on skills(id, category) where (skills.visibility = 'public' and
  skills.moderation_status in ('none', 'warned') and skills.owner_shown = 1 and skills.latest_version_id is not null);

CREATE INDEX skills_listed_new_of_category on skills(category, id) where (skills.visibility = 'public' and
  skills.moderation_status in ('none', 'warned') and skills.owner_shown = 1 and skills.latest_version_id is not null);

CREATE INDEX skills_listed_installs on skills(install_count, id, category) where (skills.visibility = 'public' and
  skills.moderation_status in ('none', 'warned') and skills.owner_shown = 1 and skills.latest_version_id is not null);

CREATE INDEX library_shown on library(skill_id, added_at, profile_id) where shown = 1;

CREATE INDEX quota_uses_by_day on quota_uses(day);

CREATE INDEX team_invitations_of on team_invitations(member_id);

CREATE INDEX team_invitations_by_expiry on team_invitations(expires_at);

CREATE INDEX skills_listed_alpha on skills(slug, id, category) where (skills.visibility = 'public' and
  skills.moderation_status in ('none', 'warned') and skills.owner_shown = 1 and skills.latest_version_id is not null);

CREATE INDEX skills_listed_alpha_of_category on skills(category, slug, id) where (skills.visibility = 'public' and
  skills.moderation_status in ('none', 'warned') and skills.owner_shown = 1 and skills.latest_version_id is not null);

CREATE INDEX skills_listed_of_owner on skills(owner_id, category) where (skills.visibility = 'public' and
  skills.moderation_status in ('none', 'warned') and skills.owner_shown = 1 and skills.latest_version_id is not null);

CREATE INDEX profiles_shown on profiles(follower_count desc, handle) where (profiles.handle is not null and
  profiles.moderation_status in ('none', 'warned'));

CREATE INDEX events_passing on events(created_at) where lasting = 0;

CREATE INDEX changes_of on changes(kind, entity_id, seq);

CREATE INDEX scans_to_settle on scans(version_id) where status = 'incomplete' and thorough = 0;

CREATE INDEX advisories_due on advisories(id) where due = 1;

CREATE INDEX advisory_keys_matched on advisory_keys(matched);

CREATE INDEX versions_by_hash on versions(hash);

CREATE INDEX moderation_actions_by_detector on moderation_actions(detectors);

CREATE INDEX search_words_by_stem on search_words(stem);

CREATE INDEX search_words_by_start on search_words(substr(word, 1, 2), length(word));

CREATE INDEX search_words_by_end on search_words(substr(word, length(word) - 1), length(word));

CREATE INDEX profiles_by_start on profiles(substr(handle, 1, 2), length(handle)) where handle is not null;

CREATE INDEX profiles_by_end on profiles(substr(handle, length(handle) - 1), length(handle)) where handle is not null;

CREATE INDEX skills_to_index on skills(indexing, id);

CREATE INDEX skills_listed_downloads on skills(downloads_7d, id, category) where (skills.visibility = 'public' and
  skills.moderation_status in ('none', 'warned') and skills.owner_shown = 1 and skills.latest_version_id is not null);

CREATE INDEX skills_to_compare on skills(id) where (skills.visibility = 'public' and skills.moderation_status in
  ('none', 'warned') and skills.owner_shown = 1 and skills.latest_version_id is not null) and skills.compared <>
  skills.latest_version_id;

CREATE INDEX counted_batches_by_time on counted_batches(counted_at);

CREATE INDEX fingerprints_of_skill on fingerprints(skill_id);

CREATE INDEX skill_likes_of_other on skill_likes(other_id, kind);

CREATE INDEX versions_in_question on versions(scan_status, id) where withdrawn_at is null and reviewed_at is null and
  scan_status <> 'clean';

CREATE INDEX scans_by_time on scans(scanned_at);

CREATE INDEX users_by_time on profiles(created_at) where kind = 'user';

CREATE INDEX identities_by_subject on identities(subject);

CREATE INDEX stars_of on stars(skill_id);

CREATE INDEX events_concerning on events(concerns, kind, id) where concerns is not null;

CREATE INDEX kits_featured on kits(featured) where featured > 0;

CREATE INDEX reports_open_ids on reports(id) where resolved_at is null;

CREATE INDEX reports_open_of on reports(target, id) where resolved_at is null;

CREATE INDEX reports_open_by on reports(reporter_id, id) where resolved_at is null;

CREATE INDEX appeals_open_ids on appeals(id) where resolved_at is null;

CREATE INDEX listed_changes_number on listed_changes(number);

CREATE INDEX uploads_of_profile on uploads(profile_id, expires_at);

CREATE INDEX uploads_by_end on uploads(expires_at);

CREATE TRIGGER audit_log_no_update before update on audit_log begin
  select raise(abort, 'audit_log is append-only');
end;

CREATE TRIGGER audit_log_no_delete before delete on audit_log begin
  select raise(abort, 'audit_log is append-only');
end;

CREATE TRIGGER activity_totals_insert after insert on activity begin
  insert into activity_totals (day, kind, total) select new.created_at / 86400, new.kind, 1 where new.shown = 1 on
    conflict (day, kind) do update set total = activity_totals.total + 1;
end;

CREATE TRIGGER activity_totals_delete after delete on activity begin
  update activity_totals set total = total - 1 where activity_totals.day = old.created_at / 86400 and
    activity_totals.kind = old.kind and old.shown = 1;
  delete from activity_totals where total = 0 and activity_totals.day = old.created_at / 86400 and
    activity_totals.kind = old.kind and old.shown = 1;
end;

CREATE TRIGGER activity_totals_update after update of shown on activity begin
  update activity_totals set total = total - 1 where activity_totals.day = old.created_at / 86400 and
    activity_totals.kind = old.kind and old.shown = 1;
  delete from activity_totals where total = 0 and activity_totals.day = old.created_at / 86400 and
    activity_totals.kind = old.kind and old.shown = 1;
  insert into activity_totals (day, kind, total) select new.created_at / 86400, new.kind, 1 where new.shown = 1 on
    conflict (day, kind) do update set total = activity_totals.total + 1;
end;

CREATE TRIGGER skills_folded_insert after insert on skills begin
  insert into skills_folded(rowid, text) values (case when (new.visibility = 'public' and new.moderation_status in
    ('none', 'warned') and new.owner_shown = 1 and new.latest_version_id is not null) then new.id else -(new.id) end,
    new.folded);
end;

CREATE TRIGGER skills_folded_delete after delete on skills begin
  insert into skills_folded(skills_folded, rowid, text) values ('delete', case when (old.visibility = 'public' and
    old.moderation_status in ('none', 'warned') and old.owner_shown = 1 and old.latest_version_id is not null) then
    old.id else -(old.id) end, old.folded);
end;

CREATE TRIGGER skills_folded_update after update on skills when case when (old.visibility = 'public' and
  old.moderation_status in ('none', 'warned') and old.owner_shown = 1 and old.latest_version_id is not null) then
  old.id else -(old.id) end <> case when (new.visibility = 'public' and new.moderation_status in ('none', 'warned')
  and new.owner_shown = 1 and new.latest_version_id is not null) then new.id else -(new.id) end or old.folded <>
  new.folded begin
  insert into skills_folded(skills_folded, rowid, text) values ('delete', case when (old.visibility = 'public' and
    old.moderation_status in ('none', 'warned') and old.owner_shown = 1 and old.latest_version_id is not null) then
    old.id else -(old.id) end, old.folded);
  insert into skills_folded(rowid, text) values (case when (new.visibility = 'public' and new.moderation_status in
    ('none', 'warned') and new.owner_shown = 1 and new.latest_version_id is not null) then new.id else -(new.id) end,
    new.folded);
end;

CREATE TRIGGER kits_folded_insert after insert on kits begin
  insert into kits_folded(rowid, text) values (new.id, new.folded);
end;

CREATE TRIGGER kits_folded_delete after delete on kits begin
  insert into kits_folded(kits_folded, rowid, text) values ('delete', old.id, old.folded);
end;

CREATE TRIGGER kits_folded_update after update on kits when old.id <> new.id or old.folded <> new.folded begin
  insert into kits_folded(kits_folded, rowid, text) values ('delete', old.id, old.folded);
  insert into kits_folded(rowid, text) values (new.id, new.folded);
end;

CREATE TRIGGER kits_tokens_insert after insert on kits begin
  insert into kits_tokens(rowid, text) values (new.id, new.tokens || replace(new.names, ' ', ' _'));
end;

CREATE TRIGGER kits_tokens_delete after delete on kits begin
  insert into kits_tokens(kits_tokens, rowid, text) values ('delete', old.id, old.tokens || replace(old.names, ' ',
    ' _'));
end;

CREATE TRIGGER kits_tokens_update after update on kits when old.id <> new.id or old.tokens || replace(old.names, ' ',
  ' _') <> new.tokens || replace(new.names, ' ', ' _') begin
  insert into kits_tokens(kits_tokens, rowid, text) values ('delete', old.id, old.tokens || replace(old.names, ' ',
    ' _'));
  insert into kits_tokens(rowid, text) values (new.id, new.tokens || replace(new.names, ' ', ' _'));
end;

CREATE TRIGGER profiles_folded_insert after insert on profiles begin
  insert into profiles_folded(rowid, text) values (new.id, new.folded);
end;

CREATE TRIGGER profiles_folded_delete after delete on profiles begin
  insert into profiles_folded(profiles_folded, rowid, text) values ('delete', old.id, old.folded);
end;

CREATE TRIGGER profiles_folded_update after update on profiles when old.id <> new.id or old.folded <> new.folded begin
  insert into profiles_folded(profiles_folded, rowid, text) values ('delete', old.id, old.folded);
  insert into profiles_folded(rowid, text) values (new.id, new.folded);
end;

CREATE TRIGGER profiles_tokens_insert after insert on profiles begin
  insert into profiles_tokens(rowid, text) values (new.id, new.tokens || replace(new.names, ' ', ' _'));
end;

CREATE TRIGGER profiles_tokens_delete after delete on profiles begin
  insert into profiles_tokens(profiles_tokens, rowid, text) values ('delete', old.id, old.tokens || replace(old.names,
    ' ', ' _'));
end;

CREATE TRIGGER profiles_tokens_update after update on profiles when old.id <> new.id or old.tokens ||
  replace(old.names, ' ', ' _') <> new.tokens || replace(new.names, ' ', ' _') begin
  insert into profiles_tokens(profiles_tokens, rowid, text) values ('delete', old.id, old.tokens || replace(old.names,
    ' ', ' _'));
  insert into profiles_tokens(rowid, text) values (new.id, new.tokens || replace(new.names, ' ', ' _'));
end;

CREATE TRIGGER skills_totals_insert after insert on skills begin
  insert into skill_totals (category, signature_status, scan_status, total) select new.category, new.signature_status,
    new.scan_status, 1 where (new.visibility = 'public' and new.moderation_status in ('none', 'warned') and
    new.owner_shown = 1 and new.latest_version_id is not null) on conflict (category, signature_status, scan_status)
    do update set total = skill_totals.total + 1;
  insert into author_totals (owner_id, total) select new.owner_id, 1 where (new.visibility = 'public' and
    new.moderation_status in ('none', 'warned') and new.owner_shown = 1 and new.latest_version_id is not null) on
    conflict (owner_id) do update set total = author_totals.total + 1;
end;

CREATE TRIGGER skills_totals_delete after delete on skills begin
  update skill_totals set total = total - 1 where skill_totals.category = old.category and
    skill_totals.signature_status = old.signature_status and skill_totals.scan_status = old.scan_status and
    (old.visibility = 'public' and old.moderation_status in ('none', 'warned') and old.owner_shown = 1 and
    old.latest_version_id is not null);
  delete from skill_totals where total = 0 and skill_totals.category = old.category and skill_totals.signature_status
    = old.signature_status and skill_totals.scan_status = old.scan_status and (old.visibility = 'public' and
    old.moderation_status in ('none', 'warned') and old.owner_shown = 1 and old.latest_version_id is not null);
  update author_totals set total = total - 1 where author_totals.owner_id = old.owner_id and (old.visibility =
    'public' and old.moderation_status in ('none', 'warned') and old.owner_shown = 1 and old.latest_version_id is not
    null);
  delete from author_totals where total = 0 and author_totals.owner_id = old.owner_id and (old.visibility = 'public'
    and old.moderation_status in ('none', 'warned') and old.owner_shown = 1 and old.latest_version_id is not null);
end;

CREATE TRIGGER skills_totals_update after update of visibility, moderation_status, owner_shown, latest_version_id,
  category, signature_status, scan_status on skills begin
  update skill_totals set total = total - 1 where skill_totals.category = old.category and
    skill_totals.signature_status = old.signature_status and skill_totals.scan_status = old.scan_status and
    (old.visibility = 'public' and old.moderation_status in ('none', 'warned') and old.owner_shown = 1 and
    old.latest_version_id is not null);
  delete from skill_totals where total = 0 and skill_totals.category = old.category and skill_totals.signature_status
    = old.signature_status and skill_totals.scan_status = old.scan_status and (old.visibility = 'public' and
    old.moderation_status in ('none', 'warned') and old.owner_shown = 1 and old.latest_version_id is not null);
  update author_totals set total = total - 1 where author_totals.owner_id = old.owner_id and (old.visibility =
    'public' and old.moderation_status in ('none', 'warned') and old.owner_shown = 1 and old.latest_version_id is not
    null);
  delete from author_totals where total = 0 and author_totals.owner_id = old.owner_id and (old.visibility = 'public'
    and old.moderation_status in ('none', 'warned') and old.owner_shown = 1 and old.latest_version_id is not null);
  insert into skill_totals (category, signature_status, scan_status, total) select new.category, new.signature_status,
    new.scan_status, 1 where (new.visibility = 'public' and new.moderation_status in ('none', 'warned') and
    new.owner_shown = 1 and new.latest_version_id is not null) on conflict (category, signature_status, scan_status)
    do update set total = skill_totals.total + 1;
  insert into author_totals (owner_id, total) select new.owner_id, 1 where (new.visibility = 'public' and
    new.moderation_status in ('none', 'warned') and new.owner_shown = 1 and new.latest_version_id is not null) on
    conflict (owner_id) do update set total = author_totals.total + 1;
end;

CREATE TRIGGER skills_tokens_insert after insert on skills begin
  insert into skills_tokens(rowid, text) values (case when (new.visibility = 'public' and new.moderation_status in
    ('none', 'warned') and new.owner_shown = 1 and new.latest_version_id is not null) then ((((new.deprecated * 2 +
    case new.signature_status when 'verified' then 0 else 1 end) * 23 + case when new.install_count < 1 then 22 when
    new.install_count < 2 then 21 when new.install_count < 3 then 20 when new.install_count < 4 then 19 when
    new.install_count < 8 then 18 when new.install_count < 16 then 17 when new.install_count < 32 then 16 when
    new.install_count < 64 then 15 when new.install_count < 128 then 14 when new.install_count < 256 then 13 when
    new.install_count < 512 then 12 when new.install_count < 1024 then 11 when new.install_count < 2048 then 10 when
    new.install_count < 4096 then 9 when new.install_count < 8192 then 8 when new.install_count < 16384 then 7 when
    new.install_count < 32768 then 6 when new.install_count < 65536 then 5 when new.install_count < 131072 then 4 when
    new.install_count < 262144 then 3 when new.install_count < 524288 then 2 when new.install_count < 1048576 then 1
    else 0 end) * 64 + length(new.slug) - length(replace(new.slug, '-', ''))) * 4294967296 + new.id) else
    -(((((new.deprecated * 2 + case new.signature_status when 'verified' then 0 else 1 end) * 23 + case when
    new.install_count < 1 then 22 when new.install_count < 2 then 21 when new.install_count < 3 then 20 when
    new.install_count < 4 then 19 when new.install_count < 8 then 18 when new.install_count < 16 then 17 when
    new.install_count < 32 then 16 when new.install_count < 64 then 15 when new.install_count < 128 then 14 when
    new.install_count < 256 then 13 when new.install_count < 512 then 12 when new.install_count < 1024 then 11 when
    new.install_count < 2048 then 10 when new.install_count < 4096 then 9 when new.install_count < 8192 then 8 when
    new.install_count < 16384 then 7 when new.install_count < 32768 then 6 when new.install_count < 65536 then 5 when
    new.install_count < 131072 then 4 when new.install_count < 262144 then 3 when new.install_count < 524288 then 2
    when new.install_count < 1048576 then 1 else 0 end) * 64 + length(new.slug) - length(replace(new.slug, '-', '')))
    * 4294967296 + new.id)) end, new.tokens || replace(new.names, ' ', ' _'));
end;

CREATE TRIGGER skills_tokens_delete after delete on skills begin
  insert into skills_tokens(skills_tokens, rowid, text) values ('delete', case when (old.visibility = 'public' and
    old.moderation_status in ('none', 'warned') and old.owner_shown = 1 and old.latest_version_id is not null) then
    ((((old.deprecated * 2 + case old.signature_status when 'verified' then 0 else 1 end) * 23 + case when
    old.install_count < 1 then 22 when old.install_count < 2 then 21 when old.install_count < 3 then 20 when
    old.install_count < 4 then 19 when old.install_count < 8 then 18 when old.install_count < 16 then 17 when
    old.install_count < 32 then 16 when old.install_count < 64 then 15 when old.install_count < 128 then 14 when
    old.install_count < 256 then 13 when old.install_count < 512 then 12 when old.install_count < 1024 then 11 when
    old.install_count < 2048 then 10 when old.install_count < 4096 then 9 when old.install_count < 8192 then 8 when
    old.install_count < 16384 then 7 when old.install_count < 32768 then 6 when old.install_count < 65536 then 5 when
    old.install_count < 131072 then 4 when old.install_count < 262144 then 3 when old.install_count < 524288 then 2
    when old.install_count < 1048576 then 1 else 0 end) * 64 + length(old.slug) - length(replace(old.slug, '-', '')))
    * 4294967296 + old.id) else -(((((old.deprecated * 2 + case old.signature_status when 'verified' then 0 else 1
    end) * 23 + case when old.install_count < 1 then 22 when old.install_count < 2 then 21 when old.install_count < 3
    then 20 when old.install_count < 4 then 19 when old.install_count < 8 then 18 when old.install_count < 16 then 17
    when old.install_count < 32 then 16 when old.install_count < 64 then 15 when old.install_count < 128 then 14 when
    old.install_count < 256 then 13 when old.install_count < 512 then 12 when old.install_count < 1024 then 11 when
    old.install_count < 2048 then 10 when old.install_count < 4096 then 9 when old.install_count < 8192 then 8 when
    old.install_count < 16384 then 7 when old.install_count < 32768 then 6 when old.install_count < 65536 then 5 when
    old.install_count < 131072 then 4 when old.install_count < 262144 then 3 when old.install_count < 524288 then 2
    when old.install_count < 1048576 then 1 else 0 end) * 64 + length(old.slug) - length(replace(old.slug, '-', '')))
    * 4294967296 + old.id)) end, old.tokens || replace(old.names, ' ', ' _'));
end;

CREATE TRIGGER skills_tokens_update after update on skills when case when (old.visibility = 'public' and
  old.moderation_status in ('none', 'warned') and old.owner_shown = 1 and old.latest_version_id is not null) then
  ((((old.deprecated * 2 + case old.signature_status when 'verified' then 0 else 1 end) * 23 + case when
  old.install_count < 1 then 22 when old.install_count < 2 then 21 when old.install_count < 3 then 20 when
  old.install_count < 4 then 19 when old.install_count < 8 then 18 when old.install_count < 16 then 17 when
  old.install_count < 32 then 16 when old.install_count < 64 then 15 when old.install_count < 128 then 14 when
  old.install_count < 256 then 13 when old.install_count < 512 then 12 when old.install_count < 1024 then 11 when
  old.install_count < 2048 then 10 when old.install_count < 4096 then 9 when old.install_count < 8192 then 8 when
  old.install_count < 16384 then 7 when old.install_count < 32768 then 6 when old.install_count < 65536 then 5 when
  old.install_count < 131072 then 4 when old.install_count < 262144 then 3 when old.install_count < 524288 then 2 when
  old.install_count < 1048576 then 1 else 0 end) * 64 + length(old.slug) - length(replace(old.slug, '-', ''))) *
  4294967296 + old.id) else -(((((old.deprecated * 2 + case old.signature_status when 'verified' then 0 else 1 end) *
  23 + case when old.install_count < 1 then 22 when old.install_count < 2 then 21 when old.install_count < 3 then 20
  when old.install_count < 4 then 19 when old.install_count < 8 then 18 when old.install_count < 16 then 17 when
  old.install_count < 32 then 16 when old.install_count < 64 then 15 when old.install_count < 128 then 14 when
  old.install_count < 256 then 13 when old.install_count < 512 then 12 when old.install_count < 1024 then 11 when
  old.install_count < 2048 then 10 when old.install_count < 4096 then 9 when old.install_count < 8192 then 8 when
  old.install_count < 16384 then 7 when old.install_count < 32768 then 6 when old.install_count < 65536 then 5 when
  old.install_count < 131072 then 4 when old.install_count < 262144 then 3 when old.install_count < 524288 then 2 when
  old.install_count < 1048576 then 1 else 0 end) * 64 + length(old.slug) - length(replace(old.slug, '-', ''))) *
  4294967296 + old.id)) end <> case when (new.visibility = 'public' and new.moderation_status in ('none', 'warned')
  and new.owner_shown = 1 and new.latest_version_id is not null) then ((((new.deprecated * 2 + case
  new.signature_status when 'verified' then 0 else 1 end) * 23 + case when new.install_count < 1 then 22 when
  new.install_count < 2 then 21 when new.install_count < 3 then 20 when new.install_count < 4 then 19 when
  new.install_count < 8 then 18 when new.install_count < 16 then 17 when new.install_count < 32 then 16 when
  new.install_count < 64 then 15 when new.install_count < 128 then 14 when new.install_count < 256 then 13 when
  new.install_count < 512 then 12 when new.install_count < 1024 then 11 when new.install_count < 2048 then 10 when
  new.install_count < 4096 then 9 when new.install_count < 8192 then 8 when new.install_count < 16384 then 7 when
  new.install_count < 32768 then 6 when new.install_count < 65536 then 5 when new.install_count < 131072 then 4 when
  new.install_count < 262144 then 3 when new.install_count < 524288 then 2 when new.install_count < 1048576 then 1
  else 0 end) * 64 + length(new.slug) - length(replace(new.slug, '-', ''))) * 4294967296 + new.id) else
  -(((((new.deprecated * 2 + case new.signature_status when 'verified' then 0 else 1 end) * 23 + case when
  new.install_count < 1 then 22 when new.install_count < 2 then 21 when new.install_count < 3 then 20 when
  new.install_count < 4 then 19 when new.install_count < 8 then 18 when new.install_count < 16 then 17 when
  new.install_count < 32 then 16 when new.install_count < 64 then 15 when new.install_count < 128 then 14 when
  new.install_count < 256 then 13 when new.install_count < 512 then 12 when new.install_count < 1024 then 11 when
  new.install_count < 2048 then 10 when new.install_count < 4096 then 9 when new.install_count < 8192 then 8 when
  new.install_count < 16384 then 7 when new.install_count < 32768 then 6 when new.install_count < 65536 then 5 when
  new.install_count < 131072 then 4 when new.install_count < 262144 then 3 when new.install_count < 524288 then 2 when
  new.install_count < 1048576 then 1 else 0 end) * 64 + length(new.slug) - length(replace(new.slug, '-', ''))) *
  4294967296 + new.id)) end or old.tokens || replace(old.names, ' ', ' _') <> new.tokens || replace(new.names, ' ',
  ' _') begin
  insert into skills_tokens(skills_tokens, rowid, text) values ('delete', case when (old.visibility = 'public' and
    old.moderation_status in ('none', 'warned') and old.owner_shown = 1 and old.latest_version_id is not null) then
    ((((old.deprecated * 2 + case old.signature_status when 'verified' then 0 else 1 end) * 23 + case when
    old.install_count < 1 then 22 when old.install_count < 2 then 21 when old.install_count < 3 then 20 when
    old.install_count < 4 then 19 when old.install_count < 8 then 18 when old.install_count < 16 then 17 when
    old.install_count < 32 then 16 when old.install_count < 64 then 15 when old.install_count < 128 then 14 when
    old.install_count < 256 then 13 when old.install_count < 512 then 12 when old.install_count < 1024 then 11 when
    old.install_count < 2048 then 10 when old.install_count < 4096 then 9 when old.install_count < 8192 then 8 when
    old.install_count < 16384 then 7 when old.install_count < 32768 then 6 when old.install_count < 65536 then 5 when
    old.install_count < 131072 then 4 when old.install_count < 262144 then 3 when old.install_count < 524288 then 2
    when old.install_count < 1048576 then 1 else 0 end) * 64 + length(old.slug) - length(replace(old.slug, '-', '')))
    * 4294967296 + old.id) else -(((((old.deprecated * 2 + case old.signature_status when 'verified' then 0 else 1
    end) * 23 + case when old.install_count < 1 then 22 when old.install_count < 2 then 21 when old.install_count < 3
    then 20 when old.install_count < 4 then 19 when old.install_count < 8 then 18 when old.install_count < 16 then 17
    when old.install_count < 32 then 16 when old.install_count < 64 then 15 when old.install_count < 128 then 14 when
    old.install_count < 256 then 13 when old.install_count < 512 then 12 when old.install_count < 1024 then 11 when
    old.install_count < 2048 then 10 when old.install_count < 4096 then 9 when old.install_count < 8192 then 8 when
    old.install_count < 16384 then 7 when old.install_count < 32768 then 6 when old.install_count < 65536 then 5 when
    old.install_count < 131072 then 4 when old.install_count < 262144 then 3 when old.install_count < 524288 then 2
    when old.install_count < 1048576 then 1 else 0 end) * 64 + length(old.slug) - length(replace(old.slug, '-', '')))
    * 4294967296 + old.id)) end, old.tokens || replace(old.names, ' ', ' _'));
  insert into skills_tokens(rowid, text) values (case when (new.visibility = 'public' and new.moderation_status in
    ('none', 'warned') and new.owner_shown = 1 and new.latest_version_id is not null) then ((((new.deprecated * 2 +
    case new.signature_status when 'verified' then 0 else 1 end) * 23 + case when new.install_count < 1 then 22 when
    new.install_count < 2 then 21 when new.install_count < 3 then 20 when new.install_count < 4 then 19 when
    new.install_count < 8 then 18 when new.install_count < 16 then 17 when new.install_count < 32 then 16 when
    new.install_count < 64 then 15 when new.install_count < 128 then 14 when new.install_count < 256 then 13 when
    new.install_count < 512 then 12 when new.install_count < 1024 then 11 when new.install_count < 2048 then 10 when
    new.install_count < 4096 then 9 when new.install_count < 8192 then 8 when new.install_count < 16384 then 7 when
    new.install_count < 32768 then 6 when new.install_count < 65536 then 5 when new.install_count < 131072 then 4 when
    new.install_count < 262144 then 3 when new.install_count < 524288 then 2 when new.install_count < 1048576 then 1
    else 0 end) * 64 + length(new.slug) - length(replace(new.slug, '-', ''))) * 4294967296 + new.id) else
    -(((((new.deprecated * 2 + case new.signature_status when 'verified' then 0 else 1 end) * 23 + case when
    new.install_count < 1 then 22 when new.install_count < 2 then 21 when new.install_count < 3 then 20 when
    new.install_count < 4 then 19 when new.install_count < 8 then 18 when new.install_count < 16 then 17 when
    new.install_count < 32 then 16 when new.install_count < 64 then 15 when new.install_count < 128 then 14 when
    new.install_count < 256 then 13 when new.install_count < 512 then 12 when new.install_count < 1024 then 11 when
    new.install_count < 2048 then 10 when new.install_count < 4096 then 9 when new.install_count < 8192 then 8 when
    new.install_count < 16384 then 7 when new.install_count < 32768 then 6 when new.install_count < 65536 then 5 when
    new.install_count < 131072 then 4 when new.install_count < 262144 then 3 when new.install_count < 524288 then 2
    when new.install_count < 1048576 then 1 else 0 end) * 64 + length(new.slug) - length(replace(new.slug, '-', '')))
    * 4294967296 + new.id)) end, new.tokens || replace(new.names, ' ', ' _'));
end;

CREATE TRIGGER events_no_update before update on events
  begin select raise(abort, 'events is append-only'); end;

CREATE TRIGGER events_no_delete before delete on events when old.lasting = 1
  begin select raise(abort, 'events is append-only'); end;

CREATE TRIGGER skills_words_insert after insert on skills begin
  insert into search_words (word, stem, total) select json_extract(value, '$[0]'), json_extract(value, '$[1]'), 1 from
    json_each(new.vocabulary) where (new.visibility = 'public' and new.moderation_status in ('none', 'warned') and
    new.owner_shown = 1 and new.latest_version_id is not null) on conflict (word) do update set stem =
    excluded.stem, total = search_words.total + 1;
end;

CREATE TRIGGER skills_words_delete after delete on skills begin
  update search_words set total = total - 1 where word in (select json_extract(value, '$[0]') from
    json_each(old.vocabulary)) and (old.visibility = 'public' and old.moderation_status in ('none', 'warned') and
    old.owner_shown = 1 and old.latest_version_id is not null);
  delete from search_words where total = 0 and word in (select json_extract(value, '$[0]') from
    json_each(old.vocabulary)) and (old.visibility = 'public' and old.moderation_status in ('none', 'warned') and
    old.owner_shown = 1 and old.latest_version_id is not null);
end;

CREATE TRIGGER skills_words_update after update of visibility, moderation_status, owner_shown, latest_version_id,
  vocabulary on skills when (old.visibility = 'public' and old.moderation_status in ('none', 'warned') and
  old.owner_shown = 1 and old.latest_version_id is not null) <> (new.visibility = 'public' and new.moderation_status
  in ('none', 'warned') and new.owner_shown = 1 and new.latest_version_id is not null) or old.vocabulary <>
  new.vocabulary begin
  update search_words set total = total - 1 where word in (select json_extract(value, '$[0]') from
    json_each(old.vocabulary)) and (old.visibility = 'public' and old.moderation_status in ('none', 'warned') and
    old.owner_shown = 1 and old.latest_version_id is not null);
  delete from search_words where total = 0 and word in (select json_extract(value, '$[0]') from
    json_each(old.vocabulary)) and (old.visibility = 'public' and old.moderation_status in ('none', 'warned') and
    old.owner_shown = 1 and old.latest_version_id is not null);
  insert into search_words (word, stem, total) select json_extract(value, '$[0]'), json_extract(value, '$[1]'), 1 from
    json_each(new.vocabulary) where (new.visibility = 'public' and new.moderation_status in ('none', 'warned') and
    new.owner_shown = 1 and new.latest_version_id is not null) on conflict (word) do update set stem =
    excluded.stem, total = search_words.total + 1;
end;

CREATE TRIGGER skills_facets_insert after insert on skills begin
  insert into listed_skills (id, facets, slug, install_count, downloads_7d, latest_at) select new.id, new.facets,
    new.slug, new.install_count, new.downloads_7d, new.latest_at where (new.visibility = 'public' and
    new.moderation_status in ('none', 'warned') and new.owner_shown = 1 and new.latest_version_id is not null);
  insert into skill_tags (tag, skill_id) select value, new.id from json_each(new.tags) where (new.visibility =
    'public' and new.moderation_status in ('none', 'warned') and new.owner_shown = 1 and new.latest_version_id is not
    null);
  insert into facet_totals (tag, facets, total) select '', new.facets, 1 where (new.visibility = 'public' and
    new.moderation_status in ('none', 'warned') and new.owner_shown = 1 and new.latest_version_id is not null) on
    conflict (tag, facets) do update set total = facet_totals.total + 1;
  insert into facet_totals (tag, facets, total) select value, new.facets, 1 from json_each(new.tags) where
    (new.visibility = 'public' and new.moderation_status in ('none', 'warned') and new.owner_shown = 1 and
    new.latest_version_id is not null) on conflict (tag, facets) do update set total = facet_totals.total + 1;
end;

CREATE TRIGGER skills_facets_delete after delete on skills begin
  update facet_totals set total = total - 1 where facets = old.facets and tag in (select value from
    json_each(old.tags) union all select '') and (old.visibility = 'public' and old.moderation_status in ('none',
    'warned') and old.owner_shown = 1 and old.latest_version_id is not null);
  delete from facet_totals where total = 0 and facets = old.facets and tag in (select value from json_each(old.tags)
    union all select '') and (old.visibility = 'public' and old.moderation_status in ('none', 'warned') and
    old.owner_shown = 1 and old.latest_version_id is not null);
  delete from skill_tags where skill_id = old.id and tag in (select value from json_each(old.tags));
  delete from listed_skills where id = old.id;
end;

CREATE TRIGGER skills_facets_update after update on skills when (old.visibility = 'public' and old.moderation_status
  in ('none', 'warned') and old.owner_shown = 1 and old.latest_version_id is not null) <> (new.visibility = 'public'
  and new.moderation_status in ('none', 'warned') and new.owner_shown = 1 and new.latest_version_id is not null) or
  old.facets <> new.facets or old.tags <> new.tags begin
  update facet_totals set total = total - 1 where facets = old.facets and tag in (select value from
    json_each(old.tags) union all select '') and (old.visibility = 'public' and old.moderation_status in ('none',
    'warned') and old.owner_shown = 1 and old.latest_version_id is not null);
  delete from facet_totals where total = 0 and facets = old.facets and tag in (select value from json_each(old.tags)
    union all select '') and (old.visibility = 'public' and old.moderation_status in ('none', 'warned') and
    old.owner_shown = 1 and old.latest_version_id is not null);
  delete from skill_tags where skill_id = old.id and tag in (select value from json_each(old.tags));
  delete from listed_skills where id = old.id;
  insert into listed_skills (id, facets, slug, install_count, downloads_7d, latest_at) select new.id, new.facets,
    new.slug, new.install_count, new.downloads_7d, new.latest_at where (new.visibility = 'public' and
    new.moderation_status in ('none', 'warned') and new.owner_shown = 1 and new.latest_version_id is not null);
  insert into skill_tags (tag, skill_id) select value, new.id from json_each(new.tags) where (new.visibility =
    'public' and new.moderation_status in ('none', 'warned') and new.owner_shown = 1 and new.latest_version_id is not
    null);
  insert into facet_totals (tag, facets, total) select '', new.facets, 1 where (new.visibility = 'public' and
    new.moderation_status in ('none', 'warned') and new.owner_shown = 1 and new.latest_version_id is not null) on
    conflict (tag, facets) do update set total = facet_totals.total + 1;
  insert into facet_totals (tag, facets, total) select value, new.facets, 1 from json_each(new.tags) where
    (new.visibility = 'public' and new.moderation_status in ('none', 'warned') and new.owner_shown = 1 and
    new.latest_version_id is not null) on conflict (tag, facets) do update set total = facet_totals.total + 1;
end;

CREATE TRIGGER skills_facets_place after update of slug, install_count, downloads_7d, latest_at on skills when
  old.slug <> new.slug or old.install_count <> new.install_count or old.downloads_7d <> new.downloads_7d
  or old.latest_at <> new.latest_at begin
  update listed_skills set slug = new.slug, install_count = new.install_count,
    downloads_7d = new.downloads_7d, latest_at = new.latest_at where id =
    new.id;
end;

CREATE TRIGGER listed_skills_insert after insert on listed_skills begin
  insert into listed_changes (skill_id, number) values (new.id, (select coalesce(max(number), 0) + 1 from
    listed_changes)) on conflict (skill_id) do update set number = excluded.number;
end;

CREATE TRIGGER listed_skills_update after update on listed_skills begin
  insert into listed_changes (skill_id, number) values (new.id, (select coalesce(max(number), 0) + 1 from
    listed_changes)) on conflict (skill_id) do update set number = excluded.number;
end;

CREATE TRIGGER listed_skills_delete after delete on listed_skills begin
  insert into listed_changes (skill_id, number) values (old.id, (select coalesce(max(number), 0) + 1 from
    listed_changes)) on conflict (skill_id) do update set number = excluded.number;
end;

CREATE TRIGGER library_users_insert after insert on library when new.shown = 1 begin
  insert into user_totals (skill_id, total) values (new.skill_id, 1) on conflict (skill_id) do update set total =
    user_totals.total + 1;
end;

CREATE TRIGGER library_users_delete after delete on library when old.shown = 1 begin
  update user_totals set total = total - 1 where skill_id = old.skill_id;
  delete from user_totals where skill_id = old.skill_id and total = 0;
end;

CREATE TRIGGER library_users_update after update of shown, skill_id on library when old.shown <> new.shown or
  old.skill_id <> new.skill_id begin
  update user_totals set total = total - 1 where skill_id = old.skill_id and old.shown = 1;
  delete from user_totals where skill_id = old.skill_id and total = 0;
  insert into user_totals (skill_id, total) select new.skill_id, 1 where new.shown = 1 on conflict (skill_id) do update
    set total = user_totals.total + 1;
end;

CREATE TRIGGER skills_found after update of tokens, names, deprecated on skills when old.tokens <> new.tokens or
  old.names <> new.names or old.deprecated <> new.deprecated begin
  insert into listed_changes (skill_id, number) select id, (select coalesce(max(number), 0) + 1 from listed_changes)
    from listed_skills where id = new.id on conflict (skill_id) do update set number = excluded.number;
end;
