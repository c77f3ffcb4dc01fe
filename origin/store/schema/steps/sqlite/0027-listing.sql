-- Lists that facets choose are looked through in the memory of who answers, which follows each change of a listed row by
-- its number here: one row a skill, also when it is listed no more. So nothing asks for these indexes any longer.

drop index listed_skills_new;

drop index listed_skills_updated;

drop index listed_skills_installs;

drop index listed_skills_downloads;

drop index listed_skills_alpha;

drop index listed_skills_facets;

create table listed_changes (
  skill_id integer primary key,
  number bigint not null
);

create index listed_changes_number on listed_changes(number);

insert into listed_changes (skill_id, number) select id, row_number() over (order by id) from listed_skills;

create trigger listed_skills_insert after insert on listed_skills begin
  insert into listed_changes (skill_id, number) values (new.id, (select coalesce(max(number), 0) + 1 from
    listed_changes)) on conflict (skill_id) do update set number = excluded.number;
end;

create trigger listed_skills_update after update on listed_skills begin
  insert into listed_changes (skill_id, number) values (new.id, (select coalesce(max(number), 0) + 1 from
    listed_changes)) on conflict (skill_id) do update set number = excluded.number;
end;

create trigger listed_skills_delete after delete on listed_skills begin
  insert into listed_changes (skill_id, number) values (old.id, (select coalesce(max(number), 0) + 1 from
    listed_changes)) on conflict (skill_id) do update set number = excluded.number;
end;
