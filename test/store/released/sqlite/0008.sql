-- Made by the program of 4885cad.

CREATE TABLE schema_version (version bigint not null);

CREATE TABLE profiles (
    id integer primary key autoincrement, kind text not null, handle text unique, display_name text not null default '', bio text not null default '', avatar_url text not null default '',
    is_operator bigint not null default 0, mcp_enabled bigint not null default 0, moderation_status text not null default 'none',
    follower_count bigint not null default 0, following_count bigint not null default 0, shard text not null default '',
    created_at bigint not null, folded text not null default '', tokens text not null default '', names text not null default '');

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
    last_used_at bigint, expires_at bigint, revoked_at bigint, in_browser bigint not null default 0);

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
    version_id bigint references versions(id), pinned bigint not null default 0, auto_approve bigint not null default 0, added_at bigint not null,
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

insert into schema_version (version) values
(8);

insert into profiles (id, kind, handle, display_name, bio, avatar_url, is_operator, mcp_enabled, moderation_status, follower_count, following_count, shard, created_at, folded, tokens, names) values
(1, 'user', 'ada', 'Ada L', 'Writes the engine''s notes.', '', 1, 1, 'none', 2, 1, 'fd', 1790000000, 'ada
ada l
writes the engine''s notes.', 'ada ada l writes the engine s notes', ' ada ada l '),
(2, 'user', 'bob', 'bob', '', '', 0, 0, 'none', 1, 1, '81', 1790000000, 'bob
bob
', 'bob bob', ' bob bob '),
(3, 'user', 'carol', 'carol', '', '', 0, 0, 'warned', 0, 1, '4c', 1790000000, 'carol
carol
', 'carol carol', ' carol carol '),
(4, 'user', 'mallory', 'mallory', '', '', 0, 0, 'suspended', 0, 1, 'c0', 1790000000, 'mallory
mallory
', 'mallory mallory', ' mallory mallory '),
(5, 'user', NULL, '', '', '', 0, 0, 'none', 0, 0, '', 1790000000, '
', '', '  '),
(6, 'team', 'crew', 'crew', '', '', 0, 0, 'none', 0, 0, '9c', 1790000000, 'crew
crew
', 'crew crew', ' crew crew '),
(7, 'team', 'lost', 'lost', '', '', 0, 0, 'none', 0, 0, '76', 1790000000, 'lost
lost
', 'lost lost', ' lost lost ');

insert into handles (handle, skeleton, profile_id, claimed_at, released_at) values
('ada', 'ada', 1, 1790000000, NULL),
('bob', 'bob', 2, 1790000000, NULL),
('carol', 'carol', 3, 1790000000, NULL),
('crew', 'crew', 6, 1790000000, NULL),
('ghost', 'ghost', 5, 1790000000, 1790001080),
('lost', 'lost', 7, 1790000000, NULL),
('mallory', 'mallory', 4, 1790000000, NULL),
('spent', 'spent', 2, 1, 2);

insert into team_members (team_id, member_id, role, added_at) values
(6, 1, 'owner', 1790000000),
(6, 2, 'member', 1790000000),
(7, 5, 'owner', 1790000000);

insert into author_keys (id, profile_id, public_key, fingerprint, bound_at, revoked_at, status) values
(1, 1, 'ssh-ed25519 AAAA', 'SHA256:a', 1790001080, NULL, 'bound'),
(2, 2, 'ssh-ed25519 BBBB', 'SHA256:b', 1790001680, NULL, 'pending');

insert into passkeys (id, profile_id, public_key, counter, transports, name, created_at, last_used_at, user_handle) values
('passkey', 1, X'010200FF', 0, '', '', 1790001080, NULL, '');

insert into identities (issuer, subject, profile_id) values
('https://id.test', '7', 2);

insert into challenges (id, purpose, profile_id, payload, created_at, expires_at) values
('challenge', 'sign-in', 2, '', 1790001080, 1790001680);

insert into devices (id, profile_id, name, client_version, created_at, last_seen_at, revoked_at) values
(70, 3, 'laptop', '', 1790001080, NULL, NULL);

insert into skills (id, owner_id, slug, name, description, category, visibility, latest_version_id, version_count, deprecated, deprecation_message, moderation_status, install_count, is_mirror, mirror_source_url, mirror_license, shard, created_at, updated_at, folded, tokens, names, owner_shown, signature_status, scan_status) values
(1, 1, 'hello', 'hello', 'About greeting everybody.', 'writing', 'public', 2, 2, 0, '', 'none', 4, 0, '', '', 'a9', 1790000060, 1790000120, 'hello
hello
about greeting everybody.', 'hello hello about greeting everybody', ' hello hello ', 1, 'verified', 'clean'),
(10, 3, 'doubtful', 'doubtful', 'About something that looks odd.', 'other', 'public', 13, 1, 0, '', 'none', 0, 0, '', '', 'c8', 1790000780, 1790000780, 'doubtful
doubtful
about something that looks odd.', 'doubtful doubtful about something that looks odd', ' doubtful doubtful ', 1, 'unsigned', 'flagged'),
(2, 1, 'secret', 'secret', 'About what nobody reads.', 'other', 'private', 3, 1, 0, '', 'none', 0, 0, '', '', '86', 1790000180, 1790000180, 'secret
secret
about what nobody reads.', 'secret secret about what nobody reads', ' secret secret ', 1, 'unsigned', 'clean'),
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
about what nobody should use.', 'old thing old thing about what nobody should use', ' old thing old thing ', 1, 'unsigned', 'clean'),
(7, 2, 'hidden', 'hidden', 'About what was hidden.', 'other', 'public', 10, 1, 0, '', 'hidden', 0, 0, '', '', 'cb', 1790000600, 1790000600, 'hidden
hidden
about what was hidden.', 'hidden hidden about what was hidden', ' hidden hidden ', 1, 'unsigned', 'clean'),
(8, 4, 'evil', 'evil', 'About nothing good.', 'other', 'public', 11, 1, 0, '', 'none', 0, 0, '', '', 'f5', 1790000660, 1790000660, 'evil
evil
about nothing good.', 'evil evil about nothing good', ' evil evil ', 0, 'unsigned', 'clean'),
(9, 5, 'orphan', 'orphan', 'About somebody who left.', 'other', 'public', 12, 1, 0, '', 'none', 0, 0, '', '', '7a', 1790000720, 1790000720, 'orphan
orphan
about somebody who left.', 'orphan orphan about somebody who left', ' orphan orphan ', 0, 'unsigned', 'clean');

insert into versions (id, skill_id, number, label, hash, name, description, triggers, token_count, bundle_digest, signature_status, statement, signature, key_id, scan_status, published_by, published_at, withdrawn_at) values
(1, 1, 1, 'v1', 'sha256:6a1017ee7d64c0be36d2b251b934a595871a820dc874f2de758d35ea47c92bae', 'hello', 'About greeting people.', '[]', 16, 'sha256:a5f118763327443545befff03cbf4b6ef97bdae55b82ef36e8972d38fe14a42e', 'verified', '', '', NULL, 'clean', 1, 1790000060, NULL),
(10, 7, 1, 'v1', 'sha256:c86f0a39855641ec506b357bdfbc828855c14efb30da20f1dcae0da3f8416f7e', 'hidden', 'About what was hidden.', '[]', 17, 'sha256:7889584bb734ec0a6ece2b19ae21baeaf0923303163ed63cfd0338f006c45ba7', 'unsigned', '', '', NULL, 'clean', 2, 1790000600, NULL),
(11, 8, 1, 'v1', 'sha256:0a684d8ba2a9bf0ab5da613d2168d578504c40d90d8820aef67bc5dccb45a88c', 'evil', 'About nothing good.', '[]', 16, 'sha256:2eaa115a05ea62cd88072a3648438d6ae53ffd7fb7a9eef1187df16c2e50cfbd', 'unsigned', '', '', NULL, 'clean', 4, 1790000660, NULL),
(12, 9, 1, 'v1', 'sha256:b73b4b778506d980a4adeafaf63ac985081bd5a77735222adf6acdfbdc372337', 'orphan', 'About somebody who left.', '[]', 17, 'sha256:207597ff8a5e174151dd70f7566dd9d730d29c1424464765974ec7e96a410e9d', 'unsigned', '', '', NULL, 'clean', 5, 1790000720, NULL),
(13, 10, 1, 'v1', 'sha256:314b1e6990500b241cd87f58c2549082f454d04fbc60a836c3a730fed68fc487', 'doubtful', 'About something that looks odd.', '[]', 18, 'sha256:c1d12adbc5406a59eee4b2c6fabd6b353e4d502d6c0c4e001772f83f4dbd3ea6', 'unsigned', '', '', NULL, 'flagged', 3, 1790000780, NULL),
(2, 1, 2, 'v2', 'sha256:94dc2ef25631ab3e5519cdd21d12e83d9a517681359c20dc1edeb6b20154c7da', 'hello', 'About greeting everybody.', '[]', 16, 'sha256:4652171b8a68d03722cd175176b86c359499cadc999d37dc4d46f951854f91dd', 'verified', '', '', NULL, 'clean', 1, 1790000120, NULL),
(3, 2, 1, 'v1', 'sha256:69fe3d18951bc20d0a94f809e6afa3826fde5b53f865c7982f8bda076e55e081', 'secret', 'About what nobody reads.', '[]', 17, 'sha256:cf439f55ddca13e5f68b69da50f218db78e62422fac361b1f3e47be9723bce77', 'unsigned', '', '', NULL, 'clean', 1, 1790000180, NULL),
(4, 3, 1, 'stable', 'sha256:45c6fd00420d5df9017e3bfb4e11c27ee1118e07aab0a72ba9f75c84a12998ed', 'tool', 'About hammers.', '[]', 16, 'sha256:af3ddf10cf71312d53c58376b609e252b80fd8750a2033419c26ebb80f6d856e', 'unsigned', '', '', NULL, 'clean', 2, 1790000240, NULL),
(5, 3, 2, 'v2', 'sha256:12bbd97a7000d45de6ec982c1ea5d1bcdf1ea966b8dd8a3eecde95271f071590', 'tool', 'About hammers and nails.', '[]', 18, 'sha256:a1874534b71f18d6f673605aa9a6cdbbc2bde94e3069423088b7a73d3b1614f8', 'unsigned', '', '', NULL, 'quarantined', 2, 1790000300, NULL),
(6, 4, 1, 'v1', 'sha256:07d4339372bebe0b83b33f805105a2ffb75f149954ea0f96d3bb35807fc02438', 'lone', 'About one hostile thing.', '[]', 17, 'sha256:c063f0aa72d6f980474f5f5b12ac6caaf9a2bc0067b94fbc0389f98ba8bead54', 'unsigned', '', '', NULL, 'quarantined', 1, 1790000360, NULL),
(7, 5, 1, 'v1', 'sha256:66285ddf5a9133a88a973d6ea7d31dfcecc0b704422f37bb5ae05398e3039bed', 'gone', 'About what is taken back.', '[]', 18, 'sha256:1c4c8769c80b42e9c2507ea8591ffafd33f645a674e4cef801454b6bf67730d9', 'unsigned', '', '', NULL, 'clean', 2, 1790000420, 1790000840),
(8, 5, 2, 'v2', 'sha256:d01457c0f9e56dcaca5d5dcb80b83b74ae254fadc41f3a100287eaac8c5e8189', 'gone', 'About what stays.', '[]', 16, 'sha256:f02b91b99a9e8679f798beaf7ffb2a53ef8c12a7a6aa3ede7ee68b0746e5fc82', 'unsigned', '', '', NULL, 'clean', 2, 1790000480, NULL),
(9, 6, 1, 'v1', 'sha256:7b29fea82d89679a4ed8378aa960a839e11880633522f30a7dec37ce13ed0e2b', 'old-thing', 'About what nobody should use.', '[]', 22, 'sha256:49ade83c6f268c30061c951544891e30b9f46846e712672a6f863bb8c6a5e740', 'unsigned', '', '', NULL, 'clean', 2, 1790000540, NULL);

insert into version_files (version_id, path, size, hash) values
(1, 'SKILL.md', 67, 'sha256:91b7f9eb60d3be8ac160dc760cbb5de982f1edb34b5e34316bc4818c995c4a02'),
(1, 'references/notes.md', 15, 'sha256:15aa3d0cc976d42a9aa240993ce93724fccd2fc0686d079ef3985f9a3918eeac'),
(10, 'SKILL.md', 69, 'sha256:0c47a36e4fcdf0f1e82e2a802949f26016e7bbb96c7eb22c90985fe9f77bfbe7'),
(10, 'references/notes.md', 15, 'sha256:81a26751a1dd077c1c09c77166295b95c0df22f2f19f125e31a24b7ff7402e05'),
(11, 'SKILL.md', 62, 'sha256:84e8a52fd295badecce33a72c9b2692f2e627714bbcc997880252f366d93e06d'),
(11, 'references/notes.md', 12, 'sha256:ed5e39ed730a0fd0793815b7597dabf4802a4c3153682ea4e576a1e82542d439'),
(12, 'SKILL.md', 71, 'sha256:24aa972da97b46bbb170729d7c44add69a26f7d8ee76000ea4db8c33d80ce66b'),
(12, 'references/notes.md', 17, 'sha256:b06d172baa2592d8469ce54f5ee8d71dfb2adc2de718b9cb516ebf4e1698ef58'),
(13, 'SKILL.md', 82, 'sha256:d45433b5d6db4d3c5bc395092a9beddd015b54bea2086a9f7bc2c6a6c9085352'),
(13, 'references/notes.md', 24, 'sha256:c42af836f781c4a717d119b7e3dce7c6f720b416bf7ad962a754e09dfd8376c0'),
(2, 'SKILL.md', 70, 'sha256:78d68848127d38171ee3ac5950c754a96badd46964b4e3148638fd4d0f77296f'),
(2, 'references/notes.md', 18, 'sha256:e8a111534ab39ea1be62a58679e6b9c9dbd75aafad13d4dfd989d82955485c6a'),
(3, 'SKILL.md', 71, 'sha256:334363ba31e4c44b4ac77f887e54ea1241e816d4f44e0d7d2614a64f307cce6e'),
(3, 'references/notes.md', 17, 'sha256:56d563d5cffbac15f5eaaab2cbfe780e4c38d36a1fe7114c568974d4af200727'),
(4, 'SKILL.md', 57, 'sha256:c09638697d6e99b9b26353bffcb8e0947bcf05be56583741388b89e1a5ece33a'),
(4, 'references/notes.md', 7, 'sha256:5d326708016b2b0dd05457ecdd38077b173feb76c222f0206457387a4fffe1cb'),
(5, 'SKILL.md', 67, 'sha256:017edc2c11207dddbcd69833cbcf1aaa291b80fa1c3dd257cc8bfc3c91ffe75b'),
(5, 'references/notes.md', 17, 'sha256:25697bff1bb81148bf1858b45d5f947190f6fd1ae963110ff544fda4989d1fed'),
(6, 'SKILL.md', 67, 'sha256:17db0029715b3e37f5193e1021727a003edc4b49e1226b7678328ffead85ff52'),
(6, 'references/notes.md', 17, 'sha256:b3320d091021def0ac59d6cd34e4ceb53b0b735e0e16ad63d3288cf50226a355'),
(8, 'SKILL.md', 60, 'sha256:523a21ff18cd33ecd9863d72f421fd41a5de96aa593fa0618b91b2ac2e43cc0c'),
(8, 'references/notes.md', 10, 'sha256:296c3d17d1cb2557b92d062d2d02ce25159ae4541bb4136010aea99075f998bc'),
(9, 'SKILL.md', 82, 'sha256:382411eb1df4ad2e4a530eaaa159c3f72827b8c146dc45b51b23c39cee0d6b09'),
(9, 'references/notes.md', 22, 'sha256:64b9d4a059482e567a2525c3255e2a9d2b88b507097092e4574f7f73cd310140');

insert into blobs (hash, bytes) values
('sha256:017edc2c11207dddbcd69833cbcf1aaa291b80fa1c3dd257cc8bfc3c91ffe75b', X'2D2D2D0A6E616D653A20746F6F6C0A6465736372697074696F6E3A202241626F75742068616D6D65727320616E64206E61696C732E220A2D2D2D0A0A2320746F6F6C0A'),
('sha256:0c47a36e4fcdf0f1e82e2a802949f26016e7bbb96c7eb22c90985fe9f77bfbe7', X'2D2D2D0A6E616D653A2068696464656E0A6465736372697074696F6E3A202241626F75742077686174207761732068696464656E2E220A2D2D2D0A0A232068696464656E0A'),
('sha256:15aa3d0cc976d42a9aa240993ce93724fccd2fc0686d079ef3985f9a3918eeac', X'6772656574696E672070656F706C65'),
('sha256:17db0029715b3e37f5193e1021727a003edc4b49e1226b7678328ffead85ff52', X'2D2D2D0A6E616D653A206C6F6E650A6465736372697074696F6E3A202241626F7574206F6E6520686F7374696C65207468696E672E220A2D2D2D0A0A23206C6F6E650A'),
('sha256:24aa972da97b46bbb170729d7c44add69a26f7d8ee76000ea4db8c33d80ce66b', X'2D2D2D0A6E616D653A206F727068616E0A6465736372697074696F6E3A202241626F757420736F6D65626F64792077686F206C6566742E220A2D2D2D0A0A23206F727068616E0A'),
('sha256:25697bff1bb81148bf1858b45d5f947190f6fd1ae963110ff544fda4989d1fed', X'68616D6D65727320616E64206E61696C73'),
('sha256:296c3d17d1cb2557b92d062d2d02ce25159ae4541bb4136010aea99075f998bc', X'77686174207374617973'),
('sha256:334363ba31e4c44b4ac77f887e54ea1241e816d4f44e0d7d2614a64f307cce6e', X'2D2D2D0A6E616D653A207365637265740A6465736372697074696F6E3A202241626F75742077686174206E6F626F64792072656164732E220A2D2D2D0A0A23207365637265740A'),
('sha256:382411eb1df4ad2e4a530eaaa159c3f72827b8c146dc45b51b23c39cee0d6b09', X'2D2D2D0A6E616D653A206F6C642D7468696E670A6465736372697074696F6E3A202241626F75742077686174206E6F626F64792073686F756C64207573652E220A2D2D2D0A0A23206F6C642D7468696E670A'),
('sha256:523a21ff18cd33ecd9863d72f421fd41a5de96aa593fa0618b91b2ac2e43cc0c', X'2D2D2D0A6E616D653A20676F6E650A6465736372697074696F6E3A202241626F757420776861742073746179732E220A2D2D2D0A0A2320676F6E650A'),
('sha256:56d563d5cffbac15f5eaaab2cbfe780e4c38d36a1fe7114c568974d4af200727', X'77686174206E6F626F6479207265616473'),
('sha256:5d326708016b2b0dd05457ecdd38077b173feb76c222f0206457387a4fffe1cb', X'68616D6D657273'),
('sha256:64b9d4a059482e567a2525c3255e2a9d2b88b507097092e4574f7f73cd310140', X'77686174206E6F626F64792073686F756C6420757365'),
('sha256:78d68848127d38171ee3ac5950c754a96badd46964b4e3148638fd4d0f77296f', X'2D2D2D0A6E616D653A2068656C6C6F0A6465736372697074696F6E3A202241626F7574206772656574696E67206576657279626F64792E220A2D2D2D0A0A232068656C6C6F0A'),
('sha256:81a26751a1dd077c1c09c77166295b95c0df22f2f19f125e31a24b7ff7402e05', X'77686174207761732068696464656E'),
('sha256:84e8a52fd295badecce33a72c9b2692f2e627714bbcc997880252f366d93e06d', X'2D2D2D0A6E616D653A206576696C0A6465736372697074696F6E3A202241626F7574206E6F7468696E6720676F6F642E220A2D2D2D0A0A23206576696C0A'),
('sha256:91b7f9eb60d3be8ac160dc760cbb5de982f1edb34b5e34316bc4818c995c4a02', X'2D2D2D0A6E616D653A2068656C6C6F0A6465736372697074696F6E3A202241626F7574206772656574696E672070656F706C652E220A2D2D2D0A0A232068656C6C6F0A'),
('sha256:b06d172baa2592d8469ce54f5ee8d71dfb2adc2de718b9cb516ebf4e1698ef58', X'736F6D65626F64792077686F206C656674'),
('sha256:b3320d091021def0ac59d6cd34e4ceb53b0b735e0e16ad63d3288cf50226a355', X'6F6E6520686F7374696C65207468696E67'),
('sha256:c09638697d6e99b9b26353bffcb8e0947bcf05be56583741388b89e1a5ece33a', X'2D2D2D0A6E616D653A20746F6F6C0A6465736372697074696F6E3A202241626F75742068616D6D6572732E220A2D2D2D0A0A2320746F6F6C0A'),
('sha256:c42af836f781c4a717d119b7e3dce7c6f720b416bf7ad962a754e09dfd8376c0', X'736F6D657468696E672074686174206C6F6F6B73206F6464'),
('sha256:d45433b5d6db4d3c5bc395092a9beddd015b54bea2086a9f7bc2c6a6c9085352', X'2D2D2D0A6E616D653A20646F75627466756C0A6465736372697074696F6E3A202241626F757420736F6D657468696E672074686174206C6F6F6B73206F64642E220A2D2D2D0A0A2320646F75627466756C0A'),
('sha256:e8a111534ab39ea1be62a58679e6b9c9dbd75aafad13d4dfd989d82955485c6a', X'6772656574696E67206576657279626F6479'),
('sha256:ed5e39ed730a0fd0793815b7597dabf4802a4c3153682ea4e576a1e82542d439', X'6E6F7468696E6720676F6F64');

insert into scans (version_id, corpus_version, findings, scanned_at, status) values
(1, 2, '[]', 1790000060, 'clean'),
(10, 2, '[]', 1790000600, 'clean'),
(11, 2, '[]', 1790000660, 'clean'),
(12, 2, '[]', 1790000720, 'clean'),
(13, 2, '[]', 1790000780, 'clean'),
(2, 2, '[]', 1790000120, 'clean'),
(3, 2, '[]', 1790000180, 'clean'),
(4, 2, '[]', 1790000240, 'clean'),
(5, 2, '[]', 1790000300, 'clean'),
(6, 2, '[]', 1790000360, 'clean'),
(7, 2, '[]', 1790000420, 'clean'),
(8, 2, '[]', 1790000480, 'clean'),
(9, 2, '[]', 1790000540, 'clean');

insert into kits (id, owner_id, slug, name, description, category, visibility, version, moderation_status, subscriber_count, created_at, updated_at, folded, tokens, names) values
(1, 1, 'starter', 'The starter kit', '', 'other', 'public', 3, 'none', 1, 1790000900, 1790000900, 'starter
the starter kit
', 'starter the starter kit', ' starter the starter kit '),
(2, 2, 'quiet', 'The quiet kit', '', 'other', 'private', 2, 'none', 0, 1790000900, 1790000900, 'quiet
the quiet kit
', 'quiet the quiet kit', ' quiet the quiet kit '),
(3, 4, 'bad', 'The bad kit', '', 'other', 'public', 2, 'none', 0, 1790000900, 1790000900, 'bad
the bad kit
', 'bad the bad kit', ' bad the bad kit ');

insert into kit_skills (kit_id, skill_id, version_id, added_at) values
(1, 1, NULL, 1790000900),
(1, 3, 4, 1790000900),
(2, 3, NULL, 1790000900),
(3, 1, NULL, 1790000900);

insert into tokens (id, class, hash, profile_id, device_id, kit_id, created_at, last_used_at, expires_at, revoked_at, in_browser) values
(1, 'session', 'bbf05220bccfb566b290fa9c9ad50e11ee689e61d3c272b2cecfee5e615e915f', 1, NULL, NULL, 1790000000, 1790000900, 1792592900, NULL, 0),
(2, 'session', '786a0f5129f04377e425db329f51700ac685c7a31bbfe83792f0c0563dd17edf', 2, NULL, NULL, 1790000000, 1790000960, 1792592960, NULL, 0),
(3, 'session', '9937c7d8e28c837433b11c5c4c45efd08fdf2b6210b06a584f255047d41de4d3', 3, NULL, NULL, 1790000000, 1790001020, 1792593020, NULL, 0),
(4, 'session', '8999fc694463ce5fdcb43c9fa297b39ada12aab93391ec67110b59c878436000', 4, NULL, NULL, 1790000000, 1790000900, 1792592900, NULL, 0),
(5, 'session', '6da0f200e2c69d973b61b905eb34377a755fb855edf669e41ab47ca876ffe3a0', 5, NULL, NULL, 1790000000, 1790001080, 1792593080, NULL, 0),
(6, 'device', 'of-a-device', 3, 70, NULL, 1790001080, NULL, NULL, NULL, 0),
(7, 'session', 'of-a-browser', 1, NULL, NULL, 1790001080, NULL, NULL, NULL, 1);

insert into pairings (id, user_code, device_name, class, address, created_at, expires_at, approved_by, approved_at, redeemed_at, polled_at, refused_by) values
('pairing', 'ABCD', 'tablet', 'device', '192.0.2.1', 1790001080, 1790001680, NULL, NULL, NULL, NULL, NULL);

insert into kit_subscriptions (kit_id, profile_id, created_at) values
(1, 2, 1790000960);

insert into follows (follower_id, followed_id, created_at) values
(1, 2, 1790000960),
(2, 1, 1790000960),
(3, 1, 1790000960),
(4, 1, 1790000960);

insert into library (profile_id, skill_id, version_id, pinned, auto_approve, added_at) values
(2, 1, 2, 0, 0, 1790000900),
(3, 1, 2, 1, 1, 1790000900),
(3, 3, 5, 0, 0, 1790000900),
(4, 1, 2, 0, 0, 1790000900),
(5, 1, 2, 0, 0, 1790000900);

insert into moderation_actions (id, target_kind, target_id, target, action, reason, created_by, created_at, lifted_at, detectors) values
(1, 'version', 5, 'bob:tool@sha256:12bbd97a7000d45de6ec982c1ea5d1bcdf1ea966b8dd8a3eecde95271f071590', 'quarantine', 'A reason.', -1, 1790000960, NULL, ''),
(2, 'version', 6, 'ada:lone@sha256:07d4339372bebe0b83b33f805105a2ffb75f149954ea0f96d3bb35807fc02438', 'quarantine', 'A reason.', -1, 1790000960, NULL, ''),
(3, 'skill', 7, 'bob:hidden', 'hide', 'A reason.', -1, 1790000960, NULL, ''),
(4, 'profile', 3, 'carol', 'warn', 'A reason.', -1, 1790000960, NULL, ''),
(5, 'profile', 4, 'mallory', 'suspend', 'A reason.', -1, 1790001020, NULL, ''),
(6, 'profile', 2, 'bob', 'warn', 'Lifted.', 1, 1790001080, 1790001080, '');

insert into reports (id, reporter_id, target, reason, created_at, resolved_at) values
(1, 3, 'bob:tool', 'It bends nails.', 1790001020, NULL);

insert into appeals (id, action_id, profile_id, message, created_at, resolved_at, answer) values
(1, 1, 2, 'It does not.', 1790001080, NULL, '');

insert into audit_log (id, actor_id, action, target, detail, created_at) values
(1, -1, 'quarantine', 'bob:tool@sha256:12bbd97a7000d45de6ec982c1ea5d1bcdf1ea966b8dd8a3eecde95271f071590', 'A reason.', 1790000960),
(2, -1, 'quarantine', 'ada:lone@sha256:07d4339372bebe0b83b33f805105a2ffb75f149954ea0f96d3bb35807fc02438', 'A reason.', 1790000960),
(3, -1, 'hide', 'bob:hidden', 'A reason.', 1790000960),
(4, -1, 'warn', 'carol', 'A reason.', 1790000960),
(5, 3, 'report', 'bob:tool', 'It bends nails.', 1790001020),
(6, -1, 'suspend', 'mallory', 'A reason.', 1790001020),
(7, 1, 'warn', 'bob', '', 1790001080);

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
(20, 'kit', 1, NULL, NULL, 1, 1790000900, 1),
(21, 'kit', 4, NULL, NULL, 3, 1790000900, 0),
(3, 'profile', 3, NULL, NULL, NULL, 1790000000, 1),
(4, 'profile', 4, NULL, NULL, NULL, 1790000000, 0),
(5, 'profile', 5, NULL, NULL, NULL, 1790000000, 0),
(6, 'profile', 6, NULL, NULL, NULL, 1790000000, 1),
(7, 'profile', 7, NULL, NULL, NULL, 1790000000, 1),
(8, 'publish', 1, 1, 1, NULL, 1790000060, 1),
(9, 'publish', 1, 1, 2, NULL, 1790000120, 1);

insert into changes (seq, kind, entity_id) values
(1, 'profile', 1),
(10, 'skill', 1),
(11, 'skill', 1),
(12, 'skill', 1),
(13, 'skill', 1),
(14, 'library', 1),
(15, 'skill', 2),
(16, 'skill', 2),
(17, 'library', 2),
(18, 'skill', 3),
(19, 'skill', 3),
(2, 'profile', 2),
(20, 'skill', 3),
(21, 'skill', 3),
(22, 'skill', 3),
(23, 'library', 1),
(24, 'skill', 4),
(25, 'skill', 4),
(26, 'library', 2),
(27, 'skill', 5),
(28, 'skill', 5),
(29, 'skill', 5),
(3, 'profile', 3),
(30, 'skill', 5),
(31, 'skill', 5),
(32, 'library', 2),
(33, 'skill', 6),
(34, 'skill', 6),
(35, 'library', 2),
(36, 'skill', 7),
(37, 'skill', 7),
(38, 'library', 4),
(39, 'skill', 8),
(4, 'profile', 4),
(40, 'skill', 8),
(41, 'library', 5),
(42, 'skill', 9),
(43, 'skill', 9),
(44, 'library', 3),
(45, 'skill', 10),
(46, 'skill', 10),
(47, 'skill', 5),
(48, 'skill', 6),
(49, 'library', 2),
(5, 'profile', 5),
(50, 'skill', 1),
(51, 'library', 3),
(52, 'skill', 1),
(53, 'library', 4),
(54, 'skill', 1),
(55, 'library', 5),
(56, 'skill', 1),
(57, 'library', 3),
(58, 'skill', 3),
(59, 'kit', 1),
(6, 'profile', 6),
(60, 'kit', 1),
(61, 'kit', 1),
(62, 'kit', 2),
(63, 'kit', 2),
(64, 'kit', 3),
(65, 'kit', 3),
(66, 'library', 2),
(67, 'kit', 1),
(68, 'profile', 2),
(69, 'profile', 1),
(7, 'profile', 7),
(70, 'profile', 3),
(71, 'profile', 1),
(72, 'profile', 4),
(73, 'profile', 1),
(74, 'profile', 1),
(75, 'profile', 2),
(76, 'moderation', 0),
(77, 'skill', 3),
(78, 'moderation', 0),
(79, 'skill', 4),
(8, 'library', 1),
(80, 'moderation', 0),
(81, 'skill', 7),
(82, 'moderation', 0),
(83, 'profile', 3),
(84, 'moderation', 0),
(85, 'profile', 1),
(86, 'profile', 4),
(87, 'skill', 1),
(88, 'skill', 8),
(89, 'kit', 3),
(9, 'skill', 1),
(90, 'profile', 5),
(91, 'skill', 1),
(92, 'skill', 9);

insert into counters (name, value) values
('devices', 1);

insert into pairing_misses (profile_id, tried_at) values
(3, 1790001080);

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

insert into sqlite_sequence (name, seq) values
('activity', 21),
('appeals', 1),
('audit_log', 7),
('author_keys', 2),
('changes', 92),
('devices', 70),
('kits', 3),
('moderation_actions', 6),
('profiles', 7),
('reports', 1),
('skills', 10),
('tokens', 7),
('versions', 13);

CREATE VIRTUAL TABLE skills_tokens using fts5(tokens, content='skills', content_rowid='id', prefix='2 3', tokenize='ascii');

CREATE VIRTUAL TABLE skills_folded using fts5(folded, content='skills', content_rowid='id', tokenize='trigram case_sensitive 1');

CREATE VIRTUAL TABLE kits_tokens using fts5(tokens, content='kits', content_rowid='id', prefix='2 3', tokenize='ascii');

CREATE VIRTUAL TABLE kits_folded using fts5(folded, content='kits', content_rowid='id', tokenize='trigram case_sensitive 1');

CREATE VIRTUAL TABLE profiles_tokens using fts5(tokens, content='profiles', content_rowid='id', prefix='2 3', tokenize='ascii');

CREATE VIRTUAL TABLE profiles_folded using fts5(folded, content='profiles', content_rowid='id', tokenize='trigram case_sensitive 1');

delete from skills_tokens_data;

delete from skills_tokens_idx;

delete from skills_tokens_docsize;

delete from skills_tokens_config;

delete from skills_folded_data;

delete from skills_folded_idx;

delete from skills_folded_docsize;

delete from skills_folded_config;

delete from kits_tokens_data;

delete from kits_tokens_idx;

delete from kits_tokens_docsize;

delete from kits_tokens_config;

delete from kits_folded_data;

delete from kits_folded_idx;

delete from kits_folded_docsize;

delete from kits_folded_config;

delete from profiles_tokens_data;

delete from profiles_tokens_idx;

delete from profiles_tokens_docsize;

delete from profiles_tokens_config;

delete from profiles_folded_data;

delete from profiles_folded_idx;

delete from profiles_folded_docsize;

delete from profiles_folded_config;

insert into skills_tokens_data (id, block) values
(1, X'0A3B'),
(10, X'00000000020A19000A1101010101010201010301010401010501010601010701010801010901010000'),
(1099511627777, X'0000006B063061626F75740503040104676F6E65050502030105737461797305030601047768617405030500033161620503040102676F05050203010273740503060102776805030500043261626F0503040103676F6E0505020301037374610503060103776861050305040A0A0A0908080707090908'),
(1236950581249, X'0000007C063061626F757403030402026E640301010768616D6D65727303030501056E61696C7303010104746F6F6C03050203000331616203030402016E03010102686103030501026E6103010102746F0305020300043261626F03030402026E640301010368616D03030501036E616903010103746F6F03050203040A060C090A080507060809060807'),
(137438953473, X'0000006B063061626F7574070204010668696464656E07070203060103776173070206020368617407020500033161620702040102686907070203060102776107020602016807020500043261626F07020401036869640707020306010377617307020602026861070205040A0D080808090706090A08'),
(2336462209025, X'00000277063061626F757401030401020401030401020401030401020602026E6403020601096576657279626F64790102060104676F6E6505050203020772656574696E67010305010768616D6D6572730303050204656C6C6F010502030205696464656E07020202066F7374696C6504020601046C6F6E650405020301056E61696C7303020702056F626F647902020604020801036F6C640605020402026E65040205010572656164730202070106736563726574020502030205686F756C6406020902047461797305020601057468696E670402070205030402036F6F6C03050203010375736506020A010477686174020205030305010207000331616201030401020401030401020401030401020602016E030206010265760102060102676F05050203020172010305010268610303050201650105020302016907020202016F04020601026C6F0405020301026E6103020702016F02020604020801026F6C0605020402016E040205010272650202070102736502050203020168060209020174050206010274680402070205030402016F030502030102757306020A0102776802020503030501020700043261626F01030401020401030401020401030401020602026E6403020601036576650102060103676F6E0505020302027265010305010368616D0303050202656C010502030202696407020202026F7304020601036C6F6E0405020301036E616903020702026F6202020604020801036F6C640605020402026E6504020501037265610202070103736563020502030202686F0602090202746105020601037468690402070205030402026F6F03050203010375736506020A01037768610202050303050102070419070E0A0C0C0A0A0B0A0A0D09070A0C0A090E09080F1706070806070706060807090806070806060B07070D18070809070808070709080A0907080907070C0808'),
(274877906945, X'0000001E05306576696C0802020003316576080202000432657669080202040908'),
(412316860417, X'0000006D063061626F757408020401046576696C080502030104676F6F6408020601076E6F7468696E67080205000331616208020401026576080502030102676F08020601026E6F08020500043261626F0802040103657669080502030103676F6F08020601036E6F74080205040A0A090C08080707090908'),
(549755813889, X'0000002007306F727068616E0902020003316F720902020004326F7270090202040B08'),
(687194767361, X'00000087063061626F757409020401046C65667409020701066F727068616E090502030108736F6D65626F6479090205010377686F090206000331616209020401026C6509020701026F72090502030102736F0902050102776809020600043261626F09020401036C656609020701036F7270090502030103736F6D090205010377686F090206040A090C0D08080708070709080908'),
(824633720833, X'000000220930646F75627466756C0A0202000331646F0A0202000432646F750A0202040D08'),
(962072674305, X'000000A3063061626F75740A02040108646F75627466756C0A05020301056C6F6F6B730A020701036F64640A02080109736F6D657468696E670A02050104746861740A020600033161620A02040102646F0A05020301026C6F0A020701026F640A02080102736F0A0205010274680A020600043261626F0A02040103646F750A05020301036C6F6F0A020701036F64640A02080103736F6D0A020501037468610A0206040A0E0A080E090808070707070909080808');

insert into skills_tokens_idx (segid, term, pgno) values
(1, X'', 2),
(17, X'', 2),
(2, X'', 2),
(3, X'', 2),
(4, X'', 2),
(5, X'', 2),
(6, X'', 2),
(7, X'', 2),
(8, X'', 2),
(9, X'', 2);

insert into skills_tokens_docsize (id, sz) values
(1, X'05'),
(10, X'07'),
(2, X'06'),
(3, X'04'),
(4, X'06'),
(5, X'05'),
(6, X'09'),
(7, X'06'),
(8, X'05'),
(9, X'06');

insert into skills_tokens_config (k, v) values
('version', 4);

insert into skills_folded_data (id, block) values
(1, X'0A8255'),
(10, X'00000000020A19000A1101010101010201010301010401010501010601010701010801010901010000'),
(1099511627777, X'000000AD04300A616205030B0202676F050306010320737405031602027768050311010361626F05030C02027420050314020279730503190103626F7505030D0103650A6105030A0301670503050103676F6E05050207010368617405031301036E650A0505040701036F6E65050503070202757405030E0103737461050317010374207305031503017705031002026179050318010375742005030F0103776861050312010379732E05031A04080708070807070808060908090907080806070808'),
(1236950581249, X'000000DC04300A616203030B0202746F030306010320616E03010202686103031102026E610301010361626F03030C0202696C030102026D6D03031302026E6403010103626F7503030D010364206E03010103657273030316010368616D0303120103696C73030101036C0A6103030A0301740303050202732E030101036D657203031502026D6503031401036E6169030102026420030101036F6C0A0305040702026F6C030503070202757403030E0103727320030103012E03021701037320610301010374206803031002026F6F03050207010375742003030F040807070706080607060807080807080606080707060908070706070808'),
(137438953473, X'000000C104300A616207020F02026869070208010320686907021E0202776107021A030168070215010361626F0702100202732007021C020274200702180103626F75070211010364646507070409180202656E07070509180103656E0A0705060903012E07022301036861740702170202696407070209180103696464070703091801036E0A6107020E03016807020701036F7574070212010373206807021D0103742077070414070103757420070213010377617307021B02026861070216040807080706080707080A09090608090A08060808090808'),
(2336462209025, X'0000045304300A616201030D01020F01030B01020B01030B0102150202676F0503060202686501030702026C6F04020602026F6C06020B020273650202080202746F030306010320616E0302190202657601021C020267720103130202686103031103016F04021502026E6103021D03016F02021A04022002026F6E04021102027265020221020273680602270301740502160202746804021D0202757306022E0202776802021503031101021B01032D74680605050C010361626F01030E01021001030C01020C01030C010216020264730202240202696C03021F02026D6D03031302026E6403021A0202742002021803031401021E020279730502190103626F6401022201021D04022303017501030F01021101030D01020D01030D010217010363726502050409010364206E03021C03017506022D02022D740605040C020264650702040202656E0702050202732E0202250202792002021F04022503012E0102240103650A6104020A01030A03016705030503016C0402050202206804021403017404021C0202616402022302026372020503090202657401031602026C6C0105030802026E0A0702060202727303031603017901021F0202740A020506090301690103170202766501021D0103670A6106021403016F06020A0202206501021B02026F6E0505020702027265010314010368616D03031203017402021703031301021D0202656C010502080202696407020203016E04021F0205070C02026F73040216030175060229010369646407020302026C6504021A03017303022002026E670103190302200205080C01036C0A6103030A0301740303050202642006022C03012D0605030C0202652004021B02026C6F0105040802026F0A0105050803016E040502070202732E03022101036D657203031502026D6503031401036E616903021E0202642003021B0202650A04050407010504070301200402130202670A0605090C03012001031A03012E04022102026F6202021B04022101036F0A6101030C0301680103060202626F02021C0402220202647901022301021E04022402026C0A030504070301640605020C02026E65040703070C0105030702026F6C03050307020273740402170202756C06022A03017401031001021201030E01020E01030E010218010372656102022203016501031503017402050509020273200302170202796201022001037320610302180202652E060230030163020502090202686F060228020274610502170301690402180103740A6102020E0301730202070202206701031203016803031003016E02021904021F03016F04021003017305021503017702021403031001021A020261790502180202686904021E0205060C0202696C04021903016E01031802026F6F030502070103756C6406022B0202736506022F0202742001031101021301030F01020F01030F010219010376657201021E010377686102021603031201021C01037920720202200301730602260202626F0102210202732E05021A0417070707070707080707070607090707070607070D0917070707070D070E15090806080707070A060B06060706070807080707060806070806070807080C08070A07060807060E080607070708080707080708070C060806060A08060A0D08070D080707150806070707080707070706080607060906060C070B070608080716080E080607'),
(274877906945, X'0000001C04306576690802020103696C0A080204010376696C080203040808'),
(412316860417, X'000000BC04300A616208020B02026576080206010320676F08021902026E6F080211010361626F08020C0103626F7508020D010365766908050207010367206708021802026F6F08021A010368696E0802150103696C0A0805040702026E6708021601036C0A6108020A03016508020501036E672008021702026F7408021201036F642E08021C02026F6408021B020274680802130202757408020E010374206E08021002026869080214010375742008020F010376696C08050307040807080708080908070809070806080708070707080708'),
(549755813889, X'0000002C0430616E0A090206010368616E09020501036F7270090202010370686109020401037270680902030408080808'),
(687194767361, X'000000F304300A616209020F02026F720902080103206C650902220202736F0902150202776809021E010361626F09021002026E0A090506090103626F6409021A030175090211010364792009021C010365626F09021902026674090224010366742E090225010368616E0905050902026F2009022001036C656609022301036D656209021801036E0A6109020E03016F09020701036F206C0902210202647909021B02026D650902170202727009050209020275740902120103706861090504090103727068090503090103736F6D09021601037420730902140103757420090213010377686F09021F010379207709021D04080708070708080806080807080907080808060807070807090908080808'),
(824633720833, X'0000003B04306274660A02050103646F750A0202010366756C0A020701036F75620A020301037466750A020601037562740A020402026C0A0A020804080808080808'),
(962072674305, X'0000013104300A61620A02130202646F0A020A0103206C6F0A022802026F640A022E0202736F0A0219020274680A0223010361626F0A0214020274200A02260103626F750A0215020274660A05050B010364642E0A023002026F750A05020B01036574680A021D010366756C0A05070B01036720740A022201036861740A02250202696E0A021F0103696E670A022001036B73200A022C01036C0A610A02120301640A020902026F6F0A022901036D65740A021C01036E67200A022101036F64640A022F02026B730A022B02026D650A021B02026F6B0A022A020275620A05030B0301740A0216010373206F0A022D02026F6D0A021A010374206C0A02270301730A0218020266750A05060B020268610A02240301690A021E01037562740A05040B02026C0A0A05080B020274200A021704080708070707080708080808080908080708080806070808080707070806080708060807060908');

insert into skills_folded_idx (segid, term, pgno) values
(1, X'', 2),
(17, X'', 2),
(2, X'', 2),
(3, X'', 2),
(4, X'', 2),
(5, X'', 2),
(6, X'', 2),
(7, X'', 2),
(8, X'', 2),
(9, X'', 2);

insert into skills_folded_docsize (id, sz) values
(1, X'23'),
(10, X'2F'),
(2, X'24'),
(3, X'16'),
(4, X'20'),
(5, X'19'),
(6, X'2F'),
(7, X'22'),
(8, X'1B'),
(9, X'24');

insert into skills_folded_config (k, v) values
('version', 4);

insert into kits_tokens_data (id, block) values
(1, X'030C'),
(10, X'000000000103030003010101020101030101'),
(137438953473, X'0000005204306B69740102050107737461727465720104020401037468650102030003316B690102050102737401040204010274680102030004326B6974010205010373746101040204010374686501020304080D080808070909'),
(274877906945, X'0000005004306B6974020205010571756965740204020401037468650202030003316B690202050102717502040204010274680202030004326B6974020205010371756902040204010374686502020304080B080808070909'),
(412316860417, X'0000004E04306261640304020401036B6974030205010374686503020300033162610304020401026B69030205010274680302030004326261640304020401036B69740302050103746865030203040908080907070A08');

insert into kits_tokens_idx (segid, term, pgno) values
(1, X'', 2),
(2, X'', 2),
(3, X'', 2);

insert into kits_tokens_docsize (id, sz) values
(1, X'04'),
(2, X'04'),
(3, X'04');

insert into kits_tokens_config (k, v) values
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

insert into profiles_tokens_data (id, block) values
(1, X'0712'),
(10, X'00000000010B0B000B0101010201010301010401010501010601010701010801010901010A01010B0101'),
(1099511627777, X'0000002105306C6F7374070402030003316C6F070402030004326C6F7307040203040A09'),
(1236950581249, X'0000002206306361726F6C0305020300033163610305020300043263617203050203040B09'),
(1374389534721, X'0000002408306D616C6C6F7279040502030003316D61040502030004326D616C04050203040D09'),
(137438953473, X'0000002004306164610104020300033161640104020300043261646101040203040909'),
(1511828488193, X'0000001C063067686F737405010003316768050100043267686F0501040907'),
(274877906945, X'000000200430626F6202040203000331626F02040203000432626F6202040203040909'),
(412316860417, X'0000002206306361726F6C0304020300033163610304020300043263617203040203040B09'),
(549755813889, X'0000002408306D616C6C6F7279040402030003316D61040402030004326D616C04040203040D09'),
(687194767361, X'00000022063067686F73740504020300033167680504020300043267686F05040203040B09'),
(824633720833, X'000000900430616461010502030106656E67696E6501020701016C01020401056E6F746573010209010173010208010374686501020601067772697465730102050003316164010502030102656E01020701026E6F0102090102746801020601027772010205000432616461010502030103656E6701020701036E6F740102090103746865010206010377726901020504090B060A06080B09070707070A080808'),
(962072674305, X'000000210530637265770604020300033163720604020300043263726506040203040A09');

insert into profiles_tokens_idx (segid, term, pgno) values
(1, X'', 2),
(10, X'', 2),
(11, X'', 2),
(2, X'', 2),
(3, X'', 2),
(4, X'', 2),
(5, X'', 2),
(6, X'', 2),
(7, X'', 2),
(8, X'', 2),
(9, X'', 2);

insert into profiles_tokens_docsize (id, sz) values
(1, X'08'),
(2, X'02'),
(3, X'02'),
(4, X'02'),
(5, X'00'),
(6, X'02'),
(7, X'02');

insert into profiles_tokens_config (k, v) values
('version', 4);

insert into profiles_folded_data (id, block) values
(1, X'0750'),
(10, X'00000000010B0B000B0101010201010301010401010501010601010701010801010901010A01010B0101'),
(1099511627777, X'0000002F04300A6C6F07020601036C6F730704020701036F737407040307010373740A070404070103740A6C0702050408090909'),
(1236950581249, X'0000003804300A6361030307010361726F0305030801036361720305020801036C0A6303030601036F6C0A030505080103726F6C03050408040809090809'),
(1374389534721, X'0000004904300A6D610403090103616C6C0405030A01036C6C6F0405040A02026F720405050A01036D616C0405020A01036F72790405060A010372790A0405070A0103790A6D0403080408090908090909'),
(137438953473, X'0000002504300A61640102050103610A610102040202646101040206010364610A0104030604080808'),
(1511828488193, X'0000002E04300A67680501010367686F05010103686F73050101036F73740501010373740A05010103740A670501040707070707'),
(274877906945, X'0000002504300A626F0202050103620A6202020402026F620204020601036F620A0204030604080808'),
(412316860417, X'0000003804300A6361030207010361726F0304030801036361720304020801036C0A6303020601036F6C0A030405080103726F6C03040408040809090809'),
(549755813889, X'0000004904300A6D610402090103616C6C0404030A01036C6C6F0404040A02026F720404050A01036D616C0404020A01036F72790404060A010372790A0404070A0103790A6D0402080408090908090909'),
(687194767361, X'0000003804300A6768050207010367686F050402080103686F730504030801036F737405040408010373740A050405080103740A67050206040809090909'),
(824633720833, X'000000F304300A61640103050202777201020B010320656E01021602026C0A01020902026E6F01021F02027468010212010327732001021D0103610A610103040202206C0102080202646101050206010364610A01030303012001020701036520650102150202277301021C02026E670102170202732001021003012E010223010367696E01021901036865200102140103696E6501021A0202746501020E01036C0A7701020A01036E652701021B0202676901021802026F7401022001036F7465010221010372697401020D010373206E01021E030174010211010374657301040F1502026865010213010377726901020C0408070807070708080708080608070707060808080708080707080808060907'),
(962072674305, X'0000002F04300A6372060206010363726506040207010365770A060404070103726577060403070103770A630602050408090909');

insert into profiles_folded_idx (segid, term, pgno) values
(1, X'', 2),
(10, X'', 2),
(11, X'', 2),
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

CREATE INDEX skills_listed_new on skills(created_at, id, category)
      where visibility = 'public' and moderation_status in ('none', 'warned') and owner_shown = 1
        and latest_version_id is not null;

CREATE INDEX skills_listed_new_of_category on skills(category, created_at, id)
      where visibility = 'public' and moderation_status in ('none', 'warned') and owner_shown = 1
        and latest_version_id is not null;

CREATE INDEX skills_listed_alpha on skills(slug, id, category)
      where visibility = 'public' and moderation_status in ('none', 'warned') and owner_shown = 1
        and latest_version_id is not null;

CREATE INDEX skills_listed_alpha_of_category on skills(category, slug, id)
      where visibility = 'public' and moderation_status in ('none', 'warned') and owner_shown = 1
        and latest_version_id is not null;

CREATE INDEX skills_listed_installs on skills(install_count, created_at, id, category)
      where visibility = 'public' and moderation_status in ('none', 'warned') and owner_shown = 1
        and latest_version_id is not null;

CREATE INDEX skills_listed_of_owner on skills(owner_id, category)
      where visibility = 'public' and moderation_status in ('none', 'warned') and owner_shown = 1
        and latest_version_id is not null;

CREATE INDEX activity_shown on activity(id) where shown = 1;

CREATE INDEX activity_of_kit on activity(kit_id) where kit_id is not null;

CREATE INDEX profiles_shown on profiles(follower_count desc, handle)
    where handle is not null and moderation_status in ('none', 'warned');

CREATE TRIGGER skills_tokens_insert after insert on skills begin insert into skills_tokens(rowid, tokens) values (new.id, new.tokens); end;

CREATE TRIGGER skills_tokens_delete after delete on skills begin insert into skills_tokens(skills_tokens, rowid, tokens) values ('delete', old.id, old.tokens); end;

CREATE TRIGGER skills_tokens_update after update of tokens on skills begin insert into skills_tokens(skills_tokens, rowid, tokens) values ('delete', old.id, old.tokens); insert into skills_tokens(rowid, tokens) values (new.id, new.tokens); end;

CREATE TRIGGER skills_folded_insert after insert on skills begin insert into skills_folded(rowid, folded) values (new.id, new.folded); end;

CREATE TRIGGER skills_folded_delete after delete on skills begin insert into skills_folded(skills_folded, rowid, folded) values ('delete', old.id, old.folded); end;

CREATE TRIGGER skills_folded_update after update of folded on skills begin insert into skills_folded(skills_folded, rowid, folded) values ('delete', old.id, old.folded); insert into skills_folded(rowid, folded) values (new.id, new.folded); end;

CREATE TRIGGER kits_tokens_insert after insert on kits begin insert into kits_tokens(rowid, tokens) values (new.id, new.tokens); end;

CREATE TRIGGER kits_tokens_delete after delete on kits begin insert into kits_tokens(kits_tokens, rowid, tokens) values ('delete', old.id, old.tokens); end;

CREATE TRIGGER kits_tokens_update after update of tokens on kits begin insert into kits_tokens(kits_tokens, rowid, tokens) values ('delete', old.id, old.tokens); insert into kits_tokens(rowid, tokens) values (new.id, new.tokens); end;

CREATE TRIGGER kits_folded_insert after insert on kits begin insert into kits_folded(rowid, folded) values (new.id, new.folded); end;

CREATE TRIGGER kits_folded_delete after delete on kits begin insert into kits_folded(kits_folded, rowid, folded) values ('delete', old.id, old.folded); end;

CREATE TRIGGER kits_folded_update after update of folded on kits begin insert into kits_folded(kits_folded, rowid, folded) values ('delete', old.id, old.folded); insert into kits_folded(rowid, folded) values (new.id, new.folded); end;

CREATE TRIGGER profiles_tokens_insert after insert on profiles begin insert into profiles_tokens(rowid, tokens) values (new.id, new.tokens); end;

CREATE TRIGGER profiles_tokens_delete after delete on profiles begin insert into profiles_tokens(profiles_tokens, rowid, tokens) values ('delete', old.id, old.tokens); end;

CREATE TRIGGER profiles_tokens_update after update of tokens on profiles begin insert into profiles_tokens(profiles_tokens, rowid, tokens) values ('delete', old.id, old.tokens); insert into profiles_tokens(rowid, tokens) values (new.id, new.tokens); end;

CREATE TRIGGER profiles_folded_insert after insert on profiles begin insert into profiles_folded(rowid, folded) values (new.id, new.folded); end;

CREATE TRIGGER profiles_folded_delete after delete on profiles begin insert into profiles_folded(profiles_folded, rowid, folded) values ('delete', old.id, old.folded); end;

CREATE TRIGGER profiles_folded_update after update of folded on profiles begin insert into profiles_folded(profiles_folded, rowid, folded) values ('delete', old.id, old.folded); insert into profiles_folded(rowid, folded) values (new.id, new.folded); end;

CREATE TRIGGER audit_log_no_update before update on audit_log
        begin select raise(abort, 'audit_log is append-only'); end;

CREATE TRIGGER audit_log_no_delete before delete on audit_log
        begin select raise(abort, 'audit_log is append-only'); end;

CREATE TRIGGER skills_totals_insert after insert on skills begin insert into skill_totals (category, signature_status, scan_status, total) select new.category, new.signature_status, new.scan_status, 1 where new.visibility = 'public' and new.moderation_status in ('none', 'warned')
    and new.owner_shown = 1 and new.latest_version_id is not null
    on conflict (category, signature_status, scan_status) do update set total = skill_totals.total + 1; insert into author_totals (owner_id, total) select new.owner_id, 1 where new.visibility = 'public' and new.moderation_status in ('none', 'warned')
    and new.owner_shown = 1 and new.latest_version_id is not null
    on conflict (owner_id) do update set total = author_totals.total + 1; end;

CREATE TRIGGER skills_totals_delete after delete on skills begin update skill_totals set total = total - 1 where skill_totals.category = old.category and skill_totals.signature_status = old.signature_status and skill_totals.scan_status = old.scan_status and old.visibility = 'public' and old.moderation_status in ('none', 'warned')
    and old.owner_shown = 1 and old.latest_version_id is not null;
    delete from skill_totals where total = 0 and skill_totals.category = old.category and skill_totals.signature_status = old.signature_status and skill_totals.scan_status = old.scan_status and old.visibility = 'public' and old.moderation_status in ('none', 'warned')
    and old.owner_shown = 1 and old.latest_version_id is not null; update author_totals set total = total - 1 where author_totals.owner_id = old.owner_id and old.visibility = 'public' and old.moderation_status in ('none', 'warned')
    and old.owner_shown = 1 and old.latest_version_id is not null;
    delete from author_totals where total = 0 and author_totals.owner_id = old.owner_id and old.visibility = 'public' and old.moderation_status in ('none', 'warned')
    and old.owner_shown = 1 and old.latest_version_id is not null; end;

CREATE TRIGGER skills_totals_update after update of visibility, moderation_status, owner_shown, latest_version_id, category, signature_status, scan_status on skills begin update skill_totals set total = total - 1 where skill_totals.category = old.category and skill_totals.signature_status = old.signature_status and skill_totals.scan_status = old.scan_status and old.visibility = 'public' and old.moderation_status in ('none', 'warned')
    and old.owner_shown = 1 and old.latest_version_id is not null;
    delete from skill_totals where total = 0 and skill_totals.category = old.category and skill_totals.signature_status = old.signature_status and skill_totals.scan_status = old.scan_status and old.visibility = 'public' and old.moderation_status in ('none', 'warned')
    and old.owner_shown = 1 and old.latest_version_id is not null; update author_totals set total = total - 1 where author_totals.owner_id = old.owner_id and old.visibility = 'public' and old.moderation_status in ('none', 'warned')
    and old.owner_shown = 1 and old.latest_version_id is not null;
    delete from author_totals where total = 0 and author_totals.owner_id = old.owner_id and old.visibility = 'public' and old.moderation_status in ('none', 'warned')
    and old.owner_shown = 1 and old.latest_version_id is not null; insert into skill_totals (category, signature_status, scan_status, total) select new.category, new.signature_status, new.scan_status, 1 where new.visibility = 'public' and new.moderation_status in ('none', 'warned')
    and new.owner_shown = 1 and new.latest_version_id is not null
    on conflict (category, signature_status, scan_status) do update set total = skill_totals.total + 1; insert into author_totals (owner_id, total) select new.owner_id, 1 where new.visibility = 'public' and new.moderation_status in ('none', 'warned')
    and new.owner_shown = 1 and new.latest_version_id is not null
    on conflict (owner_id) do update set total = author_totals.total + 1; end;

CREATE TRIGGER activity_totals_insert after insert on activity begin insert into activity_totals (day, kind, total) select new.created_at / 86400, new.kind, 1 where new.shown = 1
    on conflict (day, kind) do update set total = activity_totals.total + 1; end;

CREATE TRIGGER activity_totals_delete after delete on activity begin update activity_totals set total = total - 1 where activity_totals.day = old.created_at / 86400 and activity_totals.kind = old.kind and old.shown = 1;
    delete from activity_totals where total = 0 and activity_totals.day = old.created_at / 86400 and activity_totals.kind = old.kind and old.shown = 1; end;

CREATE TRIGGER activity_totals_update after update of shown on activity begin update activity_totals set total = total - 1 where activity_totals.day = old.created_at / 86400 and activity_totals.kind = old.kind and old.shown = 1;
    delete from activity_totals where total = 0 and activity_totals.day = old.created_at / 86400 and activity_totals.kind = old.kind and old.shown = 1; insert into activity_totals (day, kind, total) select new.created_at / 86400, new.kind, 1 where new.shown = 1
    on conflict (day, kind) do update set total = activity_totals.total + 1; end;
