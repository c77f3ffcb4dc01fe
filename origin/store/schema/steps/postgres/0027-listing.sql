-- Lists that facets choose are looked through in the memory of who answers, which follows each change of a listed row by
-- its number here: one row a skill, also when it is listed no more. So nothing asks for these indexes any longer.

drop index listed_skills_new;

drop index listed_skills_updated;

drop index listed_skills_installs;

drop index listed_skills_downloads;

drop index listed_skills_alpha;

drop index listed_skills_facets;

create table listed_changes (
  skill_id bigint primary key,
  number bigint not null
);

create index listed_changes_number on listed_changes(number);

insert into listed_changes (skill_id, number) select id, row_number() over (order by id) from listed_skills;

create function listed_skills_changed() returns trigger language plpgsql as $$ begin
  insert into listed_changes (skill_id, number) values (case when tg_op = 'DELETE' then old.id else new.id end,
    (select coalesce(max(number), 0) + 1 from listed_changes)) on conflict (skill_id) do update set number =
    excluded.number;
  return null;
end $$;

create trigger listed_skills_changed after insert or update or delete on listed_skills for each row execute function
  listed_skills_changed();

-- A query has up to twenty of these, of at most some dozens of skills each. With the thousand that are supposed without
-- this, all skills are read to join them.

alter function first_skills(tsquery, tsquery[], bigint) rows 32;
