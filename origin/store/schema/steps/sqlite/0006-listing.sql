-- Public lists in each order, from indexes that hold all that chooses and counts.

alter table skills add column owner_shown bigint not null default 0;

update skills set owner_shown = 1 where owner_id in (select id from profiles where (profiles.handle is not null and
  profiles.moderation_status in ('none', 'warned')));

create index skills_listed_new on skills(created_at, id, category) where (skills.visibility = 'public' and
  skills.moderation_status in ('none', 'warned') and skills.owner_shown = 1 and skills.latest_version_id is not null);

create index skills_listed_new_of_category on skills(category, created_at, id) where (skills.visibility = 'public' and
  skills.moderation_status in ('none', 'warned') and skills.owner_shown = 1 and skills.latest_version_id is not null);

create index skills_listed_alpha on skills(slug, id, category) where (skills.visibility = 'public' and
  skills.moderation_status in ('none', 'warned') and skills.owner_shown = 1 and skills.latest_version_id is not null);

create index skills_listed_alpha_of_category on skills(category, slug, id) where (skills.visibility = 'public' and
  skills.moderation_status in ('none', 'warned') and skills.owner_shown = 1 and skills.latest_version_id is not null);

create index skills_listed_installs on skills(install_count, created_at, id, category) where (skills.visibility =
  'public' and skills.moderation_status in ('none', 'warned') and skills.owner_shown = 1 and skills.latest_version_id
  is not null);

create index skills_listed_of_owner on skills(owner_id, category) where (skills.visibility = 'public' and
  skills.moderation_status in ('none', 'warned') and skills.owner_shown = 1 and skills.latest_version_id is not null);
