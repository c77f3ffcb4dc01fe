-- least writer: 27
-- Of each skill how many are shown as running it, and a number for each change of the words by which a listed one is found:
-- who answers many keeps in memory which skills have the frequent ones.

create table user_totals (
  skill_id bigint primary key,
  total bigint not null
);

insert into user_totals (skill_id, total) select skill_id, count(*) from library where shown = 1 group by skill_id;

create function library_users() returns trigger language plpgsql as $$ begin
  if tg_op <> 'INSERT' then
    update user_totals set total = total - 1 where skill_id = old.skill_id and old.shown = 1;
    delete from user_totals where skill_id = old.skill_id and total = 0;
  end if;
  if tg_op <> 'DELETE' then
    insert into user_totals (skill_id, total) select new.skill_id, 1 where new.shown = 1 on conflict (skill_id) do
      update set total = user_totals.total + 1;
  end if;
  return null;
end $$;

create trigger library_users after insert or delete or update of shown, skill_id on library for each row execute
  function library_users();

create function skills_found() returns trigger language plpgsql as $$ begin
  insert into listed_changes (skill_id, number) select id, (select coalesce(max(number), 0) + 1 from listed_changes)
    from listed_skills where id = new.id on conflict (skill_id) do update set number = excluded.number;
  return null;
end $$;

create trigger skills_found after update of tokens, names, deprecated on skills for each row when (old.tokens <>
  new.tokens or old.names <> new.names or old.deprecated <> new.deprecated) execute function skills_found();

-- Planned once, and too cheap to be compiled: a query asks for many terms.

create function listed_with(asked tsquery) returns text language plpgsql stable set plan_cache_mode = force_generic_plan
as $$ begin
  return (select string_agg(id::text, ',') from skills where terms @@ asked and (visibility = 'public' and
    moderation_status in ('none', 'warned') and owner_shown = 1 and latest_version_id is not null));
end $$;
