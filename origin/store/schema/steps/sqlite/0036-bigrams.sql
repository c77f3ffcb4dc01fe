-- Texts that hold a letter or two are found by an index, where each row was read before: it has every letter of a text and
-- every two that stand side by side, each as the hexadecimal digits of its bytes, so that any character is a word. The array is
-- as long as the text: a place in it is a place in the text.
-- least writer: 29
-- least reader: 14

create virtual table skills_bigrams using fts5(text, content='', detail=none, tokenize='ascii');

insert into skills_bigrams(rowid, text) select case when (skills.visibility = 'public' and skills.moderation_status in
  ('none', 'warned') and skills.owner_shown = 1 and skills.latest_version_id is not null) then skills.id else
  -(skills.id) end, (select group_concat(hex(substr(skills.folded, key + 1, 1)) || ' ' || hex(substr(skills.folded,
  key + 1, 2)), ' ') from json_each('[0' || replace(hex(zeroblob(length(skills.folded) - 1)), '00', ',0') || ']'))
  from skills;

insert into skills_bigrams(skills_bigrams) values ('optimize');

create trigger skills_bigrams_insert after insert on skills begin
  insert into skills_bigrams(rowid, text) values (case when (new.visibility = 'public' and new.moderation_status in
    ('none', 'warned') and new.owner_shown = 1 and new.latest_version_id is not null) then new.id else -(new.id) end,
    (select group_concat(hex(substr(new.folded, key + 1, 1)) || ' ' || hex(substr(new.folded, key + 1, 2)), ' ') from
    json_each('[0' || replace(hex(zeroblob(length(new.folded) - 1)), '00', ',0') || ']')));
end;

create trigger skills_bigrams_delete after delete on skills begin
  insert into skills_bigrams(skills_bigrams, rowid, text) values ('delete', case when (old.visibility = 'public' and
    old.moderation_status in ('none', 'warned') and old.owner_shown = 1 and old.latest_version_id is not null) then
    old.id else -(old.id) end, (select group_concat(hex(substr(old.folded, key + 1, 1)) || ' ' ||
    hex(substr(old.folded, key + 1, 2)), ' ') from json_each('[0' || replace(hex(zeroblob(length(old.folded) - 1)),
    '00', ',0') || ']')));
end;

create trigger skills_bigrams_update after update on skills when case when (old.visibility = 'public' and
  old.moderation_status in ('none', 'warned') and old.owner_shown = 1 and old.latest_version_id is not null) then
  old.id else -(old.id) end <> case when (new.visibility = 'public' and new.moderation_status in ('none', 'warned')
  and new.owner_shown = 1 and new.latest_version_id is not null) then new.id else -(new.id) end or old.folded <>
  new.folded begin
  insert into skills_bigrams(skills_bigrams, rowid, text) values ('delete', case when (old.visibility = 'public' and
    old.moderation_status in ('none', 'warned') and old.owner_shown = 1 and old.latest_version_id is not null) then
    old.id else -(old.id) end, (select group_concat(hex(substr(old.folded, key + 1, 1)) || ' ' ||
    hex(substr(old.folded, key + 1, 2)), ' ') from json_each('[0' || replace(hex(zeroblob(length(old.folded) - 1)),
    '00', ',0') || ']')));
  insert into skills_bigrams(rowid, text) values (case when (new.visibility = 'public' and new.moderation_status in
    ('none', 'warned') and new.owner_shown = 1 and new.latest_version_id is not null) then new.id else -(new.id) end,
    (select group_concat(hex(substr(new.folded, key + 1, 1)) || ' ' || hex(substr(new.folded, key + 1, 2)), ' ') from
    json_each('[0' || replace(hex(zeroblob(length(new.folded) - 1)), '00', ',0') || ']')));
end;

create virtual table kits_bigrams using fts5(text, content='', detail=none, tokenize='ascii');

insert into kits_bigrams(rowid, text) select kits.id, (select group_concat(hex(substr(kits.folded, key + 1, 1)) || ' '
  || hex(substr(kits.folded, key + 1, 2)), ' ') from json_each('[0' || replace(hex(zeroblob(length(kits.folded) - 1)),
  '00', ',0') || ']')) from kits;

insert into kits_bigrams(kits_bigrams) values ('optimize');

create trigger kits_bigrams_insert after insert on kits begin
  insert into kits_bigrams(rowid, text) values (new.id, (select group_concat(hex(substr(new.folded, key + 1, 1)) ||
    ' ' || hex(substr(new.folded, key + 1, 2)), ' ') from json_each('[0' || replace(hex(zeroblob(length(new.folded) -
    1)), '00', ',0') || ']')));
end;

create trigger kits_bigrams_delete after delete on kits begin
  insert into kits_bigrams(kits_bigrams, rowid, text) values ('delete', old.id, (select
    group_concat(hex(substr(old.folded, key + 1, 1)) || ' ' || hex(substr(old.folded, key + 1, 2)), ' ') from
    json_each('[0' || replace(hex(zeroblob(length(old.folded) - 1)), '00', ',0') || ']')));
end;

create trigger kits_bigrams_update after update on kits when old.id <> new.id or old.folded <> new.folded begin
  insert into kits_bigrams(kits_bigrams, rowid, text) values ('delete', old.id, (select
    group_concat(hex(substr(old.folded, key + 1, 1)) || ' ' || hex(substr(old.folded, key + 1, 2)), ' ') from
    json_each('[0' || replace(hex(zeroblob(length(old.folded) - 1)), '00', ',0') || ']')));
  insert into kits_bigrams(rowid, text) values (new.id, (select group_concat(hex(substr(new.folded, key + 1, 1)) ||
    ' ' || hex(substr(new.folded, key + 1, 2)), ' ') from json_each('[0' || replace(hex(zeroblob(length(new.folded) -
    1)), '00', ',0') || ']')));
end;

create virtual table profiles_bigrams using fts5(text, content='', detail=none, tokenize='ascii');

insert into profiles_bigrams(rowid, text) select profiles.id, (select group_concat(hex(substr(profiles.folded, key +
  1, 1)) || ' ' || hex(substr(profiles.folded, key + 1, 2)), ' ') from json_each('[0' ||
  replace(hex(zeroblob(length(profiles.folded) - 1)), '00', ',0') || ']')) from profiles;

insert into profiles_bigrams(profiles_bigrams) values ('optimize');

create trigger profiles_bigrams_insert after insert on profiles begin
  insert into profiles_bigrams(rowid, text) values (new.id, (select group_concat(hex(substr(new.folded, key + 1, 1))
    || ' ' || hex(substr(new.folded, key + 1, 2)), ' ') from json_each('[0' || replace(hex(zeroblob(length(new.folded)
    - 1)), '00', ',0') || ']')));
end;

create trigger profiles_bigrams_delete after delete on profiles begin
  insert into profiles_bigrams(profiles_bigrams, rowid, text) values ('delete', old.id, (select
    group_concat(hex(substr(old.folded, key + 1, 1)) || ' ' || hex(substr(old.folded, key + 1, 2)), ' ') from
    json_each('[0' || replace(hex(zeroblob(length(old.folded) - 1)), '00', ',0') || ']')));
end;

create trigger profiles_bigrams_update after update on profiles when old.id <> new.id or old.folded <> new.folded
  begin
  insert into profiles_bigrams(profiles_bigrams, rowid, text) values ('delete', old.id, (select
    group_concat(hex(substr(old.folded, key + 1, 1)) || ' ' || hex(substr(old.folded, key + 1, 2)), ' ') from
    json_each('[0' || replace(hex(zeroblob(length(old.folded) - 1)), '00', ',0') || ']')));
  insert into profiles_bigrams(rowid, text) values (new.id, (select group_concat(hex(substr(new.folded, key + 1, 1))
    || ' ' || hex(substr(new.folded, key + 1, 2)), ' ') from json_each('[0' || replace(hex(zeroblob(length(new.folded)
    - 1)), '00', ',0') || ']')));
end;
