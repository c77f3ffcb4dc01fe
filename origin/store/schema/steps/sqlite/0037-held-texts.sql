-- Who answers many keeps in memory which skills hold a text, beside which have a word: a change of the text alone has its number too.
-- least writer: 29
-- least reader: 14

drop trigger skills_found;

create trigger skills_found after update of tokens, names, folded, deprecated on skills when old.tokens <> new.tokens or
  old.names <> new.names or old.folded <> new.folded or old.deprecated <> new.deprecated begin
  insert into listed_changes (skill_id, number) select id, (select coalesce(max(number), 0) + 1 from listed_changes)
    from listed_skills where id = new.id on conflict (skill_id) do update set number = excluded.number;
end;
