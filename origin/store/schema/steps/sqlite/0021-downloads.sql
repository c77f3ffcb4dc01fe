-- Downloads by the hour, and what texts are compared by. What is listed already is compared by the program, skill by skill.

alter table skills add column downloads_7d bigint not null default 0;

alter table skills add column compared bigint not null default 0;

create index skills_listed_downloads on skills(downloads_7d, id, category) where (skills.visibility = 'public' and
  skills.moderation_status in ('none', 'warned') and skills.owner_shown = 1 and skills.latest_version_id is not null);

create index skills_to_compare on skills(id) where (skills.visibility = 'public' and skills.moderation_status in
  ('none', 'warned') and skills.owner_shown = 1 and skills.latest_version_id is not null) and skills.compared <>
  skills.latest_version_id;

create table downloads (
  hour bigint not null,
  skill_id bigint not null,
  total bigint not null,
  primary key (hour, skill_id)
) without rowid;

create table counted_batches (id text not null primary key, counted_at bigint not null) without rowid;

create index counted_batches_by_time on counted_batches(counted_at);

create table fingerprints (
  version_id bigint not null primary key,
  skill_id bigint not null,
  method bigint not null,
  minima text not null
);

create index fingerprints_of_skill on fingerprints(skill_id);

create table fingerprint_bands (
  band bigint not null,
  version_id bigint not null,
  primary key (band, version_id)
) without rowid;

create table skill_likes (
  skill_id bigint not null,
  other_id bigint not null,
  version_id bigint not null,
  kind text not null,
  place bigint not null,
  primary key (skill_id, other_id)
);

create index skill_likes_of_other on skill_likes(other_id, kind);
