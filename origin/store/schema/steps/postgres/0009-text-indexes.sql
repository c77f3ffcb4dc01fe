-- Lists of skills by age, which their ids say; text indexes of what is listed, in the order in which it is shown.

drop index if exists skills_listed_new;

create index skills_listed_new on skills(id, category) where (skills.visibility = 'public' and
  skills.moderation_status in ('none', 'warned') and skills.owner_shown = 1 and skills.latest_version_id is not null);

drop index if exists skills_listed_new_of_category;

create index skills_listed_new_of_category on skills(category, id) where (skills.visibility = 'public' and
  skills.moderation_status in ('none', 'warned') and skills.owner_shown = 1 and skills.latest_version_id is not null);

drop index if exists skills_listed_installs;

create index skills_listed_installs on skills(install_count, id, category) where (skills.visibility = 'public' and
  skills.moderation_status in ('none', 'warned') and skills.owner_shown = 1 and skills.latest_version_id is not null);

drop index if exists skills_tokens;

create index skills_tokens on skills using gin((array_to_tsvector(array_remove(string_to_array(skills.tokens ||
  replace(skills.names, ' ', ' _'), ' '), ''))));

drop index if exists kits_tokens;

create index kits_tokens on kits using gin((array_to_tsvector(array_remove(string_to_array(kits.tokens ||
  replace(kits.names, ' ', ' _'), ' '), ''))));

drop index if exists profiles_tokens;

create index profiles_tokens on profiles using gin((array_to_tsvector(array_remove(string_to_array(profiles.tokens ||
  replace(profiles.names, ' ', ' _'), ' '), ''))));
