-- Made by the program of 9c94fc4.

CREATE TABLE schema_version (version bigint not null);

CREATE TABLE profiles (
    id integer primary key autoincrement, kind text not null, handle text unique, display_name text not null default '', bio text not null default '', avatar_url text not null default '',
    is_operator bigint not null default 0, mcp_enabled bigint not null default 0, moderation_status text not null default 'none',
    follower_count bigint not null default 0, following_count bigint not null default 0, shard text not null default '',
    created_at bigint not null, folded text not null default '', tokens text not null default '', names text not null default '', ownerless bigint not null default 0);

CREATE TABLE handles (
    handle text primary key, skeleton text not null unique, profile_id bigint not null references profiles(id),
    claimed_at bigint not null, released_at bigint);

CREATE TABLE team_members (
    team_id bigint not null references profiles(id), member_id bigint not null references profiles(id),
    role text not null, added_at bigint not null, primary key (team_id, member_id));

CREATE TABLE author_keys (
    id integer primary key autoincrement, profile_id bigint not null references profiles(id), public_key text not null,
    fingerprint text not null, bound_at bigint not null, revoked_at bigint, status text not null default 'bound');

CREATE TABLE passkeys (
    id text primary key, profile_id bigint not null references profiles(id), public_key blob not null,
    counter bigint not null default 0, transports text not null default '', name text not null default '', created_at bigint not null, last_used_at bigint, user_handle text not null default '');

CREATE TABLE identities (
    issuer text not null, subject text not null, profile_id bigint not null references profiles(id),
    primary key (issuer, subject));

CREATE TABLE challenges (
    id text primary key, purpose text not null, profile_id bigint references profiles(id), payload text not null default '',
    created_at bigint not null, expires_at bigint not null);

CREATE TABLE devices (
    id integer primary key autoincrement, profile_id bigint not null references profiles(id), name text not null, client_version text not null default '',
    created_at bigint not null, last_seen_at bigint, revoked_at bigint);

CREATE TABLE skills (
    id integer primary key autoincrement, owner_id bigint not null references profiles(id), slug text not null, name text not null default '',
    description text not null default '', category text not null, visibility text not null, latest_version_id bigint,
    version_count bigint not null default 0, deprecated bigint not null default 0, deprecation_message text not null default '',
    moderation_status text not null default 'none', install_count bigint not null default 0, is_mirror bigint not null default 0,
    mirror_source_url text not null default '', mirror_license text not null default '', shard text not null default '',
    created_at bigint not null, updated_at bigint not null, folded text not null default '', tokens text not null default '', names text not null default '', owner_shown bigint not null default 0, signature_status text not null default 'unsigned', scan_status text not null default 'clean', unique (owner_id, slug));

CREATE TABLE versions (
    id integer primary key autoincrement, skill_id bigint not null references skills(id), number bigint not null, label text not null,
    hash text not null, name text not null, description text not null, triggers text not null default '[]',
    token_count bigint not null default 0, bundle_digest text not null default '', signature_status text not null, statement text not null default '', signature text not null default '',
    key_id bigint references author_keys(id), scan_status text not null, published_by bigint not null,
    published_at bigint not null, withdrawn_at bigint, unique (skill_id, number), unique (skill_id, label));

CREATE TABLE version_files (
    version_id bigint not null references versions(id), path text not null, size bigint not null, hash text not null,
    primary key (version_id, path));

CREATE TABLE blobs (hash text primary key, bytes blob not null);

CREATE TABLE scans (
    version_id bigint primary key references versions(id), corpus_version bigint not null,
    findings text not null default '[]', scanned_at bigint not null, status text not null default 'clean');

CREATE TABLE kits (
    id integer primary key autoincrement, owner_id bigint not null references profiles(id), slug text not null, name text not null,
    description text not null default '', category text not null, visibility text not null, version bigint not null default 1,
    moderation_status text not null default 'none', subscriber_count bigint not null default 0, created_at bigint not null,
    updated_at bigint not null, folded text not null default '', tokens text not null default '', names text not null default '', unique (owner_id, slug));

CREATE TABLE kit_skills (
    kit_id bigint not null references kits(id), skill_id bigint not null references skills(id),
    version_id bigint references versions(id), added_at bigint not null, primary key (kit_id, skill_id));

CREATE TABLE tokens (
    id integer primary key autoincrement, class text not null, hash text not null unique, profile_id bigint not null references profiles(id),
    device_id bigint references devices(id), kit_id bigint references kits(id), created_at bigint not null,
    last_used_at bigint, expires_at bigint, revoked_at bigint, in_browser bigint not null default 0, proved_at bigint, ends_at bigint);

CREATE TABLE pairings (
    id text primary key, user_code text not null, device_name text not null, class text not null, address text not null,
    created_at bigint not null, expires_at bigint not null,
    approved_by bigint references profiles(id), approved_at bigint, redeemed_at bigint, polled_at bigint, refused_by bigint references profiles(id));

CREATE TABLE kit_subscriptions (
    kit_id bigint not null references kits(id), profile_id bigint not null references profiles(id),
    created_at bigint not null, primary key (kit_id, profile_id));

CREATE TABLE follows (
    follower_id bigint not null references profiles(id), followed_id bigint not null references profiles(id),
    created_at bigint not null, primary key (follower_id, followed_id));

CREATE TABLE library (
    profile_id bigint not null references profiles(id), skill_id bigint not null references skills(id),
    version_id bigint references versions(id), pinned bigint not null default 0, auto_approve bigint not null default 0, added_at bigint not null, shown bigint not null default 0,
    primary key (profile_id, skill_id));

CREATE TABLE moderation_actions (
    id integer primary key autoincrement, target_kind text not null, target_id bigint not null, target text not null, action text not null,
    reason text not null, created_by bigint not null, created_at bigint not null, lifted_at bigint, detectors text not null default '');

CREATE TABLE reports (
    id integer primary key autoincrement, reporter_id bigint not null references profiles(id), target text not null, reason text not null,
    created_at bigint not null, resolved_at bigint);

CREATE TABLE appeals (
    id integer primary key autoincrement, action_id bigint not null references moderation_actions(id),
    profile_id bigint not null references profiles(id), message text not null, created_at bigint not null,
    resolved_at bigint, answer text not null default '');

CREATE TABLE audit_log (
    id integer primary key autoincrement, actor_id bigint, action text not null, target text not null, detail text not null default '',
    created_at bigint not null);

CREATE TABLE activity (
    id integer primary key autoincrement, kind text not null, actor_id bigint not null, skill_id bigint, version_id bigint, kit_id bigint,
    created_at bigint not null, shown bigint not null default 0);

CREATE TABLE changes (seq integer primary key autoincrement, kind text not null, entity_id bigint not null);

CREATE TABLE counters (name text primary key, value bigint not null);

CREATE TABLE pairing_misses (profile_id bigint not null references profiles(id), tried_at bigint not null);

CREATE TABLE skill_totals (category text not null, signature_status text not null, scan_status text not null, total bigint not null, primary key (category, signature_status, scan_status));

CREATE TABLE author_totals (owner_id bigint not null, total bigint not null, primary key (owner_id));

CREATE TABLE activity_totals (day bigint not null, kind text not null, total bigint not null, primary key (day, kind));

CREATE TABLE quota_uses (
    subject text not null, day bigint not null, quota text not null, amount bigint not null,
    primary key (subject, day, quota));

CREATE TABLE quota_grants (
    profile_id bigint not null references profiles(id), quota text not null, daily bigint,
    primary key (profile_id, quota));

CREATE TABLE team_invitations (
    team_id bigint not null references profiles(id), member_id bigint not null references profiles(id),
    role text not null, invited_by bigint references profiles(id), declined bigint not null default 0,
    created_at bigint not null, expires_at bigint not null, primary key (team_id, member_id));

CREATE TABLE snapshot_progress (
    only integer primary key check (only = 1), seq integer not null, fingerprint text not null, day integer not null,
    full integer not null);

insert into schema_version (version) values
(13);

insert into profiles (id, kind, handle, display_name, bio, avatar_url, is_operator, mcp_enabled, moderation_status, follower_count, following_count, shard, created_at, folded, tokens, names, ownerless) values
(1, 'user', 'ada', 'Ada L', 'Writes the engine''s notes.', '', 0, 0, 'none', 2, 1, 'fd', 1790000000, 'ada
ada l
writes the engine''s notes.', 'ada ada l writes the engine s notes', ' ada ada l ', 0),
(2, 'user', 'bob', 'bob', '', '', 0, 0, 'none', 1, 1, '81', 1790000000, 'bob
bob
', 'bob bob', ' bob bob ', 0),
(3, 'user', 'carol', 'carol', '', '', 0, 0, 'warned', 0, 1, '4c', 1790000000, 'carol
carol
', 'carol carol', ' carol carol ', 0),
(6, 'team', 'crew', 'crew', '', '', 0, 0, 'none', 0, 0, '9c', 1790000000, 'crew
crew
', 'crew crew', ' crew crew ', 0),
(7, 'team', 'lost', 'lost', '', '', 0, 0, 'none', 0, 0, '76', 1790000000, 'lost
lost
', 'lost lost', ' lost lost ', 1);

insert into team_members (team_id, member_id, role, added_at) values
(6, 1, 'member', 1790000000),
(6, 2, 'member', 1790000000);

insert into author_keys (id, profile_id, public_key, fingerprint, bound_at, revoked_at, status) values
(1, 1, 'ssh-ed25519 AAAA', 'SHA256:a', 0, NULL, 'bound');

insert into skills (id, owner_id, slug, name, description, category, visibility, latest_version_id, version_count, deprecated, deprecation_message, moderation_status, install_count, is_mirror, mirror_source_url, mirror_license, shard, created_at, updated_at, folded, tokens, names, owner_shown, signature_status, scan_status) values
(1, 1, 'hello', 'hello', 'About greeting everybody.', 'writing', 'public', 2, 2, 0, '', 'none', 4, 0, '', '', 'a9', 1790000060, 1790000120, 'hello
hello
about greeting everybody.', 'hello hello about greeting everybody', ' hello hello ', 1, 'verified', 'clean'),
(10, 3, 'doubtful', 'doubtful', 'About something that looks odd.', 'other', 'public', 13, 1, 0, '', 'none', 0, 0, '', '', 'c8', 1790000780, 1790000780, 'doubtful
doubtful
about something that looks odd.', 'doubtful doubtful about something that looks odd', ' doubtful doubtful ', 1, 'unsigned', 'flagged'),
(3, 2, 'tool', 'tool', 'About hammers.', 'other', 'public', 4, 2, 0, '', 'none', 1, 0, '', '', '3f', 1790000240, 1790000300, 'tool
tool
about hammers.', 'tool tool about hammers', ' tool tool ', 1, 'unsigned', 'clean'),
(4, 1, 'lone', 'lone', 'About one hostile thing.', 'other', 'public', NULL, 1, 0, '', 'none', 0, 0, '', '', 'd4', 1790000360, 1790000360, 'lone
lone
about one hostile thing.', 'lone lone about one hostile thing', ' lone lone ', 1, 'unsigned', 'clean'),
(5, 2, 'gone', 'gone', 'About what stays.', 'other', 'public', 8, 2, 0, '', 'none', 0, 0, '', '', '73', 1790000420, 1790000840, 'gone
gone
about what stays.', 'gone gone about what stays', ' gone gone ', 1, 'unsigned', 'clean'),
(6, 2, 'old-thing', 'old-thing', 'About what nobody should use.', 'other', 'public', 9, 1, 1, 'Use tool.', 'none', 0, 0, '', '', 'f7', 1790000540, 1790000900, 'old-thing
old-thing
about what nobody should use.', 'old thing old thing about what nobody should use', ' old thing old thing ', 1, 'unsigned', 'clean');

insert into versions (id, skill_id, number, label, hash, name, description, triggers, token_count, bundle_digest, signature_status, statement, signature, key_id, scan_status, published_by, published_at, withdrawn_at) values
(1, 1, 1, 'v1', 'sha256:6a1017ee7d64c0be36d2b251b934a595871a820dc874f2de758d35ea47c92bae', 'hello', 'About greeting people.', '[]', 16, 'sha256:a5f118763327443545befff03cbf4b6ef97bdae55b82ef36e8972d38fe14a42e', 'verified', '', '', NULL, 'clean', 0, 1790000060, NULL),
(13, 10, 1, 'v1', 'sha256:314b1e6990500b241cd87f58c2549082f454d04fbc60a836c3a730fed68fc487', 'doubtful', 'About something that looks odd.', '[]', 18, 'sha256:c1d12adbc5406a59eee4b2c6fabd6b353e4d502d6c0c4e001772f83f4dbd3ea6', 'unsigned', '', '', NULL, 'flagged', 0, 1790000780, NULL),
(2, 1, 2, 'v2', 'sha256:94dc2ef25631ab3e5519cdd21d12e83d9a517681359c20dc1edeb6b20154c7da', 'hello', 'About greeting everybody.', '[]', 16, 'sha256:4652171b8a68d03722cd175176b86c359499cadc999d37dc4d46f951854f91dd', 'verified', '', '', NULL, 'clean', 0, 1790000120, NULL),
(4, 3, 1, 'stable', 'sha256:45c6fd00420d5df9017e3bfb4e11c27ee1118e07aab0a72ba9f75c84a12998ed', 'tool', 'About hammers.', '[]', 16, 'sha256:af3ddf10cf71312d53c58376b609e252b80fd8750a2033419c26ebb80f6d856e', 'unsigned', '', '', NULL, 'clean', 0, 1790000240, NULL),
(5, 3, 2, 'v2', 'sha256:12bbd97a7000d45de6ec982c1ea5d1bcdf1ea966b8dd8a3eecde95271f071590', 'tool', 'About hammers and nails.', '[]', 18, 'sha256:a1874534b71f18d6f673605aa9a6cdbbc2bde94e3069423088b7a73d3b1614f8', 'unsigned', '', '', NULL, 'quarantined', 0, 1790000300, NULL),
(6, 4, 1, 'v1', 'sha256:07d4339372bebe0b83b33f805105a2ffb75f149954ea0f96d3bb35807fc02438', 'lone', 'About one hostile thing.', '[]', 17, 'sha256:c063f0aa72d6f980474f5f5b12ac6caaf9a2bc0067b94fbc0389f98ba8bead54', 'unsigned', '', '', NULL, 'quarantined', 0, 1790000360, NULL),
(8, 5, 2, 'v2', 'sha256:d01457c0f9e56dcaca5d5dcb80b83b74ae254fadc41f3a100287eaac8c5e8189', 'gone', 'About what stays.', '[]', 16, 'sha256:f02b91b99a9e8679f798beaf7ffb2a53ef8c12a7a6aa3ede7ee68b0746e5fc82', 'unsigned', '', '', NULL, 'clean', 0, 1790000480, NULL),
(9, 6, 1, 'v1', 'sha256:7b29fea82d89679a4ed8378aa960a839e11880633522f30a7dec37ce13ed0e2b', 'old-thing', 'About what nobody should use.', '[]', 22, 'sha256:49ade83c6f268c30061c951544891e30b9f46846e712672a6f863bb8c6a5e740', 'unsigned', '', '', NULL, 'clean', 0, 1790000540, NULL);

insert into version_files (version_id, path, size, hash) values
(1, 'SKILL.md', 67, 'sha256:91b7f9eb60d3be8ac160dc760cbb5de982f1edb34b5e34316bc4818c995c4a02'),
(1, 'references/notes.md', 15, 'sha256:15aa3d0cc976d42a9aa240993ce93724fccd2fc0686d079ef3985f9a3918eeac'),
(13, 'SKILL.md', 82, 'sha256:d45433b5d6db4d3c5bc395092a9beddd015b54bea2086a9f7bc2c6a6c9085352'),
(13, 'references/notes.md', 24, 'sha256:c42af836f781c4a717d119b7e3dce7c6f720b416bf7ad962a754e09dfd8376c0'),
(2, 'SKILL.md', 70, 'sha256:78d68848127d38171ee3ac5950c754a96badd46964b4e3148638fd4d0f77296f'),
(2, 'references/notes.md', 18, 'sha256:e8a111534ab39ea1be62a58679e6b9c9dbd75aafad13d4dfd989d82955485c6a'),
(4, 'SKILL.md', 57, 'sha256:c09638697d6e99b9b26353bffcb8e0947bcf05be56583741388b89e1a5ece33a'),
(4, 'references/notes.md', 7, 'sha256:5d326708016b2b0dd05457ecdd38077b173feb76c222f0206457387a4fffe1cb'),
(8, 'SKILL.md', 60, 'sha256:523a21ff18cd33ecd9863d72f421fd41a5de96aa593fa0618b91b2ac2e43cc0c'),
(8, 'references/notes.md', 10, 'sha256:296c3d17d1cb2557b92d062d2d02ce25159ae4541bb4136010aea99075f998bc'),
(9, 'SKILL.md', 82, 'sha256:382411eb1df4ad2e4a530eaaa159c3f72827b8c146dc45b51b23c39cee0d6b09'),
(9, 'references/notes.md', 22, 'sha256:64b9d4a059482e567a2525c3255e2a9d2b88b507097092e4574f7f73cd310140');

insert into scans (version_id, corpus_version, findings, scanned_at, status) values
(1, 3, '[]', 0, 'clean'),
(13, 3, '[]', 0, 'clean'),
(2, 3, '[]', 0, 'clean'),
(4, 3, '[]', 0, 'clean'),
(5, 3, '[]', 0, 'clean'),
(6, 3, '[]', 0, 'clean'),
(8, 3, '[]', 0, 'clean'),
(9, 3, '[]', 0, 'clean');

insert into kits (id, owner_id, slug, name, description, category, visibility, version, moderation_status, subscriber_count, created_at, updated_at, folded, tokens, names) values
(1, 1, 'starter', 'The starter kit', '', 'other', 'public', 3, 'none', 1, 1790000900, 1790000900, 'starter
the starter kit
', 'starter the starter kit', ' starter the starter kit ');

insert into kit_skills (kit_id, skill_id, version_id, added_at) values
(1, 1, NULL, 1790000900),
(1, 3, 4, 1790000900);

insert into follows (follower_id, followed_id, created_at) values
(1, 2, 1790000960),
(2, 1, 1790000960),
(3, 1, 1790000960);

insert into library (profile_id, skill_id, version_id, pinned, auto_approve, added_at, shown) values
(2, 1, NULL, 0, 0, 1790000900, 1),
(3, 1, NULL, 0, 0, 1790000900, 1),
(3, 3, NULL, 0, 0, 1790000900, 1);

insert into moderation_actions (id, target_kind, target_id, target, action, reason, created_by, created_at, lifted_at, detectors) values
(1, 'profile', 0, 'bob:tool@sha256:12bbd97a7000d45de6ec982c1ea5d1bcdf1ea966b8dd8a3eecde95271f071590', 'quarantine', 'A reason.', 0, 1790000960, NULL, ''),
(2, 'profile', 0, 'ada:lone@sha256:07d4339372bebe0b83b33f805105a2ffb75f149954ea0f96d3bb35807fc02438', 'quarantine', 'A reason.', 0, 1790000960, NULL, ''),
(3, 'profile', 0, 'bob:hidden', 'hide', 'A reason.', 0, 1790000960, NULL, ''),
(4, 'profile', 0, 'carol', 'warn', 'A reason.', 0, 1790000960, NULL, ''),
(5, 'profile', 0, 'mallory', 'suspend', 'A reason.', 0, 1790001020, NULL, '');

insert into activity (id, kind, actor_id, skill_id, version_id, kit_id, created_at, shown) values
(1, 'profile', 1, NULL, NULL, NULL, 1790000000, 1),
(10, 'publish', 2, 3, 4, NULL, 1790000240, 1),
(14, 'publish', 2, 5, 8, NULL, 1790000480, 1),
(15, 'publish', 2, 6, 9, NULL, 1790000540, 1),
(19, 'publish', 3, 10, 13, NULL, 1790000780, 1),
(2, 'profile', 2, NULL, NULL, NULL, 1790000000, 1),
(20, 'kit', 1, NULL, NULL, 1, 1790000900, 1),
(3, 'profile', 3, NULL, NULL, NULL, 1790000000, 1),
(6, 'profile', 6, NULL, NULL, NULL, 1790000000, 1),
(7, 'profile', 7, NULL, NULL, NULL, 1790000000, 1),
(8, 'publish', 1, 1, 1, NULL, 1790000060, 1),
(9, 'publish', 1, 1, 2, NULL, 1790000120, 1);

insert into counters (name, value) values
('devices', 1);

insert into skill_totals (category, signature_status, scan_status, total) values
('other', 'unsigned', 'clean', 3),
('other', 'unsigned', 'flagged', 1),
('writing', 'verified', 'clean', 1);

insert into author_totals (owner_id, total) values
(1, 1),
(2, 3),
(3, 1);

insert into activity_totals (day, kind, total) values
(20717, 'kit', 1),
(20717, 'profile', 5),
(20717, 'publish', 6);

insert into snapshot_progress (only, seq, fingerprint, day, full) values
(1, 107, 'test', 20717, 0);

insert into sqlite_sequence (name, seq) values
('activity', 20),
('author_keys', 1),
('changes', 0),
('kits', 1),
('moderation_actions', 5),
('profiles', 7),
('skills', 10),
('versions', 13);

CREATE VIRTUAL TABLE skills_folded using fts5(text, content='', tokenize='trigram case_sensitive 1');

CREATE VIRTUAL TABLE skills_tokens using fts5(text, content='', detail=none, prefix='1 2 3 4 5 6 7 8 9 10 11 12 13', tokenize="ascii tokenchars '_'");

CREATE VIRTUAL TABLE kits_folded using fts5(text, content='', tokenize='trigram case_sensitive 1');

CREATE VIRTUAL TABLE kits_tokens using fts5(text, content='', detail=none, prefix='1 2 3 4 5 6 7 8 9 10 11 12 13', tokenize="ascii tokenchars '_'");

CREATE VIRTUAL TABLE profiles_folded using fts5(text, content='', tokenize='trigram case_sensitive 1');

CREATE VIRTUAL TABLE profiles_tokens using fts5(text, content='', detail=none, prefix='1 2 3 4 5 6 7 8 9 10 11 12 13', tokenize="ascii tokenchars '_'");

delete from skills_folded_data;

delete from skills_folded_idx;

delete from skills_folded_docsize;

delete from skills_folded_config;

delete from skills_tokens_data;

delete from skills_tokens_idx;

delete from skills_tokens_docsize;

delete from skills_tokens_config;

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

insert into skills_folded_data (id, block) values
(1, X'068150'),
(10, X'000000000106060006010101020101030101040101050101060101'),
(137438953473, X'000000F004300A616201020D02026865010207010320657601021C02026772010213010361626F01020E0103626F6401022203017501020F010364792E010224010365657401021602026C6C010403080202727901021F020274690102170202766501021D010367206501021B02027265010214010368656C010402080103696E6701021901036C6C6F0104040802026F0A0104050801036E672001021A01036F0A6101020C030168010206020264790102230202757401021001037265650102150202796201022001037420670102120202696E0102180103757420010211010376657201021E010379626F01022104080708070808060808080707070807090809080808060707080708070808'),
(274877906945, X'0000009704300A616203020B0202746F0302060103206861030211010361626F03020C02026D6D0302130103626F7503020D0103657273030216010368616D03021201036C0A6103020A03017403020501036D657203021502026D6503021401036F6C0A0304040702026F6C030403070202757403020E010372732E030217010374206803021002026F6F03040207010375742003020F04080708080708080808060807090807080808'),
(412316860417, X'000001B604300A6162FFFFFFFFFFFFFFFFFC020B02026C6FFFFFFFFFFFFFFFFFFC0206010320686FFFFFFFFFFFFFFFFFFC021502026F6EFFFFFFFFFFFFFFFFFC021102027468FFFFFFFFFFFFFFFFFC021D010361626FFFFFFFFFFFFFFFFFFC020C0103626F75FFFFFFFFFFFFFFFFFC020D0103650A61FFFFFFFFFFFFFFFFFC020A03016CFFFFFFFFFFFFFFFFFC020502022068FFFFFFFFFFFFFFFFFC0214030174FFFFFFFFFFFFFFFFFC021C010368696EFFFFFFFFFFFFFFFFFC021F02026F73FFFFFFFFFFFFFFFFFC02160103696C65FFFFFFFFFFFFFFFFFC021A02026E67FFFFFFFFFFFFFFFFFC022001036C6520FFFFFFFFFFFFFFFFFC021B02026F6EFFFFFFFFFFFFFFFFFC04020701036E650AFFFFFFFFFFFFFFFFFC040407030120FFFFFFFFFFFFFFFFFC02130202672EFFFFFFFFFFFFFFFFFC022101036F6E65FFFFFFFFFFFFFFFFFC0603070C02027374FFFFFFFFFFFFFFFFFC021702027574FFFFFFFFFFFFFFFFFC020E0103737469FFFFFFFFFFFFFFFFFC0218010374206FFFFFFFFFFFFFFFFFFC021002026869FFFFFFFFFFFFFFFFFC021E0202696CFFFFFFFFFFFFFFFFFC02190103757420FFFFFFFFFFFFFFFFFC020F04100F100F0F1010100E0F0E100F100F1010110E0F120F0F10100F0F'),
(549755813889, X'000000AD04300A616205020B0202676F050206010320737405021602027768050211010361626F05020C02027420050214020279730502190103626F7505020D0103650A6105020A0301670502050103676F6E05040207010368617405021301036E650A0504040701036F6E65050403070202757405020E0103737461050217010374207305021503017705021002026179050218010375742005020F0103776861050212010379732E05021A04080708070807070808060908090907080806070808'),
(687194767361, X'0000012904300A616206021502026F6C06020B0103206E6F060220020273680602270202757306022E0202776806021B01032D74680604050C010361626F0602160202742006021E0103626F64060223030175060217010364207506022D02022D740604040C020279200602250103670A6106021403016F06020A010368617406021D0202696E0604070C02026F750602290103696E670604080C01036C642006022C03012D0604030C01036E670A0604090C02026F6206022101036F626F0602220202647906022402026C640604020C0202756C06022A030174060218010373652E0602300202686F060228010374206E06021F03017706021A020268690604060C0103756C6406022B0202736506022F02027420060219010377686106021C0103792073060226040807080707070908070806080807080608080709080709070807080706080708060808070708'),
(824633720833, X'0000013104300A61620A02130202646F0A020A0103206C6F0A022802026F640A022E0202736F0A0219020274680A0223010361626F0A0214020274200A02260103626F750A0215020274660A04050B010364642E0A023002026F750A04020B01036574680A021D010366756C0A04070B01036720740A022201036861740A02250202696E0A021F0103696E670A022001036B73200A022C01036C0A610A02120301640A020902026F6F0A022901036D65740A021C01036E67200A022101036F64640A022F02026B730A022B02026D650A021B02026F6B0A022A020275620A04030B0301740A0216010373206F0A022D02026F6D0A021A010374206C0A02270301730A0218020266750A04060B020268610A02240301690A021E01037562740A04040B02026C0A0A04080B020274200A021704080708070707080708080808080908080708080806070808080707070806080708060807060908');

insert into skills_folded_idx (segid, term, pgno) values
(1, X'', 2),
(2, X'', 2),
(3, X'', 2),
(4, X'', 2),
(5, X'', 2),
(6, X'', 2);

insert into skills_folded_docsize (id, sz) values
(-4, X'20'),
(1, X'23'),
(10, X'2F'),
(3, X'16'),
(5, X'19'),
(6, X'2F');

insert into skills_folded_config (k, v) values
('version', 4);

insert into skills_tokens_data (id, block) values
(1, X'0638'),
(10, X'000000000106060006010101020101030101040101050101060101'),
(137438953473, X'0000021102305F81908080808001020568656C6C6F81908080808001010561626F75748190808080800101096576657279626F64798190808080800101086772656574696E6781908080808001010568656C6C6F819080808080010002315F81908080808001010161819080808080010101658190808080800101016781908080808001010168819080808080010003325F688190808080800101026162819080808080010102657681908080808001010267728190808080800101026865819080808080010004335F686581908080808001010361626F81908080808001010365766581908080808001010367726581908080808001010368656C819080808080010005345F68656C81908080808001010461626F75819080808080010104657665728190808080800101046772656581908080808001010468656C6C819080808080010006355F68656C6C81908080808001010561626F75748190808080800101056576657279819080808080010105677265657481908080808001010568656C6C6F819080808080010007365F68656C6C6F819080808080010106657665727962819080808080010106677265657469819080808080010008376576657279626F8190808080800101076772656574696E819080808080010009386576657279626F648190808080800101086772656574696E6781908080808001000A396576657279626F647981908080808001040A0E0E12110E0B0A0A0A0A0C0B0B0B0B0D0C0C0C0C0E0D0D0D0D0F0E0E0E0E100F0F11101211'),
(274877906945, X'0000014E02305F82E080808080030204746F6F6C82E08080808003010561626F757482E08080808003010768616D6D65727382E080808080030104746F6F6C82E080808080030002315F82E0808080800301016182E0808080800301016882E0808080800301017482E080808080030003325F7482E080808080030102616282E080808080030102686182E080808080030102746F82E080808080030004335F746F82E08080808003010361626F82E08080808003010368616D82E080808080030103746F6F82E080808080030005345F746F6F82E08080808003010461626F7582E08080808003010468616D6D82E080808080030104746F6F6C82E080808080030006355F746F6F6C82E08080808003010561626F757482E08080808003010568616D6D6582E0808080800300073668616D6D657282E0808080800300083768616D6D65727382E08080808003040A0D0E100D0B0A0A0A0C0B0B0B0D0C0C0C0E0D0D0D0F0E0E10'),
(412316860417, X'0000020D02305FFFFFFECBFFFFFFFFFC02046C6F6E65FFFFFECBFFFFFFFFFC010561626F7574FFFFFECBFFFFFFFFFC0107686F7374696C65FFFFFECBFFFFFFFFFC01046C6F6E65FFFFFECBFFFFFFFFFC01036F6E65FFFFFECBFFFFFFFFFC01057468696E67FFFFFECBFFFFFFFFFC0002315FFFFFFECBFFFFFFFFFC010161FFFFFECBFFFFFFFFFC010168FFFFFECBFFFFFFFFFC01016CFFFFFECBFFFFFFFFFC01016FFFFFFECBFFFFFFFFFC010174FFFFFECBFFFFFFFFFC0003325F6CFFFFFECBFFFFFFFFFC01026162FFFFFECBFFFFFFFFFC0102686FFFFFFECBFFFFFFFFFC01026C6FFFFFFECBFFFFFFFFFC01026F6EFFFFFECBFFFFFFFFFC01027468FFFFFECBFFFFFFFFFC0004335F6C6FFFFFFECBFFFFFFFFFC010361626FFFFFFECBFFFFFFFFFC0103686F73FFFFFECBFFFFFFFFFC01036C6F6EFFFFFECBFFFFFFFFFC01036F6E65FFFFFECBFFFFFFFFFC0103746869FFFFFECBFFFFFFFFFC0005345F6C6F6EFFFFFECBFFFFFFFFFC010461626F75FFFFFECBFFFFFFFFFC0104686F7374FFFFFECBFFFFFFFFFC01046C6F6E65FFFFFECBFFFFFFFFFC01047468696EFFFFFECBFFFFFFFFFC0006355F6C6F6E65FFFFFECBFFFFFFFFFC010561626F7574FFFFFECBFFFFFFFFFC0105686F737469FFFFFECBFFFFFFFFFC01057468696E67FFFFFECBFFFFFFFFFC000736686F7374696CFFFFFECBFFFFFFFFFC000837686F7374696C65FFFFFECBFFFFFFFFFC040C0F10120F0E100D0C0C0C0C0C0E0D0D0D0D0D0F0E0E0E0E0E100F0F0F0F1110101012'),
(549755813889, X'0000016602305F82E880808080050204676F6E6582E88080808005010561626F757482E880808080050104676F6E6582E880808080050105737461797382E8808080800501047768617482E880808080050002315F82E8808080800501016182E8808080800501016782E8808080800501017382E8808080800501017782E880808080050003325F6782E880808080050102616282E880808080050102676F82E880808080050102737482E880808080050102776882E880808080050004335F676F82E88080808005010361626F82E880808080050103676F6E82E88080808005010373746182E88080808005010377686182E880808080050005345F676F6E82E88080808005010461626F7582E880808080050104676F6E6582E8808080800501047374617982E8808080800501047768617482E880808080050006355F676F6E6582E88080808005010561626F757482E880808080050105737461797382E88080808005040A0D0E0D0E0D0B0A0A0A0A0C0B0B0B0B0D0C0C0C0C0E0D0D0D0D0F0E'),
(687194767361, X'0000027702305F85D8908080800602036F6C6485D8908080800602057468696E6785D89080808006010561626F757485D8908080800601066E6F626F647985D8908080800601036F6C6485D89080808006010673686F756C6485D8908080800601057468696E6785D89080808006010375736585D8908080800601047768617485D890808080060002315F85D8908080800601016185D8908080800601016E85D8908080800601016F85D8908080800601017385D8908080800601017485D8908080800601017585D8908080800601017785D890808080060003325F6F85D8908080800602017485D890808080060102616285D8908080800601026E6F85D8908080800601026F6C85D890808080060102736885D890808080060102746885D890808080060102757385D890808080060102776885D890808080060004335F6F6C85D890808080060202746885D89080808006010361626F85D8908080800601036E6F6285D8908080800601036F6C6485D89080808006010373686F85D89080808006010374686985D89080808006010375736585D89080808006010377686185D890808080060005345F6F6C6485D89080808006020374686985D89080808006010461626F7585D8908080800601046E6F626F85D89080808006010473686F7585D8908080800601047468696E85D8908080800601047768617485D890808080060006355F7468696E85D89080808006010561626F757485D8908080800601056E6F626F6485D89080808006010573686F756C85D8908080800601057468696E6785D890808080060007365F7468696E6785D8908080800601066E6F626F647985D89080808006010673686F756C6485D89080808006040A0C0E0E0F0C0F0E0C0D0B0A0A0A0A0A0A0A0C0A0B0B0B0B0B0B0B0D0B0C0C0C0C0C0C0C0E0C0D0D0D0D0D0F0E0E0E0E100F'),
(824633720833, X'000002AF02305F82E8808080800A0208646F75627466756C82E8808080800A010561626F757482E8808080800A0108646F75627466756C82E8808080800A01056C6F6F6B7382E8808080800A01036F646482E8808080800A0109736F6D657468696E6782E8808080800A01047468617482E8808080800A0002315F82E8808080800A01016182E8808080800A01016482E8808080800A01016C82E8808080800A01016F82E8808080800A01017382E8808080800A01017482E8808080800A0003325F6482E8808080800A0102616282E8808080800A0102646F82E8808080800A01026C6F82E8808080800A01026F6482E8808080800A0102736F82E8808080800A0102746882E8808080800A0004335F646F82E8808080800A010361626F82E8808080800A0103646F7582E8808080800A01036C6F6F82E8808080800A01036F646482E8808080800A0103736F6D82E8808080800A010374686182E8808080800A0005345F646F7582E8808080800A010461626F7582E8808080800A0104646F756282E8808080800A01046C6F6F6B82E8808080800A0104736F6D6582E8808080800A01047468617482E8808080800A0006355F646F756282E8808080800A010561626F757482E8808080800A0105646F75627482E8808080800A01056C6F6F6B7382E8808080800A0105736F6D657482E8808080800A0007365F646F75627482E8808080800A0106646F7562746682E8808080800A0106736F6D65746882E8808080800A0008375F646F7562746682E8808080800A0107646F756274667582E8808080800A0107736F6D6574686982E8808080800A0009385F646F756274667582E8808080800A0108646F75627466756C82E8808080800A0108736F6D657468696E82E8808080800A000A395F646F75627466756C82E8808080800A0109736F6D657468696E6782E8808080800A040A110E110E0C120D0B0A0A0A0A0A0A0C0B0B0B0B0B0B0D0C0C0C0C0C0C0E0D0D0D0D0D0F0E0E0E0E100F0F11101012111113');

insert into skills_tokens_idx (segid, term, pgno) values
(1, X'', 2),
(2, X'', 2),
(3, X'', 2),
(4, X'', 2),
(5, X'', 2),
(6, X'', 2);

insert into skills_tokens_docsize (id, sz) values
(-12369505812484, X'09'),
(12094627905539, X'07'),
(12369505812485, X'08'),
(12369505812490, X'0A'),
(25018184499206, X'0E'),
(4947802324993, X'08');

insert into skills_tokens_config (k, v) values
('version', 4);

insert into kits_folded_data (id, block) values
(1, X'0116'),
(10, X'000000000101010001010101'),
(137438953473, X'0000008904300A74680102090103206B690102150202737401020D01036172740104040E010365207301020C0202720A010207030120010213010368652001020B010369740A01021701036B69740102160103720A740102080202206B010214020274650104050E01037374610104020E01037461720104030E020265720104060E0202686501020A0408080709080706080808080708090908');

insert into kits_folded_idx (segid, term, pgno) values
(1, X'', 2);

insert into kits_folded_docsize (id, sz) values
(1, X'16');

insert into kits_folded_config (k, v) values
('version', 4);

insert into kits_tokens_data (id, block) values
(1, X'0109'),
(10, X'000000000101010001010101'),
(137438953473, X'000000E502305F0102036B6974010207737461727465720102037468650101036B697401010773746172746572010103746865010002315F0101016B0101017301010174010003325F6B01020173010201740101026B6901010273740101027468010004335F6B69010202737401020274680101036B6974010103737461010103746865010005345F6B697401020373746101020374686501010473746172010006355F737461720101057374617274010007365F7374617274010106737461727465010008375F73746172746501010773746172746572010009385F73746172746572010404060A06060A06050404040604040505050705050606060806060709080A090B0A');

insert into kits_tokens_idx (segid, term, pgno) values
(1, X'', 2);

insert into kits_tokens_docsize (id, sz) values
(1, X'09');

insert into kits_tokens_config (k, v) values
('version', 4);

insert into profiles_folded_data (id, block) values
(1, X'0542'),
(10, X'000000000105050005010101020101030101040101050101'),
(137438953473, X'000000F304300A61640102050202777201020B010320656E01021602026C0A01020902026E6F01021F02027468010212010327732001021D0103610A610102040202206C0102080202646101040206010364610A01020303012001020701036520650102150202277301021C02026E670102170202732001021003012E010223010367696E01021901036865200102140103696E6501021A0202746501020E01036C0A7701020A01036E652701021B0202676901021802026F7401022001036F7465010221010372697401020D010373206E01021E030174010211010374657301040F1502026865010213010377726901020C0408070807070708080708080608070707060808080708080707080808060907'),
(274877906945, X'0000002504300A626F0202050103620A6202020402026F620204020601036F620A0204030604080808'),
(412316860417, X'0000003804300A6361030207010361726F0304030801036361720304020801036C0A6303020601036F6C0A030405080103726F6C03040408040809090809'),
(549755813889, X'0000002F04300A6372060206010363726506040207010365770A060404070103726577060403070103770A630602050408090909'),
(687194767361, X'0000002F04300A6C6F07020601036C6F730704020701036F737407040307010373740A070404070103740A6C0702050408090909');

insert into profiles_folded_idx (segid, term, pgno) values
(1, X'', 2),
(2, X'', 2),
(3, X'', 2),
(4, X'', 2),
(5, X'', 2);

insert into profiles_folded_docsize (id, sz) values
(1, X'22'),
(2, X'06'),
(3, X'0A'),
(6, X'08'),
(7, X'08');

insert into profiles_folded_config (k, v) values
('version', 4);

insert into profiles_tokens_data (id, block) values
(1, X'0520'),
(10, X'000000000105050005010101020101030101040101050101'),
(137438953473, X'000000F202305F0102036164610102016C010103616461010106656E67696E650101016C0101056E6F74657301010173010103746865010106777269746573010002315F01010161010101650101016C0101016E010101730101017401010177010003325F610102016C0101026164010102656E0101026E6F01010274680101027772010004335F6164010103616461010103656E670101036E6F74010103746865010103777269010005345F616461010104656E67690101046E6F74650101047772697401000635656E67696E0101056E6F746573010105777269746501000736656E67696E65010106777269746573010404060406090408040609050404040404040406040505050505070606060606080707070908080A'),
(274877906945, X'0000003D02305F020203626F62020103626F62020002315F02010162020003325F62020102626F020004335F626F020103626F62020005345F626F620204040606050406050706'),
(412316860417, X'0000006302305F0302056361726F6C0301056361726F6C030002315F03010163030003325F630301026361030004335F6361030103636172030005345F6361720301046361726F030006355F6361726F0301056361726F6C030007365F6361726F6C030404080805040605070608070908'),
(549755813889, X'0000004F02305F0602046372657706010463726577060002315F06010163060003325F630601026372060004335F6372060103637265060005345F63726506010463726577060006355F6372657706040407070504060507060807'),
(687194767361, X'0000004F02305F0702046C6F73740701046C6F7374070002315F0701016C070003325F6C0701026C6F070004335F6C6F0701036C6F73070005345F6C6F730701046C6F7374070006355F6C6F737407040407070504060507060807');

insert into profiles_tokens_idx (segid, term, pgno) values
(1, X'', 2),
(2, X'', 2),
(3, X'', 2),
(4, X'', 2),
(5, X'', 2);

insert into profiles_tokens_docsize (id, sz) values
(1, X'0C'),
(2, X'05'),
(3, X'05'),
(6, X'05'),
(7, X'05');

insert into profiles_tokens_config (k, v) values
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

CREATE INDEX skills_listed_alpha on skills(slug, id, category) where (skills.visibility = 'public' and skills.moderation_status in ('none', 'warned') and skills.owner_shown = 1
    and skills.latest_version_id is not null);

CREATE INDEX skills_listed_alpha_of_category on skills(category, slug, id) where (skills.visibility = 'public' and skills.moderation_status in ('none', 'warned') and skills.owner_shown = 1
    and skills.latest_version_id is not null);

CREATE INDEX skills_listed_of_owner on skills(owner_id, category) where (skills.visibility = 'public' and skills.moderation_status in ('none', 'warned') and skills.owner_shown = 1
    and skills.latest_version_id is not null);

CREATE INDEX activity_shown on activity(id) where shown = 1;

CREATE INDEX activity_of_kit on activity(kit_id) where kit_id is not null;

CREATE INDEX profiles_shown on profiles(follower_count desc, handle)
    where (profiles.handle is not null and profiles.moderation_status in ('none', 'warned'));

CREATE INDEX skills_listed_new on skills(id, category) where (skills.visibility = 'public' and skills.moderation_status in ('none', 'warned') and skills.owner_shown = 1
    and skills.latest_version_id is not null);

CREATE INDEX skills_listed_new_of_category on skills(category, id) where (skills.visibility = 'public' and skills.moderation_status in ('none', 'warned') and skills.owner_shown = 1
    and skills.latest_version_id is not null);

CREATE INDEX skills_listed_installs on skills(install_count, id, category) where (skills.visibility = 'public' and skills.moderation_status in ('none', 'warned') and skills.owner_shown = 1
    and skills.latest_version_id is not null);

CREATE INDEX library_shown on library(skill_id, added_at, profile_id) where shown = 1;

CREATE INDEX quota_uses_by_day on quota_uses(day);

CREATE INDEX team_invitations_of on team_invitations(member_id);

CREATE INDEX team_invitations_by_expiry on team_invitations(expires_at);

CREATE TRIGGER audit_log_no_update before update on audit_log
        begin select raise(abort, 'audit_log is append-only'); end;

CREATE TRIGGER audit_log_no_delete before delete on audit_log
        begin select raise(abort, 'audit_log is append-only'); end;

CREATE TRIGGER skills_totals_insert after insert on skills begin insert into skill_totals (category, signature_status, scan_status, total) select new.category, new.signature_status, new.scan_status, 1 where (new.visibility = 'public' and new.moderation_status in ('none', 'warned') and new.owner_shown = 1
    and new.latest_version_id is not null)
    on conflict (category, signature_status, scan_status) do update set total = skill_totals.total + 1; insert into author_totals (owner_id, total) select new.owner_id, 1 where (new.visibility = 'public' and new.moderation_status in ('none', 'warned') and new.owner_shown = 1
    and new.latest_version_id is not null)
    on conflict (owner_id) do update set total = author_totals.total + 1; end;

CREATE TRIGGER skills_totals_delete after delete on skills begin update skill_totals set total = total - 1 where skill_totals.category = old.category and skill_totals.signature_status = old.signature_status and skill_totals.scan_status = old.scan_status and (old.visibility = 'public' and old.moderation_status in ('none', 'warned') and old.owner_shown = 1
    and old.latest_version_id is not null);
    delete from skill_totals where total = 0 and skill_totals.category = old.category and skill_totals.signature_status = old.signature_status and skill_totals.scan_status = old.scan_status and (old.visibility = 'public' and old.moderation_status in ('none', 'warned') and old.owner_shown = 1
    and old.latest_version_id is not null); update author_totals set total = total - 1 where author_totals.owner_id = old.owner_id and (old.visibility = 'public' and old.moderation_status in ('none', 'warned') and old.owner_shown = 1
    and old.latest_version_id is not null);
    delete from author_totals where total = 0 and author_totals.owner_id = old.owner_id and (old.visibility = 'public' and old.moderation_status in ('none', 'warned') and old.owner_shown = 1
    and old.latest_version_id is not null); end;

CREATE TRIGGER skills_totals_update after update of visibility, moderation_status, owner_shown, latest_version_id, category, signature_status, scan_status on skills begin update skill_totals set total = total - 1 where skill_totals.category = old.category and skill_totals.signature_status = old.signature_status and skill_totals.scan_status = old.scan_status and (old.visibility = 'public' and old.moderation_status in ('none', 'warned') and old.owner_shown = 1
    and old.latest_version_id is not null);
    delete from skill_totals where total = 0 and skill_totals.category = old.category and skill_totals.signature_status = old.signature_status and skill_totals.scan_status = old.scan_status and (old.visibility = 'public' and old.moderation_status in ('none', 'warned') and old.owner_shown = 1
    and old.latest_version_id is not null); update author_totals set total = total - 1 where author_totals.owner_id = old.owner_id and (old.visibility = 'public' and old.moderation_status in ('none', 'warned') and old.owner_shown = 1
    and old.latest_version_id is not null);
    delete from author_totals where total = 0 and author_totals.owner_id = old.owner_id and (old.visibility = 'public' and old.moderation_status in ('none', 'warned') and old.owner_shown = 1
    and old.latest_version_id is not null); insert into skill_totals (category, signature_status, scan_status, total) select new.category, new.signature_status, new.scan_status, 1 where (new.visibility = 'public' and new.moderation_status in ('none', 'warned') and new.owner_shown = 1
    and new.latest_version_id is not null)
    on conflict (category, signature_status, scan_status) do update set total = skill_totals.total + 1; insert into author_totals (owner_id, total) select new.owner_id, 1 where (new.visibility = 'public' and new.moderation_status in ('none', 'warned') and new.owner_shown = 1
    and new.latest_version_id is not null)
    on conflict (owner_id) do update set total = author_totals.total + 1; end;

CREATE TRIGGER activity_totals_insert after insert on activity begin insert into activity_totals (day, kind, total) select new.created_at / 86400, new.kind, 1 where new.shown = 1
    on conflict (day, kind) do update set total = activity_totals.total + 1; end;

CREATE TRIGGER activity_totals_delete after delete on activity begin update activity_totals set total = total - 1 where activity_totals.day = old.created_at / 86400 and activity_totals.kind = old.kind and old.shown = 1;
    delete from activity_totals where total = 0 and activity_totals.day = old.created_at / 86400 and activity_totals.kind = old.kind and old.shown = 1; end;

CREATE TRIGGER activity_totals_update after update of shown on activity begin update activity_totals set total = total - 1 where activity_totals.day = old.created_at / 86400 and activity_totals.kind = old.kind and old.shown = 1;
    delete from activity_totals where total = 0 and activity_totals.day = old.created_at / 86400 and activity_totals.kind = old.kind and old.shown = 1; insert into activity_totals (day, kind, total) select new.created_at / 86400, new.kind, 1 where new.shown = 1
    on conflict (day, kind) do update set total = activity_totals.total + 1; end;

CREATE TRIGGER skills_folded_insert after insert on skills begin insert into skills_folded(rowid, text) values (case when (new.visibility = 'public' and new.moderation_status in ('none', 'warned') and new.owner_shown = 1
    and new.latest_version_id is not null) then new.id else -(new.id) end, new.folded); end;

CREATE TRIGGER skills_folded_delete after delete on skills begin insert into skills_folded(skills_folded, rowid, text) values ('delete', case when (old.visibility = 'public' and old.moderation_status in ('none', 'warned') and old.owner_shown = 1
    and old.latest_version_id is not null) then old.id else -(old.id) end, old.folded); end;

CREATE TRIGGER skills_folded_update after update on skills
        when case when (old.visibility = 'public' and old.moderation_status in ('none', 'warned') and old.owner_shown = 1
    and old.latest_version_id is not null) then old.id else -(old.id) end <> case when (new.visibility = 'public' and new.moderation_status in ('none', 'warned') and new.owner_shown = 1
    and new.latest_version_id is not null) then new.id else -(new.id) end or old.folded <> new.folded begin insert into skills_folded(skills_folded, rowid, text) values ('delete', case when (old.visibility = 'public' and old.moderation_status in ('none', 'warned') and old.owner_shown = 1
    and old.latest_version_id is not null) then old.id else -(old.id) end, old.folded); insert into skills_folded(rowid, text) values (case when (new.visibility = 'public' and new.moderation_status in ('none', 'warned') and new.owner_shown = 1
    and new.latest_version_id is not null) then new.id else -(new.id) end, new.folded); end;

CREATE TRIGGER skills_tokens_insert after insert on skills begin insert into skills_tokens(rowid, text) values (case when (new.visibility = 'public' and new.moderation_status in ('none', 'warned') and new.owner_shown = 1
    and new.latest_version_id is not null) then ((((new.deprecated * 2 + case new.signature_status when 'verified' then 0 else 1 end) * 23 + case when new.install_count < 1 then 22 when new.install_count < 2 then 21 when new.install_count < 3 then 20 when new.install_count < 4 then 19 when new.install_count < 8 then 18 when new.install_count < 16 then 17 when new.install_count < 32 then 16 when new.install_count < 64 then 15 when new.install_count < 128 then 14 when new.install_count < 256 then 13 when new.install_count < 512 then 12 when new.install_count < 1024 then 11 when new.install_count < 2048 then 10 when new.install_count < 4096 then 9 when new.install_count < 8192 then 8 when new.install_count < 16384 then 7 when new.install_count < 32768 then 6 when new.install_count < 65536 then 5 when new.install_count < 131072 then 4 when new.install_count < 262144 then 3 when new.install_count < 524288 then 2 when new.install_count < 1048576 then 1 else 0 end) * 64 + length(new.slug) - length(replace(new.slug, '-', '')))
    * 4294967296 + new.id) else -(((((new.deprecated * 2 + case new.signature_status when 'verified' then 0 else 1 end) * 23 + case when new.install_count < 1 then 22 when new.install_count < 2 then 21 when new.install_count < 3 then 20 when new.install_count < 4 then 19 when new.install_count < 8 then 18 when new.install_count < 16 then 17 when new.install_count < 32 then 16 when new.install_count < 64 then 15 when new.install_count < 128 then 14 when new.install_count < 256 then 13 when new.install_count < 512 then 12 when new.install_count < 1024 then 11 when new.install_count < 2048 then 10 when new.install_count < 4096 then 9 when new.install_count < 8192 then 8 when new.install_count < 16384 then 7 when new.install_count < 32768 then 6 when new.install_count < 65536 then 5 when new.install_count < 131072 then 4 when new.install_count < 262144 then 3 when new.install_count < 524288 then 2 when new.install_count < 1048576 then 1 else 0 end) * 64 + length(new.slug) - length(replace(new.slug, '-', '')))
    * 4294967296 + new.id)) end, new.tokens || replace(new.names, ' ', ' _')); end;

CREATE TRIGGER skills_tokens_delete after delete on skills begin insert into skills_tokens(skills_tokens, rowid, text) values ('delete', case when (old.visibility = 'public' and old.moderation_status in ('none', 'warned') and old.owner_shown = 1
    and old.latest_version_id is not null) then ((((old.deprecated * 2 + case old.signature_status when 'verified' then 0 else 1 end) * 23 + case when old.install_count < 1 then 22 when old.install_count < 2 then 21 when old.install_count < 3 then 20 when old.install_count < 4 then 19 when old.install_count < 8 then 18 when old.install_count < 16 then 17 when old.install_count < 32 then 16 when old.install_count < 64 then 15 when old.install_count < 128 then 14 when old.install_count < 256 then 13 when old.install_count < 512 then 12 when old.install_count < 1024 then 11 when old.install_count < 2048 then 10 when old.install_count < 4096 then 9 when old.install_count < 8192 then 8 when old.install_count < 16384 then 7 when old.install_count < 32768 then 6 when old.install_count < 65536 then 5 when old.install_count < 131072 then 4 when old.install_count < 262144 then 3 when old.install_count < 524288 then 2 when old.install_count < 1048576 then 1 else 0 end) * 64 + length(old.slug) - length(replace(old.slug, '-', '')))
    * 4294967296 + old.id) else -(((((old.deprecated * 2 + case old.signature_status when 'verified' then 0 else 1 end) * 23 + case when old.install_count < 1 then 22 when old.install_count < 2 then 21 when old.install_count < 3 then 20 when old.install_count < 4 then 19 when old.install_count < 8 then 18 when old.install_count < 16 then 17 when old.install_count < 32 then 16 when old.install_count < 64 then 15 when old.install_count < 128 then 14 when old.install_count < 256 then 13 when old.install_count < 512 then 12 when old.install_count < 1024 then 11 when old.install_count < 2048 then 10 when old.install_count < 4096 then 9 when old.install_count < 8192 then 8 when old.install_count < 16384 then 7 when old.install_count < 32768 then 6 when old.install_count < 65536 then 5 when old.install_count < 131072 then 4 when old.install_count < 262144 then 3 when old.install_count < 524288 then 2 when old.install_count < 1048576 then 1 else 0 end) * 64 + length(old.slug) - length(replace(old.slug, '-', '')))
    * 4294967296 + old.id)) end, old.tokens || replace(old.names, ' ', ' _')); end;

CREATE TRIGGER skills_tokens_update after update on skills
        when case when (old.visibility = 'public' and old.moderation_status in ('none', 'warned') and old.owner_shown = 1
    and old.latest_version_id is not null) then ((((old.deprecated * 2 + case old.signature_status when 'verified' then 0 else 1 end) * 23 + case when old.install_count < 1 then 22 when old.install_count < 2 then 21 when old.install_count < 3 then 20 when old.install_count < 4 then 19 when old.install_count < 8 then 18 when old.install_count < 16 then 17 when old.install_count < 32 then 16 when old.install_count < 64 then 15 when old.install_count < 128 then 14 when old.install_count < 256 then 13 when old.install_count < 512 then 12 when old.install_count < 1024 then 11 when old.install_count < 2048 then 10 when old.install_count < 4096 then 9 when old.install_count < 8192 then 8 when old.install_count < 16384 then 7 when old.install_count < 32768 then 6 when old.install_count < 65536 then 5 when old.install_count < 131072 then 4 when old.install_count < 262144 then 3 when old.install_count < 524288 then 2 when old.install_count < 1048576 then 1 else 0 end) * 64 + length(old.slug) - length(replace(old.slug, '-', '')))
    * 4294967296 + old.id) else -(((((old.deprecated * 2 + case old.signature_status when 'verified' then 0 else 1 end) * 23 + case when old.install_count < 1 then 22 when old.install_count < 2 then 21 when old.install_count < 3 then 20 when old.install_count < 4 then 19 when old.install_count < 8 then 18 when old.install_count < 16 then 17 when old.install_count < 32 then 16 when old.install_count < 64 then 15 when old.install_count < 128 then 14 when old.install_count < 256 then 13 when old.install_count < 512 then 12 when old.install_count < 1024 then 11 when old.install_count < 2048 then 10 when old.install_count < 4096 then 9 when old.install_count < 8192 then 8 when old.install_count < 16384 then 7 when old.install_count < 32768 then 6 when old.install_count < 65536 then 5 when old.install_count < 131072 then 4 when old.install_count < 262144 then 3 when old.install_count < 524288 then 2 when old.install_count < 1048576 then 1 else 0 end) * 64 + length(old.slug) - length(replace(old.slug, '-', '')))
    * 4294967296 + old.id)) end <> case when (new.visibility = 'public' and new.moderation_status in ('none', 'warned') and new.owner_shown = 1
    and new.latest_version_id is not null) then ((((new.deprecated * 2 + case new.signature_status when 'verified' then 0 else 1 end) * 23 + case when new.install_count < 1 then 22 when new.install_count < 2 then 21 when new.install_count < 3 then 20 when new.install_count < 4 then 19 when new.install_count < 8 then 18 when new.install_count < 16 then 17 when new.install_count < 32 then 16 when new.install_count < 64 then 15 when new.install_count < 128 then 14 when new.install_count < 256 then 13 when new.install_count < 512 then 12 when new.install_count < 1024 then 11 when new.install_count < 2048 then 10 when new.install_count < 4096 then 9 when new.install_count < 8192 then 8 when new.install_count < 16384 then 7 when new.install_count < 32768 then 6 when new.install_count < 65536 then 5 when new.install_count < 131072 then 4 when new.install_count < 262144 then 3 when new.install_count < 524288 then 2 when new.install_count < 1048576 then 1 else 0 end) * 64 + length(new.slug) - length(replace(new.slug, '-', '')))
    * 4294967296 + new.id) else -(((((new.deprecated * 2 + case new.signature_status when 'verified' then 0 else 1 end) * 23 + case when new.install_count < 1 then 22 when new.install_count < 2 then 21 when new.install_count < 3 then 20 when new.install_count < 4 then 19 when new.install_count < 8 then 18 when new.install_count < 16 then 17 when new.install_count < 32 then 16 when new.install_count < 64 then 15 when new.install_count < 128 then 14 when new.install_count < 256 then 13 when new.install_count < 512 then 12 when new.install_count < 1024 then 11 when new.install_count < 2048 then 10 when new.install_count < 4096 then 9 when new.install_count < 8192 then 8 when new.install_count < 16384 then 7 when new.install_count < 32768 then 6 when new.install_count < 65536 then 5 when new.install_count < 131072 then 4 when new.install_count < 262144 then 3 when new.install_count < 524288 then 2 when new.install_count < 1048576 then 1 else 0 end) * 64 + length(new.slug) - length(replace(new.slug, '-', '')))
    * 4294967296 + new.id)) end or old.tokens || replace(old.names, ' ', ' _') <> new.tokens || replace(new.names, ' ', ' _') begin insert into skills_tokens(skills_tokens, rowid, text) values ('delete', case when (old.visibility = 'public' and old.moderation_status in ('none', 'warned') and old.owner_shown = 1
    and old.latest_version_id is not null) then ((((old.deprecated * 2 + case old.signature_status when 'verified' then 0 else 1 end) * 23 + case when old.install_count < 1 then 22 when old.install_count < 2 then 21 when old.install_count < 3 then 20 when old.install_count < 4 then 19 when old.install_count < 8 then 18 when old.install_count < 16 then 17 when old.install_count < 32 then 16 when old.install_count < 64 then 15 when old.install_count < 128 then 14 when old.install_count < 256 then 13 when old.install_count < 512 then 12 when old.install_count < 1024 then 11 when old.install_count < 2048 then 10 when old.install_count < 4096 then 9 when old.install_count < 8192 then 8 when old.install_count < 16384 then 7 when old.install_count < 32768 then 6 when old.install_count < 65536 then 5 when old.install_count < 131072 then 4 when old.install_count < 262144 then 3 when old.install_count < 524288 then 2 when old.install_count < 1048576 then 1 else 0 end) * 64 + length(old.slug) - length(replace(old.slug, '-', '')))
    * 4294967296 + old.id) else -(((((old.deprecated * 2 + case old.signature_status when 'verified' then 0 else 1 end) * 23 + case when old.install_count < 1 then 22 when old.install_count < 2 then 21 when old.install_count < 3 then 20 when old.install_count < 4 then 19 when old.install_count < 8 then 18 when old.install_count < 16 then 17 when old.install_count < 32 then 16 when old.install_count < 64 then 15 when old.install_count < 128 then 14 when old.install_count < 256 then 13 when old.install_count < 512 then 12 when old.install_count < 1024 then 11 when old.install_count < 2048 then 10 when old.install_count < 4096 then 9 when old.install_count < 8192 then 8 when old.install_count < 16384 then 7 when old.install_count < 32768 then 6 when old.install_count < 65536 then 5 when old.install_count < 131072 then 4 when old.install_count < 262144 then 3 when old.install_count < 524288 then 2 when old.install_count < 1048576 then 1 else 0 end) * 64 + length(old.slug) - length(replace(old.slug, '-', '')))
    * 4294967296 + old.id)) end, old.tokens || replace(old.names, ' ', ' _')); insert into skills_tokens(rowid, text) values (case when (new.visibility = 'public' and new.moderation_status in ('none', 'warned') and new.owner_shown = 1
    and new.latest_version_id is not null) then ((((new.deprecated * 2 + case new.signature_status when 'verified' then 0 else 1 end) * 23 + case when new.install_count < 1 then 22 when new.install_count < 2 then 21 when new.install_count < 3 then 20 when new.install_count < 4 then 19 when new.install_count < 8 then 18 when new.install_count < 16 then 17 when new.install_count < 32 then 16 when new.install_count < 64 then 15 when new.install_count < 128 then 14 when new.install_count < 256 then 13 when new.install_count < 512 then 12 when new.install_count < 1024 then 11 when new.install_count < 2048 then 10 when new.install_count < 4096 then 9 when new.install_count < 8192 then 8 when new.install_count < 16384 then 7 when new.install_count < 32768 then 6 when new.install_count < 65536 then 5 when new.install_count < 131072 then 4 when new.install_count < 262144 then 3 when new.install_count < 524288 then 2 when new.install_count < 1048576 then 1 else 0 end) * 64 + length(new.slug) - length(replace(new.slug, '-', '')))
    * 4294967296 + new.id) else -(((((new.deprecated * 2 + case new.signature_status when 'verified' then 0 else 1 end) * 23 + case when new.install_count < 1 then 22 when new.install_count < 2 then 21 when new.install_count < 3 then 20 when new.install_count < 4 then 19 when new.install_count < 8 then 18 when new.install_count < 16 then 17 when new.install_count < 32 then 16 when new.install_count < 64 then 15 when new.install_count < 128 then 14 when new.install_count < 256 then 13 when new.install_count < 512 then 12 when new.install_count < 1024 then 11 when new.install_count < 2048 then 10 when new.install_count < 4096 then 9 when new.install_count < 8192 then 8 when new.install_count < 16384 then 7 when new.install_count < 32768 then 6 when new.install_count < 65536 then 5 when new.install_count < 131072 then 4 when new.install_count < 262144 then 3 when new.install_count < 524288 then 2 when new.install_count < 1048576 then 1 else 0 end) * 64 + length(new.slug) - length(replace(new.slug, '-', '')))
    * 4294967296 + new.id)) end, new.tokens || replace(new.names, ' ', ' _')); end;

CREATE TRIGGER kits_folded_insert after insert on kits begin insert into kits_folded(rowid, text) values (new.id, new.folded); end;

CREATE TRIGGER kits_folded_delete after delete on kits begin insert into kits_folded(kits_folded, rowid, text) values ('delete', old.id, old.folded); end;

CREATE TRIGGER kits_folded_update after update on kits
        when old.id <> new.id or old.folded <> new.folded begin insert into kits_folded(kits_folded, rowid, text) values ('delete', old.id, old.folded); insert into kits_folded(rowid, text) values (new.id, new.folded); end;

CREATE TRIGGER kits_tokens_insert after insert on kits begin insert into kits_tokens(rowid, text) values (new.id, new.tokens || replace(new.names, ' ', ' _')); end;

CREATE TRIGGER kits_tokens_delete after delete on kits begin insert into kits_tokens(kits_tokens, rowid, text) values ('delete', old.id, old.tokens || replace(old.names, ' ', ' _')); end;

CREATE TRIGGER kits_tokens_update after update on kits
        when old.id <> new.id or old.tokens || replace(old.names, ' ', ' _') <> new.tokens || replace(new.names, ' ', ' _') begin insert into kits_tokens(kits_tokens, rowid, text) values ('delete', old.id, old.tokens || replace(old.names, ' ', ' _')); insert into kits_tokens(rowid, text) values (new.id, new.tokens || replace(new.names, ' ', ' _')); end;

CREATE TRIGGER profiles_folded_insert after insert on profiles begin insert into profiles_folded(rowid, text) values (new.id, new.folded); end;

CREATE TRIGGER profiles_folded_delete after delete on profiles begin insert into profiles_folded(profiles_folded, rowid, text) values ('delete', old.id, old.folded); end;

CREATE TRIGGER profiles_folded_update after update on profiles
        when old.id <> new.id or old.folded <> new.folded begin insert into profiles_folded(profiles_folded, rowid, text) values ('delete', old.id, old.folded); insert into profiles_folded(rowid, text) values (new.id, new.folded); end;

CREATE TRIGGER profiles_tokens_insert after insert on profiles begin insert into profiles_tokens(rowid, text) values (new.id, new.tokens || replace(new.names, ' ', ' _')); end;

CREATE TRIGGER profiles_tokens_delete after delete on profiles begin insert into profiles_tokens(profiles_tokens, rowid, text) values ('delete', old.id, old.tokens || replace(old.names, ' ', ' _')); end;

CREATE TRIGGER profiles_tokens_update after update on profiles
        when old.id <> new.id or old.tokens || replace(old.names, ' ', ' _') <> new.tokens || replace(new.names, ' ', ' _') begin insert into profiles_tokens(profiles_tokens, rowid, text) values ('delete', old.id, old.tokens || replace(old.names, ' ', ' _')); insert into profiles_tokens(rowid, text) values (new.id, new.tokens || replace(new.names, ' ', ' _')); end;
