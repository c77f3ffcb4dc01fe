-- Who runs a skill, of those everyone is shown: the oldest first.

alter table library add column shown bigint not null default 0;

update library set shown = 1 where profile_id in (select id from profiles where (profiles.handle is not null and
  profiles.moderation_status in ('none', 'warned')));

create index library_shown on library(skill_id, added_at, profile_id) where shown = 1;
