-- least writer: 27
-- Of each skill how many are shown as running it, and a number for each change of the words by which a listed one is found:
-- who answers many keeps in memory which skills have the frequent ones.

create table user_totals (
  skill_id integer primary key,
  total bigint not null
);

insert into user_totals (skill_id, total) select skill_id, count(*) from library where shown = 1 group by skill_id;

create trigger library_users_insert after insert on library when new.shown = 1 begin
  insert into user_totals (skill_id, total) values (new.skill_id, 1) on conflict (skill_id) do update set total =
    user_totals.total + 1;
end;

create trigger library_users_delete after delete on library when old.shown = 1 begin
  update user_totals set total = total - 1 where skill_id = old.skill_id;
  delete from user_totals where skill_id = old.skill_id and total = 0;
end;

create trigger library_users_update after update of shown, skill_id on library when old.shown <> new.shown or
  old.skill_id <> new.skill_id begin
  update user_totals set total = total - 1 where skill_id = old.skill_id and old.shown = 1;
  delete from user_totals where skill_id = old.skill_id and total = 0;
  insert into user_totals (skill_id, total) select new.skill_id, 1 where new.shown = 1 on conflict (skill_id) do update
    set total = user_totals.total + 1;
end;

create trigger skills_found after update of tokens, names, deprecated on skills when old.tokens <> new.tokens or
  old.names <> new.names or old.deprecated <> new.deprecated begin
  insert into listed_changes (skill_id, number) select id, (select coalesce(max(number), 0) + 1 from listed_changes)
    from listed_skills where id = new.id on conflict (skill_id) do update set number = excluded.number;
end;
