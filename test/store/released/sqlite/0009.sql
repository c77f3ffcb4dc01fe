-- Made by the program of d60a018.

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
(9);

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
(1, 'session', '881cf9292d9a454df9a4509d2cc3c41687dd0833f227a55b70364cdcbbf1c045', 1, NULL, NULL, 1790000000, 1790000900, 1792592900, NULL, 0),
(2, 'session', 'aca5c97fca1495548da753be9dfb332292b29dbfb9b49fa1aa275e0d8e958c87', 2, NULL, NULL, 1790000000, 1790000960, 1792592960, NULL, 0),
(3, 'session', 'e5f84db23963bb671665ff09c038359fd5ce47d456d2254279ff854955339664', 3, NULL, NULL, 1790000000, 1790001020, 1792593020, NULL, 0),
(4, 'session', 'adf1c7815c2b33ff7a0e460e02791815b00e04ddaa9b93bff3bbc72cbeb31e59', 4, NULL, NULL, 1790000000, 1790000900, 1792592900, NULL, 0),
(5, 'session', '3d5bbc28bc66ec4d846c4f61e6f1616701643fdad260d403ae7ffa32ebc9a5da', 5, NULL, NULL, 1790000000, 1790001080, 1792593080, NULL, 0),
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
(1, X'0A8255'),
(10, X'0000000002022000021001010101010000'),
(137438953473, X'000001EB04300A6162FFFFFFFFFFFFFFFFF7020F02026F72FFFFFFFFFFFFFFFFF702080103206C65FFFFFFFFFFFFFFFFF702220202736FFFFFFFFFFFFFFFFFF7021502027768FFFFFFFFFFFFFFFFF7021E010361626FFFFFFFFFFFFFFFFFF7021002026E0AFFFFFFFFFFFFFFFFF70406090103626F64FFFFFFFFFFFFFFFFF7021A030175FFFFFFFFFFFFFFFFF702110103647920FFFFFFFFFFFFFFFFF7021C010365626FFFFFFFFFFFFFFFFFF7021902026674FFFFFFFFFFFFFFFFF70224010366742EFFFFFFFFFFFFFFFFF70225010368616EFFFFFFFFFFFFFFFFF704050902026F20FFFFFFFFFFFFFFFFF7022001036C6566FFFFFFFFFFFFFFFFF7022301036D6562FFFFFFFFFFFFFFFFF7021801036E0A61FFFFFFFFFFFFFFFFF7020E03016FFFFFFFFFFFFFFFFFF7020701036F206CFFFFFFFFFFFFFFFFF7022102026479FFFFFFFFFFFFFFFFF7021B02026D65FFFFFFFFFFFFFFFFF7021702027270FFFFFFFFFFFFFFFFF704020902027574FFFFFFFFFFFFFFFFF702120103706861FFFFFFFFFFFFFFFFF70404090103727068FFFFFFFFFFFFFFFFF70403090103736F6DFFFFFFFFFFFFFFFFF702160103742073FFFFFFFFFFFFFFFFF702140103757420FFFFFFFFFFFFFFFFF70213010377686FFFFFFFFFFFFFFFFFF7021F0103792077FFFFFFFFFFFFFFFFF7021D04100F100F0F1010100E10100F10110F1010100E100F0F100F111110101010'),
(2199023255553, X'0000084E04300A6162FFFFFFFFFFFFFFFFF8020B01020F03020B02020F03030D02030B02030B0102150402130202646F0A020A02026576FFFFFFFFFFFFFFFFF802060202676F05030602026865010307030169FFFFFFFFFFFFFFFFF9020802026C6FFFFFFFFFFFFFFFFFFC020602026F6C06020B02027365FFFFFFFFFFFFFFFFFE02080202746F030306010320657601021C0202676FFFFFFFFFFFFFFFFFF8021903017201031302026861030311030169FFFFFFFFFFFFFFFFF9021E03016FFFFFFFFFFFFFFFFFFC021502026C6F0A022802026E6FFFFFFFFFFFFFFFFFF8021106021A08022002026F640A022E03016EFFFFFFFFFFFFFFFFFC021102027265FFFFFFFFFFFFFFFFFE02210202736806022703016F0A021903017405021602027468FFFFFFFFFFFFFFFFFC021D0E02230202757306022E02027761FFFFFFFFFFFFFFFFF9021A030168FFFFFFFFFFFFFFFFF9021505021507031101021B01032D74680604050C010361626FFFFFFFFFFFFFFFFFF8020C01021003020C02021003030E02030C02030C01021604021402026473FFFFFFFFFFFFFFFFFE022402026D6D03031302027320FFFFFFFFFFFFFFFFF9021C02027420FFFFFFFFFFFFFFFFF9021805021807031401021E040226020279730502190103626F64FFFFFFFFFFFFFFFFFE021D030222050223030175FFFFFFFFFFFFFFFFF8020D01021103020D02021103030F02030D02030D010217040215020274660A04050B0103637265FFFFFFFFFFFFFFFFFE050409010364207506022D02022D740604040C0202642E0A0230030165FFFFFFFFFFFFFFFFF9060409180202656EFFFFFFFFFFFFFFFFF90605091802026F750A04020B0202732EFFFFFFFFFFFFFFFFFE022502027920FFFFFFFFFFFFFFFFFE021F08022503012E0102240103650A61FFFFFFFFFFFFFFFFFC020A09030A03016705030503016CFFFFFFFFFFFFFFFFFC020502022068FFFFFFFFFFFFFFFFFC0214030174FFFFFFFFFFFFFFFFFC021C02026164FFFFFFFFFFFFFFFFFE022302026372FFFFFFFFFFFFFFFFFE0503090202657401031602026C6C0105030802026E0AFFFFFFFFFFFFFFFFF904060903012EFFFFFFFFFFFFFFFFF902230202727303031603017901021F0202740AFFFFFFFFFFFFFFFFFE0506090301680A021D0301690103170202766501021D030169FFFFFFFFFFFFFFFFF8040207010366756C0A04070B0103670A6106021403016F06020A0202206501021B030167FFFFFFFFFFFFFFFFF802180301740A022202026F6E0505020703016FFFFFFFFFFFFFFFFFF8021A02027265010314010368616D030312030174FFFFFFFFFFFFFFFFF9021705021707031301021D0402250202656C0105020802026964FFFFFFFFFFFFFFFFF90602091803016EFFFFFFFFFFFFFFFFF8021504021F0A04070C04021F02026F73FFFFFFFFFFFFFFFFFC02160301750602290103696464FFFFFFFFFFFFFFFFF90603091802026C0AFFFFFFFFFFFFFFFFF8040407030165FFFFFFFFFFFFFFFFFC021A02026E67FFFFFFFFFFFFFFFFF802160402200503190504080C04022001036B73200A022C01036C0A61FFFFFFFFFFFFFFFFF8020A0B030A0702120301640A0209030165FFFFFFFFFFFFFFFFF802050301740303050202642006022C03012D0604030C02026520FFFFFFFFFFFFFFFFFC021B02026C6F0105040802026F0A0105050803016EFFFFFFFFFFFFFFFFFC04020703016F0A022901036D65720303150301740A021C02026D6503031401036E0A61FFFFFFFFFFFFFFFFF9020E030168FFFFFFFFFFFFFFFFF902070202650AFFFFFFFFFFFFFFFFFC04040709050407030120FFFFFFFFFFFFFFFFFC02130202670A0604090C030120FFFFFFFFFFFFFFFFF8021709031A09022103012EFFFFFFFFFFFFFFFFFC022102026F62FFFFFFFFFFFFFFFFFE021B080221030174FFFFFFFFFFFFFFFFF8021201036F0A6101030C0301680103060202626FFFFFFFFFFFFFFFFFFE021C0802220202642EFFFFFFFFFFFFFFFFF8021C0301640A022F030179FFFFFFFFFFFFFFFFFE021E03022305022402026B730A022B02026C0A030504070301640604020C02026D650A021B02026E65FFFFFFFFFFFFFFFFFC0603070C0905030702026F64FFFFFFFFFFFFFFFFF8021B03016B0A022A03016C0305030702027374FFFFFFFFFFFFFFFFFC021702027468FFFFFFFFFFFFFFFFF80213020275620A04030B03016C06022A030174FFFFFFFFFFFFFFFFF8020E01021203020E02021203031002030E02030E0102180402160103726561FFFFFFFFFFFFFFFFFE0222030165010315030174FFFFFFFFFFFFFFFFFE0505090202732E030217020279620102200103732068FFFFFFFFFFFFFFFFF9021D03016F0A022D0202652E060230030163FFFFFFFFFFFFFFFFFE0502090202686F06022802026F6D0A021A02027461050217030169FFFFFFFFFFFFFFFFFC02180103740A61FFFFFFFFFFFFFFFFFE020E030173FFFFFFFFFFFFFFFFFE02070202206701031203016803031003016C0A022703016EFFFFFFFFFFFFFFFFF8021006021908021F03016FFFFFFFFFFFFFFFFFFC0210030173050215050218030177FFFFFFFFFFFFFFFFF904140705021407031001021A02026179050218020266750A04060B020268610A0224030169FFFFFFFFFFFFFFFFF8021404021E0A04060C04021E0202696CFFFFFFFFFFFFFFFFFC021903016E01031802026F6F0305020701037562740A04040B02026C0A0A04080B03016406022B0202736506022F02027420FFFFFFFFFFFFFFFFF8020F01021303020F02021303031102030F02030F010219040217010376657201021E0202696CFFFFFFFFFFFFFFFFF80403070103776173FFFFFFFFFFFFFFFFF9021B02026861FFFFFFFFFFFFFFFFF9021605021607031201021C0103792072FFFFFFFFFFFFFFFFFE02200301730602260202626F0102210202732E05021A0428070F07070E0F070F07080F06070E0E0715070E0F07060612070F1709280F070F1B07162608110808071011080F120613060E0F0E0F100708100E0706100606070F090806070E06080E07081A0811180F0612100E1C0816060E0607070F08080F06080607100E140E08140E120E0806120F061407080707150F06070F0F08062610060F07071006070F0707070E100E070606140E0918070807180F0608090806072708101018100607');

insert into skills_folded_idx (segid, term, pgno) values
(1, X'', 2),
(16, X'', 2);

insert into skills_folded_docsize (id, sz) values
(-2, X'24'),
(-4, X'20'),
(-7, X'22'),
(-8, X'1B'),
(-9, X'24'),
(1, X'23'),
(10, X'2F'),
(3, X'16'),
(5, X'19'),
(6, X'2F');

insert into skills_folded_config (k, v) values
('version', 4);

insert into skills_tokens_data (id, block) values
(1, X'0A5B'),
(10, X'00000000020F2D000F1001010101010201010301010401010501010601010701010801010901010A01010B01010C01010D01010E01010000'),
(1099511627777, X'0000020D02305FFC808083FFFFFFFFFC02046C6F6E65FC808083FFFFFFFFFC010561626F7574FC808083FFFFFFFFFC0107686F7374696C65FC808083FFFFFFFFFC01046C6F6E65FC808083FFFFFFFFFC01036F6E65FC808083FFFFFFFFFC01057468696E67FC808083FFFFFFFFFC0002315FFC808083FFFFFFFFFC010161FC808083FFFFFFFFFC010168FC808083FFFFFFFFFC01016CFC808083FFFFFFFFFC01016FFC808083FFFFFFFFFC010174FC808083FFFFFFFFFC0003325F6CFC808083FFFFFFFFFC01026162FC808083FFFFFFFFFC0102686FFC808083FFFFFFFFFC01026C6FFC808083FFFFFFFFFC01026F6EFC808083FFFFFFFFFC01027468FC808083FFFFFFFFFC0004335F6C6FFC808083FFFFFFFFFC010361626FFC808083FFFFFFFFFC0103686F73FC808083FFFFFFFFFC01036C6F6EFC808083FFFFFFFFFC01036F6E65FC808083FFFFFFFFFC0103746869FC808083FFFFFFFFFC0005345F6C6F6EFC808083FFFFFFFFFC010461626F75FC808083FFFFFFFFFC0104686F7374FC808083FFFFFFFFFC01046C6F6E65FC808083FFFFFFFFFC01047468696EFC808083FFFFFFFFFC0006355F6C6F6E65FC808083FFFFFFFFFC010561626F7574FC808083FFFFFFFFFC0105686F737469FC808083FFFFFFFFFC01057468696E67FC808083FFFFFFFFFC000736686F7374696CFC808083FFFFFFFFFC000837686F7374696C65FC808083FFFFFFFFFC040C0F10120F0E100D0C0C0C0C0C0E0D0D0D0D0D0F0E0E0E0E0E100F0F0F0F1110101012'),
(1236950581249, X'000001D802305F83FFFFFC808080800700020668696464656E83FFFFFC808080800700010561626F757483FFFFFC808080800700010668696464656E83FFFFFC808080800700010377617383FFFFFC808080800700020368617483FFFFFC8080808007000002315F83FFFFFC80808080070001016183FFFFFC80808080070001016883FFFFFC80808080070001017783FFFFFC8080808007000003325F6883FFFFFC8080808007000102616283FFFFFC8080808007000102686983FFFFFC8080808007000102776183FFFFFC80808080070002016883FFFFFC8080808007000004335F686983FFFFFC808080800700010361626F83FFFFFC808080800700010368696483FFFFFC808080800700010377617383FFFFFC8080808007000202686183FFFFFC8080808007000005345F68696483FFFFFC808080800700010461626F7583FFFFFC80808080070001046869646483FFFFFC80808080070001047768617483FFFFFC8080808007000006355F6869646483FFFFFC808080800700010561626F757483FFFFFC8080808007000105686964646583FFFFFC8080808007000007365F686964646583FFFFFC808080800700010668696464656E83FFFFFC8080808007000008375F68696464656E83FFFFFC808080800700040D1211120F0F0E0D0D0D0F0E0E0E0D100F0F0F0E111010101211111312'),
(1374389534721, X'000001BA02305FFC808083FFFFFFFFF9020668696464656EFC808083FFFFFFFFF9010561626F7574FC808083FFFFFFFFF9010668696464656EFC808083FFFFFFFFF90103776173FC808083FFFFFFFFF90203686174FC808083FFFFFFFFF90002315FFC808083FFFFFFFFF9010161FC808083FFFFFFFFF9010168FC808083FFFFFFFFF9010177FC808083FFFFFFFFF90003325F68FC808083FFFFFFFFF901026162FC808083FFFFFFFFF901026869FC808083FFFFFFFFF901027761FC808083FFFFFFFFF9020168FC808083FFFFFFFFF90004335F6869FC808083FFFFFFFFF9010361626FFC808083FFFFFFFFF90103686964FC808083FFFFFFFFF90103776173FC808083FFFFFFFFF902026861FC808083FFFFFFFFF90005345F686964FC808083FFFFFFFFF9010461626F75FC808083FFFFFFFFF9010468696464FC808083FFFFFFFFF9010477686174FC808083FFFFFFFFF90006355F68696464FC808083FFFFFFFFF9010561626F7574FC808083FFFFFFFFF901056869646465FC808083FFFFFFFFF90007365F6869646465FC808083FFFFFFFFF9010668696464656EFC808083FFFFFFFFF90008375F68696464656EFC808083FFFFFFFFF9040C1110110E0E0D0C0C0C0E0D0D0D0C0F0E0E0E0D100F0F0F1110101211'),
(137438953473, X'0000025F02305F81FFFFF08080808001020568656C6C6F81FFFFF08080808001010561626F757481FFFFF0808080800101096576657279626F647981FFFFF0808080800101086772656574696E6781FFFFF08080808001010568656C6C6F81FFFFF080808080010002315F81FFFFF0808080800101016181FFFFF0808080800101016581FFFFF0808080800101016781FFFFF0808080800101016881FFFFF080808080010003325F6881FFFFF080808080010102616281FFFFF080808080010102657681FFFFF080808080010102677281FFFFF080808080010102686581FFFFF080808080010004335F686581FFFFF08080808001010361626F81FFFFF08080808001010365766581FFFFF08080808001010367726581FFFFF08080808001010368656C81FFFFF080808080010005345F68656C81FFFFF08080808001010461626F7581FFFFF0808080800101046576657281FFFFF0808080800101046772656581FFFFF08080808001010468656C6C81FFFFF080808080010006355F68656C6C81FFFFF08080808001010561626F757481FFFFF080808080010105657665727981FFFFF080808080010105677265657481FFFFF08080808001010568656C6C6F81FFFFF080808080010007365F68656C6C6F81FFFFF08080808001010665766572796281FFFFF08080808001010667726565746981FFFFF080808080010008376576657279626F81FFFFF0808080800101076772656574696E81FFFFF080808080010009386576657279626F6481FFFFF0808080800101086772656574696E6781FFFFF08080808001000A396576657279626F647981FFFFF08080808001040C10101413100D0C0C0C0C0E0D0D0D0D0F0E0E0E0E100F0F0F0F111010101012111113121413'),
(1511828488193, X'000001E602305F83FFFFFC80808080080002046576696C83FFFFFC808080800800010561626F757483FFFFFC80808080080001046576696C83FFFFFC8080808008000104676F6F6483FFFFFC80808080080001076E6F7468696E6783FFFFFC8080808008000002315F83FFFFFC80808080080001016183FFFFFC80808080080001016583FFFFFC80808080080001016783FFFFFC80808080080001016E83FFFFFC8080808008000003325F6583FFFFFC8080808008000102616283FFFFFC8080808008000102657683FFFFFC8080808008000102676F83FFFFFC80808080080001026E6F83FFFFFC8080808008000004335F657683FFFFFC808080800800010361626F83FFFFFC808080800800010365766983FFFFFC8080808008000103676F6F83FFFFFC80808080080001036E6F7483FFFFFC8080808008000005345F65766983FFFFFC808080800800010461626F7583FFFFFC80808080080001046576696C83FFFFFC8080808008000104676F6F6483FFFFFC80808080080001046E6F746883FFFFFC8080808008000006355F6576696C83FFFFFC808080800800010561626F757483FFFFFC80808080080001056E6F74686983FFFFFC8080808008000007366E6F7468696E83FFFFFC8080808008000008376E6F7468696E6783FFFFFC808080800800040D10111010130E0D0D0D0D0F0E0E0E0E100F0F0F0F111010101012111113'),
(1649267441665, X'000001C702305FFC808083FFFFFFFFF802046576696CFC808083FFFFFFFFF8010561626F7574FC808083FFFFFFFFF801046576696CFC808083FFFFFFFFF80104676F6F64FC808083FFFFFFFFF801076E6F7468696E67FC808083FFFFFFFFF80002315FFC808083FFFFFFFFF8010161FC808083FFFFFFFFF8010165FC808083FFFFFFFFF8010167FC808083FFFFFFFFF801016EFC808083FFFFFFFFF80003325F65FC808083FFFFFFFFF801026162FC808083FFFFFFFFF801026576FC808083FFFFFFFFF80102676FFC808083FFFFFFFFF801026E6FFC808083FFFFFFFFF80004335F6576FC808083FFFFFFFFF8010361626FFC808083FFFFFFFFF80103657669FC808083FFFFFFFFF80103676F6FFC808083FFFFFFFFF801036E6F74FC808083FFFFFFFFF80005345F657669FC808083FFFFFFFFF8010461626F75FC808083FFFFFFFFF801046576696CFC808083FFFFFFFFF80104676F6F64FC808083FFFFFFFFF801046E6F7468FC808083FFFFFFFFF80006355F6576696CFC808083FFFFFFFFF8010561626F7574FC808083FFFFFFFFF801056E6F746869FC808083FFFFFFFFF80007366E6F7468696EFC808083FFFFFFFFF80008376E6F7468696E67FC808083FFFFFFFFF8040C0F100F0F120D0C0C0C0C0E0D0D0D0D0F0E0E0E0E100F0F0F0F11101012'),
(1786706395137, X'0000028102305F83FFFFFC80808080090002066F727068616E83FFFFFC808080800900010561626F757483FFFFFC80808080090001046C65667483FFFFFC80808080090001066F727068616E83FFFFFC8080808009000108736F6D65626F647983FFFFFC808080800900010377686F83FFFFFC8080808009000002315F83FFFFFC80808080090001016183FFFFFC80808080090001016C83FFFFFC80808080090001016F83FFFFFC80808080090001017383FFFFFC80808080090001017783FFFFFC8080808009000003325F6F83FFFFFC8080808009000102616283FFFFFC80808080090001026C6583FFFFFC80808080090001026F7283FFFFFC8080808009000102736F83FFFFFC8080808009000102776883FFFFFC8080808009000004335F6F7283FFFFFC808080800900010361626F83FFFFFC80808080090001036C656683FFFFFC80808080090001036F727083FFFFFC8080808009000103736F6D83FFFFFC808080800900010377686F83FFFFFC8080808009000005345F6F727083FFFFFC808080800900010461626F7583FFFFFC80808080090001046C65667483FFFFFC80808080090001046F72706883FFFFFC8080808009000104736F6D6583FFFFFC8080808009000006355F6F72706883FFFFFC808080800900010561626F757483FFFFFC80808080090001056F7270686183FFFFFC8080808009000105736F6D656283FFFFFC8080808009000007365F6F7270686183FFFFFC80808080090001066F727068616E83FFFFFC8080808009000106736F6D65626F83FFFFFC8080808009000008375F6F727068616E83FFFFFC8080808009000107736F6D65626F6483FFFFFC808080800900000938736F6D65626F647983FFFFFC808080800900040D12111012140F0E0D0D0D0D0D0F0E0E0E0E0E100F0F0F0F0F1110101010121111111312121413'),
(1924145348609, X'0000025902305FFC808083FFFFFFFFF702066F727068616EFC808083FFFFFFFFF7010561626F7574FC808083FFFFFFFFF701046C656674FC808083FFFFFFFFF701066F727068616EFC808083FFFFFFFFF70108736F6D65626F6479FC808083FFFFFFFFF7010377686FFC808083FFFFFFFFF70002315FFC808083FFFFFFFFF7010161FC808083FFFFFFFFF701016CFC808083FFFFFFFFF701016FFC808083FFFFFFFFF7010173FC808083FFFFFFFFF7010177FC808083FFFFFFFFF70003325F6FFC808083FFFFFFFFF701026162FC808083FFFFFFFFF701026C65FC808083FFFFFFFFF701026F72FC808083FFFFFFFFF70102736FFC808083FFFFFFFFF701027768FC808083FFFFFFFFF70004335F6F72FC808083FFFFFFFFF7010361626FFC808083FFFFFFFFF701036C6566FC808083FFFFFFFFF701036F7270FC808083FFFFFFFFF70103736F6DFC808083FFFFFFFFF7010377686FFC808083FFFFFFFFF70005345F6F7270FC808083FFFFFFFFF7010461626F75FC808083FFFFFFFFF701046C656674FC808083FFFFFFFFF701046F727068FC808083FFFFFFFFF70104736F6D65FC808083FFFFFFFFF70006355F6F727068FC808083FFFFFFFFF7010561626F7574FC808083FFFFFFFFF701056F72706861FC808083FFFFFFFFF70105736F6D6562FC808083FFFFFFFFF70007365F6F72706861FC808083FFFFFFFFF701066F727068616EFC808083FFFFFFFFF70106736F6D65626FFC808083FFFFFFFFF70008375F6F727068616EFC808083FFFFFFFFF70107736F6D65626F64FC808083FFFFFFFFF7000938736F6D65626F6479FC808083FFFFFFFFF7040C11100F11130E0D0C0C0C0C0C0E0D0D0D0D0D0F0E0E0E0E0E100F0F0F0F111010101211111312'),
(2199023255553, X'00000EFA02305FFC808083FFFFFFFFFE000087FFFFF88080808005000001010000020101018480808087FFFFFFFC0208646F75627466756C83FFFFFC808080800A02046576696C83FFFFFC80808080080204676F6E6583FFFFFC80808080050000020668696464656E83FFFFFC808080800702046C6F6E6583FFFFFC808080800402036F6C6487FFFFFC88808080060305727068616E83FFFFFC80808080090206736563726574FC808083FFFFFFFFFE000002057468696E6787FFFFFC888080800603036F6F6C83FFFFFC80808080030000010561626F7574FC808083FFFFFFFFFE87FFFFF88080808005000001010000020101018480808087FFFFFFFC02026E6483FFFFFC80808080030108646F75627466756C83FFFFFC808080800A01046576696C83FFFFFC80808080080104676F6E6583FFFFFC8080808005000003026F6483FFFFFC8080808008010768616D6D65727383FFFFFC808080800300000205696464656E83FFFFFC808080800702066F7374696C6583FFFFFC808080800401046C65667483FFFFFC808080800902036F6E6583FFFFFC808080800403036F6B7383FFFFFC808080800A01056E61696C7383FFFFFC808080800302056F626F6479FC808083FFFFFFFFFE8BFFFFF8888080800803057468696E6783FFFFFC808080800801036F646483FFFFFC808080800A02026C6487FFFFFC888080800602026E6583FFFFFC80808080040205727068616E83FFFFFC808080800901057265616473FC808083FFFFFFFFFE0106736563726574FC808083FFFFFFFFFE00000205686F756C6487FFFFFC888080800602076F6D65626F647983FFFFFC808080800905057468696E6783FFFFFC808080800A02047461797383FFFFFC808080800501047468617483FFFFFC808080800A0303696E6783FFFFFC808080800484808080888080800202036F6F6C83FFFFFC80808080030000010375736587FFFFFC8880808006010377617383FFFFFC80808080070203686174FC808083FFFFFFFFFE87FFFFF880808080070000028480808087FFFFFFFF03016F83FFFFFC80808080090002315FFC808083FFFFFFFFFE000087FFFFF88080808005000001010000020101018480808087FFFFFFFC010161FC808083FFFFFFFFFE87FFFFF88080808005000001010000020101018480808087FFFFFFFC01016483FFFFFC808080800A01016583FFFFFC808080800801016783FFFFFC808080800500000301016883FFFFFC80808080030000010301016C83FFFFFC8080808004050101016EFC808083FFFFFFFFFE87FFFFF88080808005058480808087FFFFFFFE01016F83FFFFFC808080800405018480808087FFFFFFFC010172FC808083FFFFFFFFFE010173FC808083FFFFFFFFFE000087FFFFF8808080800704018480808087FFFFFFFC01017483FFFFFC8080808003000001068480808087FFFFFFFC01017587FFFFFC8880808006010177FC808083FFFFFFFFFE87FFFFF88080808007000002028480808087FFFFFFFD0003325F6483FFFFFC808080800A02016583FFFFFC808080800802016783FFFFFC8080808005000002016883FFFFFC808080800702016C83FFFFFC808080800402016F83FFFFFC80808080098480808087FFFFFFFD020173FC808083FFFFFFFFFE000002017483FFFFFC8080808003000084808080888080800301026162FC808083FFFFFFFFFE87FFFFF88080808005000001010000020101018480808087FFFFFFFC02016E83FFFFFC80808080030102646F83FFFFFC808080800A0102657683FFFFFC80808080080102676F83FFFFFC80808080050000030102686183FFFFFC8080808003000002016983FFFFFC808080800702016F83FFFFFC808080800401026C6583FFFFFC808080800902016F83FFFFFC80808080040601026E6183FFFFFC808080800302016FFC808083FFFFFFFFFE87FFFFF8808080800A8480808087FFFFFFFE01026F6483FFFFFC808080800A02016C87FFFFFC888080800602016E83FFFFFC808080800402017283FFFFFC808080800901027265FC808083FFFFFFFFFE01027365FC808083FFFFFFFFFE000002016887FFFFFC888080800602016F83FFFFFC80808080090102017483FFFFFC80808080050102746883FFFFFC8080808004068480808087FFFFFFFC02016F83FFFFFC808080800300000102757387FFFFFC88808080060102776183FFFFFC8080808007020168FC808083FFFFFFFFFE87FFFFF88080808007000002028480808087FFFFFFFD0004335F646F83FFFFFC808080800A0202657683FFFFFC80808080080202676F83FFFFFC808080800500000202686983FFFFFC808080800702026C6F83FFFFFC808080800402026F6C87FFFFFC888080800603017283FFFFFC808080800902027365FC808083FFFFFFFFFE00000202746887FFFFFC888080800603016F83FFFFFC80808080030000010361626FFC808083FFFFFFFFFE87FFFFF88080808005000001010000020101018480808087FFFFFFFC02026E6483FFFFFC80808080030103646F7583FFFFFC808080800A010365766983FFFFFC80808080080103676F6E83FFFFFC8080808005000003016F83FFFFFC8080808008010368616D83FFFFFC808080800300000202696483FFFFFC808080800702026F7383FFFFFC808080800401036C656683FFFFFC808080800902026F6E83FFFFFC808080800403016F83FFFFFC808080800A01036E616983FFFFFC808080800302026F62FC808083FFFFFFFFFE8BFFFFF8888080800803017483FFFFFC808080800801036F646483FFFFFC808080800A02026C6487FFFFFC888080800602026E6583FFFFFC80808080040202727083FFFFFC80808080090103726561FC808083FFFFFFFFFE0103736563FC808083FFFFFFFFFE00000202686F87FFFFFC888080800602026F6D83FFFFFC8080808009010202746183FFFFFC8080808005010374686183FFFFFC808080800A03016983FFFFFC808080800484808080888080800202026F6F83FFFFFC80808080030000010375736587FFFFFC8880808006010377617383FFFFFC808080800702026861FC808083FFFFFFFFFE87FFFFF880808080070000028480808087FFFFFFFF03016F83FFFFFC80808080090005345F646F7583FFFFFC808080800A020365766983FFFFFC80808080080203676F6E83FFFFFC80808080050000020368696483FFFFFC808080800702036C6F6E83FFFFFC808080800402036F6C6487FFFFFC88808080060302727083FFFFFC80808080090203736563FC808083FFFFFFFFFE0000020374686987FFFFFC888080800603026F6F83FFFFFC80808080030000010461626F75FC808083FFFFFFFFFE87FFFFF88080808005000001010000020101018480808087FFFFFFFC0104646F756283FFFFFC808080800A01046576696C83FFFFFC80808080080104676F6E6583FFFFFC8080808005000003026F6483FFFFFC8080808008010468616D6D83FFFFFC80808080030000020369646483FFFFFC808080800702036F737483FFFFFC808080800401046C65667483FFFFFC808080800902036F6E6583FFFFFC808080800403026F6B83FFFFFC808080800A01046E61696C83FFFFFC808080800302036F626FFC808083FFFFFFFFFE8BFFFFF888808080080302746883FFFFFC808080800801046F72706883FFFFFC8080808009010472656164FC808083FFFFFFFFFE010473656372FC808083FFFFFFFFFE00000203686F7587FFFFFC888080800602036F6D6583FFFFFC808080800901020374617983FFFFFC808080800501047468617483FFFFFC808080800A0302696E83FFFFFC808080800484808080888080800202036F6F6C83FFFFFC80808080030000010477686174FC808083FFFFFFFFFE87FFFFF880808080070000028480808087FFFFFFFF0006355F646F756283FFFFFC808080800A02046576696C83FFFFFC80808080080204676F6E6583FFFFFC8080808005000002046869646483FFFFFC808080800702046C6F6E6583FFFFFC808080800402046F72706883FFFFFC8080808009020473656372FC808083FFFFFFFFFE000002047468696E87FFFFFC888080800603036F6F6C83FFFFFC80808080030000010561626F7574FC808083FFFFFFFFFE87FFFFF88080808005000001010000020101018480808087FFFFFFFC0105646F75627483FFFFFC808080800A010568616D6D6583FFFFFC8080808003000002046964646583FFFFFC808080800702046F73746983FFFFFC808080800401056C6F6F6B7383FFFFFC808080800A01056E61696C7383FFFFFC808080800302046F626F64FC808083FFFFFFFFFE8BFFFFF88880808008030374686983FFFFFC808080800801056F7270686183FFFFFC808080800901057265616473FC808083FFFFFFFFFE01057365637265FC808083FFFFFFFFFE00000204686F756C87FFFFFC888080800602046F6D656283FFFFFC808080800905017483FFFFFC808080800A02047461797383FFFFFC808080800501057468696E6783FFFFFC80808080048480808088808080020007365F646F75627483FFFFFC808080800A0205686964646583FFFFFC808080800702056F7270686183FFFFFC808080800902057365637265FC808083FFFFFFFFFE000002057468696E6787FFFFFC88808080060106646F7562746683FFFFFC808080800A010668616D6D657283FFFFFC808080800300000205696464656E83FFFFFC808080800702056F7374696C83FFFFFC808080800401066E6F626F6479FC808083FFFFFFFFFE8BFFFFF8888080800803047468696E83FFFFFC808080800801066F727068616E83FFFFFC80808080090106736563726574FC808083FFFFFFFFFE00000205686F756C6487FFFFFC888080800602056F6D65626F83FFFFFC80808080090502746883FFFFFC808080800A0008375F646F7562746683FFFFFC808080800A020668696464656E83FFFFFC808080800702066F727068616E83FFFFFC80808080090206736563726574FC808083FFFFFFFFFE00000107646F756274667583FFFFFC808080800A010768616D6D65727383FFFFFC8080808003000002066F7374696C6583FFFFFC808080800401076E6F7468696E6783FFFFFC80808080080107736F6D65626F6483FFFFFC8080808009050374686983FFFFFC808080800A0009385F646F756274667583FFFFFC808080800A0108646F75627466756C83FFFFFC808080800A0108736F6D65626F647983FFFFFC808080800905047468696E83FFFFFC808080800A000A395F646F75627466756C83FFFFFC808080800A0109736F6D657468696E6783FFFFFC808080800A042A130F11110F0E101310102C0D130F110D1410110F0E0E1019100E0D0D1010131012100F0F17100E0E230C2B280C0C0F100E1F170C22190C220E0C0E0C0C150E17290C0D0D100F0C0C0D0D0D1E0D0C0C0C0D0F0C0D0C170E0D0D220F0D0F0D0D0D0C0F0D0E2A0D0E0E100C100D0D0E0D0C0E160C0E0D0D0D0E100D0E0D0E150F0E0E220C100E100E0E0E0D100E0F2B0F0F110D110E0E0F0E0D0F170D0F0F110E0F0E0F161024110F110F0F0F110F102C10120F0F1010180E1010120F0F0C0F191210101210111310101A0F111310100D1311111312141112120E1413130F15'),
(274877906945, X'0000028602305F81FFFFF0808080800100020568656C6C6F81FFFFF0808080800100010561626F757481FFFFF080808080010001096576657279626F647981FFFFF080808080010001086772656574696E6781FFFFF0808080800100010568656C6C6F81FFFFF08080808001000002315F81FFFFF080808080010001016181FFFFF080808080010001016581FFFFF080808080010001016781FFFFF080808080010001016881FFFFF08080808001000003325F6881FFFFF08080808001000102616281FFFFF08080808001000102657681FFFFF08080808001000102677281FFFFF08080808001000102686581FFFFF08080808001000004335F686581FFFFF0808080800100010361626F81FFFFF0808080800100010365766581FFFFF0808080800100010367726581FFFFF0808080800100010368656C81FFFFF08080808001000005345F68656C81FFFFF0808080800100010461626F7581FFFFF080808080010001046576657281FFFFF080808080010001046772656581FFFFF0808080800100010468656C6C81FFFFF08080808001000006355F68656C6C81FFFFF0808080800100010561626F757481FFFFF08080808001000105657665727981FFFFF08080808001000105677265657481FFFFF0808080800100010568656C6C6F81FFFFF08080808001000007365F68656C6C6F81FFFFF0808080800100010665766572796281FFFFF0808080800100010667726565746981FFFFF08080808001000008376576657279626F81FFFFF080808080010001076772656574696E81FFFFF08080808001000009386576657279626F6481FFFFF080808080010001086772656574696E6781FFFFF0808080800100000A396576657279626F647981FFFFF0808080800100040D11111514110E0D0D0D0D0F0E0E0E0E100F0F0F0F1110101010121111111113121214131514'),
(412316860417, X'0000025F02305F81FFFFEC8080808001020568656C6C6F81FFFFEC8080808001010561626F757481FFFFEC808080800101096576657279626F647981FFFFEC808080800101086772656574696E6781FFFFEC8080808001010568656C6C6F81FFFFEC80808080010002315F81FFFFEC808080800101016181FFFFEC808080800101016581FFFFEC808080800101016781FFFFEC808080800101016881FFFFEC80808080010003325F6881FFFFEC80808080010102616281FFFFEC80808080010102657681FFFFEC80808080010102677281FFFFEC80808080010102686581FFFFEC80808080010004335F686581FFFFEC8080808001010361626F81FFFFEC8080808001010365766581FFFFEC8080808001010367726581FFFFEC8080808001010368656C81FFFFEC80808080010005345F68656C81FFFFEC8080808001010461626F7581FFFFEC808080800101046576657281FFFFEC808080800101046772656581FFFFEC8080808001010468656C6C81FFFFEC80808080010006355F68656C6C81FFFFEC8080808001010561626F757481FFFFEC80808080010105657665727981FFFFEC80808080010105677265657481FFFFEC8080808001010568656C6C6F81FFFFEC80808080010007365F68656C6C6F81FFFFEC8080808001010665766572796281FFFFEC8080808001010667726565746981FFFFEC80808080010008376576657279626F81FFFFEC808080800101076772656574696E81FFFFEC80808080010009386576657279626F6481FFFFEC808080800101086772656574696E6781FFFFEC8080808001000A396576657279626F647981FFFFEC8080808001040C10101413100D0C0C0C0C0E0D0D0D0D0F0E0E0E0E100F0F0F0F111010101012111113121413'),
(549755813889, X'0000022102305F83FFFFFC8080808003000204746F6F6C83FFFFFC808080800300010561626F757483FFFFFC80808080030002026E6483FFFFFC808080800300010768616D6D65727383FFFFFC80808080030001056E61696C7383FFFFFC8080808003000104746F6F6C83FFFFFC8080808003000002315F83FFFFFC80808080030001016183FFFFFC80808080030001016883FFFFFC80808080030001016E83FFFFFC80808080030001017483FFFFFC8080808003000003325F7483FFFFFC8080808003000102616283FFFFFC80808080030002016E83FFFFFC8080808003000102686183FFFFFC80808080030001026E6183FFFFFC8080808003000102746F83FFFFFC8080808003000004335F746F83FFFFFC808080800300010361626F83FFFFFC80808080030002026E6483FFFFFC808080800300010368616D83FFFFFC80808080030001036E616983FFFFFC8080808003000103746F6F83FFFFFC8080808003000005345F746F6F83FFFFFC808080800300010461626F7583FFFFFC808080800300010468616D6D83FFFFFC80808080030001046E61696C83FFFFFC8080808003000104746F6F6C83FFFFFC8080808003000006355F746F6F6C83FFFFFC808080800300010561626F757483FFFFFC808080800300010568616D6D6583FFFFFC80808080030001056E61696C7383FFFFFC80808080030000073668616D6D657283FFFFFC80808080030000083768616D6D65727383FFFFFC808080800300040D10110E1311100E0D0D0D0D0F0E0D0E0E0E100F0E0F0F0F11101010101211111113'),
(687194767361, X'000001FE02305F83FFFFF880808080030204746F6F6C83FFFFF88080808003010561626F757483FFFFF8808080800302026E6483FFFFF88080808003010768616D6D65727383FFFFF8808080800301056E61696C7383FFFFF880808080030104746F6F6C83FFFFF880808080030002315F83FFFFF8808080800301016183FFFFF8808080800301016883FFFFF8808080800301016E83FFFFF8808080800301017483FFFFF880808080030003325F7483FFFFF880808080030102616283FFFFF8808080800302016E83FFFFF880808080030102686183FFFFF8808080800301026E6183FFFFF880808080030102746F83FFFFF880808080030004335F746F83FFFFF88080808003010361626F83FFFFF8808080800302026E6483FFFFF88080808003010368616D83FFFFF8808080800301036E616983FFFFF880808080030103746F6F83FFFFF880808080030005345F746F6F83FFFFF88080808003010461626F7583FFFFF88080808003010468616D6D83FFFFF8808080800301046E61696C83FFFFF880808080030104746F6F6C83FFFFF880808080030006355F746F6F6C83FFFFF88080808003010561626F757483FFFFF88080808003010568616D6D6583FFFFF8808080800301056E61696C7383FFFFF8808080800300073668616D6D657283FFFFF8808080800300083768616D6D65727383FFFFF88080808003040C0F100D12100F0D0C0C0C0C0E0D0C0D0D0D0F0E0D0E0E0E100F0F0F0F1110101012'),
(824633720833, X'0000023B02305F83FFFFF8808080800300000204746F6F6C83FFFFF880808080030000010561626F757483FFFFF88080808003000002026E6483FFFFF8808080800300010768616D6D65727383FFFFF88080808003000001056E61696C7383FFFFF88080808003000104746F6F6C83FFFFF8808080800300000002315F83FFFFF88080808003000001016183FFFFF88080808003000001016883FFFFF88080808003000001016E83FFFFF880808080030001017483FFFFF8808080800300000003325F7483FFFFF8808080800300000102616283FFFFF88080808003000002016E83FFFFF88080808003000102686183FFFFF88080808003000001026E6183FFFFF88080808003000102746F83FFFFF8808080800300000004335F746F83FFFFF880808080030000010361626F83FFFFF88080808003000002026E6483FFFFF8808080800300010368616D83FFFFF88080808003000001036E616983FFFFF88080808003000103746F6F83FFFFF8808080800300000005345F746F6F83FFFFF880808080030000010461626F7583FFFFF880808080030000010468616D6D83FFFFF88080808003000001046E61696C83FFFFF88080808003000104746F6F6C83FFFFF8808080800300000006355F746F6F6C83FFFFF880808080030000010561626F757483FFFFF880808080030000010568616D6D6583FFFFF88080808003000001056E61696C7383FFFFF880808080030000073668616D6D657283FFFFF88080808003000000083768616D6D65727383FFFFF880808080030000040E11120E1411110F0E0E0D0E100F0D0F0E0F11100E100F1012111110111312121114'),
(962072674305, X'0000023102305F83FFFFFC80808080040002046C6F6E6583FFFFFC808080800400010561626F757483FFFFFC8080808004000107686F7374696C6583FFFFFC80808080040001046C6F6E6583FFFFFC80808080040001036F6E6583FFFFFC80808080040001057468696E6783FFFFFC8080808004000002315F83FFFFFC80808080040001016183FFFFFC80808080040001016883FFFFFC80808080040001016C83FFFFFC80808080040001016F83FFFFFC80808080040001017483FFFFFC8080808004000003325F6C83FFFFFC8080808004000102616283FFFFFC8080808004000102686F83FFFFFC80808080040001026C6F83FFFFFC80808080040001026F6E83FFFFFC8080808004000102746883FFFFFC8080808004000004335F6C6F83FFFFFC808080800400010361626F83FFFFFC8080808004000103686F7383FFFFFC80808080040001036C6F6E83FFFFFC80808080040001036F6E6583FFFFFC808080800400010374686983FFFFFC8080808004000005345F6C6F6E83FFFFFC808080800400010461626F7583FFFFFC8080808004000104686F737483FFFFFC80808080040001046C6F6E6583FFFFFC80808080040001047468696E83FFFFFC8080808004000006355F6C6F6E6583FFFFFC808080800400010561626F757483FFFFFC8080808004000105686F73746983FFFFFC80808080040001057468696E6783FFFFFC808080800400000736686F7374696C83FFFFFC808080800400000837686F7374696C6583FFFFFC808080800400040D101113100F110E0D0D0D0D0D0F0E0E0E0E0E100F0F0F0F0F11101010101211111113');

insert into skills_tokens_idx (segid, term, pgno) values
(1, X'', 2),
(10, X'', 2),
(11, X'', 2),
(12, X'', 2),
(13, X'', 2),
(14, X'', 2),
(16, X'', 2),
(2, X'', 2),
(3, X'', 2),
(4, X'', 2),
(5, X'', 2),
(6, X'', 2),
(7, X'', 2),
(8, X'', 2),
(9, X'', 2);

insert into skills_tokens_docsize (id, sz) values
(-576460477425516546, X'09'),
(-576460477425516548, X'09'),
(-576460477425516551, X'09'),
(-576460477425516552, X'08'),
(-576460477425516553, X'09'),
(1152921234023907334, X'0E'),
(288229001762177025, X'08'),
(576460202547609603, X'07'),
(576460477425516549, X'08'),
(576460477425516554, X'0A');

insert into skills_tokens_config (k, v) values
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
    where handle is not null and moderation_status in ('none', 'warned');

CREATE INDEX skills_listed_new on skills(id, category) where (skills.visibility = 'public' and skills.moderation_status in ('none', 'warned') and skills.owner_shown = 1
    and skills.latest_version_id is not null);

CREATE INDEX skills_listed_new_of_category on skills(category, id) where (skills.visibility = 'public' and skills.moderation_status in ('none', 'warned') and skills.owner_shown = 1
    and skills.latest_version_id is not null);

CREATE INDEX skills_listed_installs on skills(install_count, id, category) where (skills.visibility = 'public' and skills.moderation_status in ('none', 'warned') and skills.owner_shown = 1
    and skills.latest_version_id is not null);

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
    and new.latest_version_id is not null) then ((((new.deprecated * 2 + case new.signature_status when 'verified' then 0 else 1 end) * 1048576 + case when new.install_count < 1048575 then 1048575 - new.install_count else 0 end) * 64 + length(new.slug) - length(replace(new.slug, '-', '')))
    * 4294967296 + new.id) else -(((((new.deprecated * 2 + case new.signature_status when 'verified' then 0 else 1 end) * 1048576 + case when new.install_count < 1048575 then 1048575 - new.install_count else 0 end) * 64 + length(new.slug) - length(replace(new.slug, '-', '')))
    * 4294967296 + new.id)) end, new.tokens || replace(new.names, ' ', ' _')); end;

CREATE TRIGGER skills_tokens_delete after delete on skills begin insert into skills_tokens(skills_tokens, rowid, text) values ('delete', case when (old.visibility = 'public' and old.moderation_status in ('none', 'warned') and old.owner_shown = 1
    and old.latest_version_id is not null) then ((((old.deprecated * 2 + case old.signature_status when 'verified' then 0 else 1 end) * 1048576 + case when old.install_count < 1048575 then 1048575 - old.install_count else 0 end) * 64 + length(old.slug) - length(replace(old.slug, '-', '')))
    * 4294967296 + old.id) else -(((((old.deprecated * 2 + case old.signature_status when 'verified' then 0 else 1 end) * 1048576 + case when old.install_count < 1048575 then 1048575 - old.install_count else 0 end) * 64 + length(old.slug) - length(replace(old.slug, '-', '')))
    * 4294967296 + old.id)) end, old.tokens || replace(old.names, ' ', ' _')); end;

CREATE TRIGGER skills_tokens_update after update on skills
        when case when (old.visibility = 'public' and old.moderation_status in ('none', 'warned') and old.owner_shown = 1
    and old.latest_version_id is not null) then ((((old.deprecated * 2 + case old.signature_status when 'verified' then 0 else 1 end) * 1048576 + case when old.install_count < 1048575 then 1048575 - old.install_count else 0 end) * 64 + length(old.slug) - length(replace(old.slug, '-', '')))
    * 4294967296 + old.id) else -(((((old.deprecated * 2 + case old.signature_status when 'verified' then 0 else 1 end) * 1048576 + case when old.install_count < 1048575 then 1048575 - old.install_count else 0 end) * 64 + length(old.slug) - length(replace(old.slug, '-', '')))
    * 4294967296 + old.id)) end <> case when (new.visibility = 'public' and new.moderation_status in ('none', 'warned') and new.owner_shown = 1
    and new.latest_version_id is not null) then ((((new.deprecated * 2 + case new.signature_status when 'verified' then 0 else 1 end) * 1048576 + case when new.install_count < 1048575 then 1048575 - new.install_count else 0 end) * 64 + length(new.slug) - length(replace(new.slug, '-', '')))
    * 4294967296 + new.id) else -(((((new.deprecated * 2 + case new.signature_status when 'verified' then 0 else 1 end) * 1048576 + case when new.install_count < 1048575 then 1048575 - new.install_count else 0 end) * 64 + length(new.slug) - length(replace(new.slug, '-', '')))
    * 4294967296 + new.id)) end or old.tokens || replace(old.names, ' ', ' _') <> new.tokens || replace(new.names, ' ', ' _') begin insert into skills_tokens(skills_tokens, rowid, text) values ('delete', case when (old.visibility = 'public' and old.moderation_status in ('none', 'warned') and old.owner_shown = 1
    and old.latest_version_id is not null) then ((((old.deprecated * 2 + case old.signature_status when 'verified' then 0 else 1 end) * 1048576 + case when old.install_count < 1048575 then 1048575 - old.install_count else 0 end) * 64 + length(old.slug) - length(replace(old.slug, '-', '')))
    * 4294967296 + old.id) else -(((((old.deprecated * 2 + case old.signature_status when 'verified' then 0 else 1 end) * 1048576 + case when old.install_count < 1048575 then 1048575 - old.install_count else 0 end) * 64 + length(old.slug) - length(replace(old.slug, '-', '')))
    * 4294967296 + old.id)) end, old.tokens || replace(old.names, ' ', ' _')); insert into skills_tokens(rowid, text) values (case when (new.visibility = 'public' and new.moderation_status in ('none', 'warned') and new.owner_shown = 1
    and new.latest_version_id is not null) then ((((new.deprecated * 2 + case new.signature_status when 'verified' then 0 else 1 end) * 1048576 + case when new.install_count < 1048575 then 1048575 - new.install_count else 0 end) * 64 + length(new.slug) - length(replace(new.slug, '-', '')))
    * 4294967296 + new.id) else -(((((new.deprecated * 2 + case new.signature_status when 'verified' then 0 else 1 end) * 1048576 + case when new.install_count < 1048575 then 1048575 - new.install_count else 0 end) * 64 + length(new.slug) - length(replace(new.slug, '-', '')))
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
