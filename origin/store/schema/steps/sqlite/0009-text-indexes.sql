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

drop trigger if exists skills_folded_insert;

drop trigger if exists skills_folded_delete;

drop trigger if exists skills_folded_update;

drop table if exists skills_folded;

create virtual table skills_folded using fts5(text, content='', tokenize='trigram case_sensitive 1');

insert into skills_folded(rowid, text) select case when (skills.visibility = 'public' and skills.moderation_status in
  ('none', 'warned') and skills.owner_shown = 1 and skills.latest_version_id is not null) then skills.id else
  -(skills.id) end, skills.folded from skills;

insert into skills_folded(skills_folded) values ('optimize');

create trigger skills_folded_insert after insert on skills begin
  insert into skills_folded(rowid, text) values (case when (new.visibility = 'public' and new.moderation_status in
    ('none', 'warned') and new.owner_shown = 1 and new.latest_version_id is not null) then new.id else -(new.id) end,
    new.folded);
end;

create trigger skills_folded_delete after delete on skills begin
  insert into skills_folded(skills_folded, rowid, text) values ('delete', case when (old.visibility = 'public' and
    old.moderation_status in ('none', 'warned') and old.owner_shown = 1 and old.latest_version_id is not null) then
    old.id else -(old.id) end, old.folded);
end;

create trigger skills_folded_update after update on skills when case when (old.visibility = 'public' and
  old.moderation_status in ('none', 'warned') and old.owner_shown = 1 and old.latest_version_id is not null) then
  old.id else -(old.id) end <> case when (new.visibility = 'public' and new.moderation_status in ('none', 'warned')
  and new.owner_shown = 1 and new.latest_version_id is not null) then new.id else -(new.id) end or old.folded <>
  new.folded begin
  insert into skills_folded(skills_folded, rowid, text) values ('delete', case when (old.visibility = 'public' and
    old.moderation_status in ('none', 'warned') and old.owner_shown = 1 and old.latest_version_id is not null) then
    old.id else -(old.id) end, old.folded);
  insert into skills_folded(rowid, text) values (case when (new.visibility = 'public' and new.moderation_status in
    ('none', 'warned') and new.owner_shown = 1 and new.latest_version_id is not null) then new.id else -(new.id) end,
    new.folded);
end;

drop trigger if exists skills_tokens_insert;

drop trigger if exists skills_tokens_delete;

drop trigger if exists skills_tokens_update;

drop table if exists skills_tokens;

create virtual table skills_tokens using fts5(text, content='', detail=none, prefix='1 2 3 4 5 6 7 8 9 10 11 12 13',
  tokenize="ascii tokenchars '_'");

insert into skills_tokens(rowid, text) select case when (skills.visibility = 'public' and skills.moderation_status in
  ('none', 'warned') and skills.owner_shown = 1 and skills.latest_version_id is not null) then ((((skills.deprecated *
  2 + case skills.signature_status when 'verified' then 0 else 1 end) * 23 + case when skills.install_count < 1 then
  22 when skills.install_count < 2 then 21 when skills.install_count < 3 then 20 when skills.install_count < 4 then 19
  when skills.install_count < 8 then 18 when skills.install_count < 16 then 17 when skills.install_count < 32 then 16
  when skills.install_count < 64 then 15 when skills.install_count < 128 then 14 when skills.install_count < 256 then
  13 when skills.install_count < 512 then 12 when skills.install_count < 1024 then 11 when skills.install_count < 2048
  then 10 when skills.install_count < 4096 then 9 when skills.install_count < 8192 then 8 when skills.install_count <
  16384 then 7 when skills.install_count < 32768 then 6 when skills.install_count < 65536 then 5 when
  skills.install_count < 131072 then 4 when skills.install_count < 262144 then 3 when skills.install_count < 524288
  then 2 when skills.install_count < 1048576 then 1 else 0 end) * 64 + length(skills.slug) -
  length(replace(skills.slug, '-', ''))) * 4294967296 + skills.id) else -(((((skills.deprecated * 2 + case
  skills.signature_status when 'verified' then 0 else 1 end) * 23 + case when skills.install_count < 1 then 22 when
  skills.install_count < 2 then 21 when skills.install_count < 3 then 20 when skills.install_count < 4 then 19 when
  skills.install_count < 8 then 18 when skills.install_count < 16 then 17 when skills.install_count < 32 then 16 when
  skills.install_count < 64 then 15 when skills.install_count < 128 then 14 when skills.install_count < 256 then 13
  when skills.install_count < 512 then 12 when skills.install_count < 1024 then 11 when skills.install_count < 2048
  then 10 when skills.install_count < 4096 then 9 when skills.install_count < 8192 then 8 when skills.install_count <
  16384 then 7 when skills.install_count < 32768 then 6 when skills.install_count < 65536 then 5 when
  skills.install_count < 131072 then 4 when skills.install_count < 262144 then 3 when skills.install_count < 524288
  then 2 when skills.install_count < 1048576 then 1 else 0 end) * 64 + length(skills.slug) -
  length(replace(skills.slug, '-', ''))) * 4294967296 + skills.id)) end, skills.tokens || replace(skills.names, ' ',
  ' _') from skills;

insert into skills_tokens(skills_tokens) values ('optimize');

create trigger skills_tokens_insert after insert on skills begin
  insert into skills_tokens(rowid, text) values (case when (new.visibility = 'public' and new.moderation_status in
    ('none', 'warned') and new.owner_shown = 1 and new.latest_version_id is not null) then ((((new.deprecated * 2 +
    case new.signature_status when 'verified' then 0 else 1 end) * 23 + case when new.install_count < 1 then 22 when
    new.install_count < 2 then 21 when new.install_count < 3 then 20 when new.install_count < 4 then 19 when
    new.install_count < 8 then 18 when new.install_count < 16 then 17 when new.install_count < 32 then 16 when
    new.install_count < 64 then 15 when new.install_count < 128 then 14 when new.install_count < 256 then 13 when
    new.install_count < 512 then 12 when new.install_count < 1024 then 11 when new.install_count < 2048 then 10 when
    new.install_count < 4096 then 9 when new.install_count < 8192 then 8 when new.install_count < 16384 then 7 when
    new.install_count < 32768 then 6 when new.install_count < 65536 then 5 when new.install_count < 131072 then 4 when
    new.install_count < 262144 then 3 when new.install_count < 524288 then 2 when new.install_count < 1048576 then 1
    else 0 end) * 64 + length(new.slug) - length(replace(new.slug, '-', ''))) * 4294967296 + new.id) else
    -(((((new.deprecated * 2 + case new.signature_status when 'verified' then 0 else 1 end) * 23 + case when
    new.install_count < 1 then 22 when new.install_count < 2 then 21 when new.install_count < 3 then 20 when
    new.install_count < 4 then 19 when new.install_count < 8 then 18 when new.install_count < 16 then 17 when
    new.install_count < 32 then 16 when new.install_count < 64 then 15 when new.install_count < 128 then 14 when
    new.install_count < 256 then 13 when new.install_count < 512 then 12 when new.install_count < 1024 then 11 when
    new.install_count < 2048 then 10 when new.install_count < 4096 then 9 when new.install_count < 8192 then 8 when
    new.install_count < 16384 then 7 when new.install_count < 32768 then 6 when new.install_count < 65536 then 5 when
    new.install_count < 131072 then 4 when new.install_count < 262144 then 3 when new.install_count < 524288 then 2
    when new.install_count < 1048576 then 1 else 0 end) * 64 + length(new.slug) - length(replace(new.slug, '-', '')))
    * 4294967296 + new.id)) end, new.tokens || replace(new.names, ' ', ' _'));
end;

create trigger skills_tokens_delete after delete on skills begin
  insert into skills_tokens(skills_tokens, rowid, text) values ('delete', case when (old.visibility = 'public' and
    old.moderation_status in ('none', 'warned') and old.owner_shown = 1 and old.latest_version_id is not null) then
    ((((old.deprecated * 2 + case old.signature_status when 'verified' then 0 else 1 end) * 23 + case when
    old.install_count < 1 then 22 when old.install_count < 2 then 21 when old.install_count < 3 then 20 when
    old.install_count < 4 then 19 when old.install_count < 8 then 18 when old.install_count < 16 then 17 when
    old.install_count < 32 then 16 when old.install_count < 64 then 15 when old.install_count < 128 then 14 when
    old.install_count < 256 then 13 when old.install_count < 512 then 12 when old.install_count < 1024 then 11 when
    old.install_count < 2048 then 10 when old.install_count < 4096 then 9 when old.install_count < 8192 then 8 when
    old.install_count < 16384 then 7 when old.install_count < 32768 then 6 when old.install_count < 65536 then 5 when
    old.install_count < 131072 then 4 when old.install_count < 262144 then 3 when old.install_count < 524288 then 2
    when old.install_count < 1048576 then 1 else 0 end) * 64 + length(old.slug) - length(replace(old.slug, '-', '')))
    * 4294967296 + old.id) else -(((((old.deprecated * 2 + case old.signature_status when 'verified' then 0 else 1
    end) * 23 + case when old.install_count < 1 then 22 when old.install_count < 2 then 21 when old.install_count < 3
    then 20 when old.install_count < 4 then 19 when old.install_count < 8 then 18 when old.install_count < 16 then 17
    when old.install_count < 32 then 16 when old.install_count < 64 then 15 when old.install_count < 128 then 14 when
    old.install_count < 256 then 13 when old.install_count < 512 then 12 when old.install_count < 1024 then 11 when
    old.install_count < 2048 then 10 when old.install_count < 4096 then 9 when old.install_count < 8192 then 8 when
    old.install_count < 16384 then 7 when old.install_count < 32768 then 6 when old.install_count < 65536 then 5 when
    old.install_count < 131072 then 4 when old.install_count < 262144 then 3 when old.install_count < 524288 then 2
    when old.install_count < 1048576 then 1 else 0 end) * 64 + length(old.slug) - length(replace(old.slug, '-', '')))
    * 4294967296 + old.id)) end, old.tokens || replace(old.names, ' ', ' _'));
end;

create trigger skills_tokens_update after update on skills when case when (old.visibility = 'public' and
  old.moderation_status in ('none', 'warned') and old.owner_shown = 1 and old.latest_version_id is not null) then
  ((((old.deprecated * 2 + case old.signature_status when 'verified' then 0 else 1 end) * 23 + case when
  old.install_count < 1 then 22 when old.install_count < 2 then 21 when old.install_count < 3 then 20 when
  old.install_count < 4 then 19 when old.install_count < 8 then 18 when old.install_count < 16 then 17 when
  old.install_count < 32 then 16 when old.install_count < 64 then 15 when old.install_count < 128 then 14 when
  old.install_count < 256 then 13 when old.install_count < 512 then 12 when old.install_count < 1024 then 11 when
  old.install_count < 2048 then 10 when old.install_count < 4096 then 9 when old.install_count < 8192 then 8 when
  old.install_count < 16384 then 7 when old.install_count < 32768 then 6 when old.install_count < 65536 then 5 when
  old.install_count < 131072 then 4 when old.install_count < 262144 then 3 when old.install_count < 524288 then 2 when
  old.install_count < 1048576 then 1 else 0 end) * 64 + length(old.slug) - length(replace(old.slug, '-', ''))) *
  4294967296 + old.id) else -(((((old.deprecated * 2 + case old.signature_status when 'verified' then 0 else 1 end) *
  23 + case when old.install_count < 1 then 22 when old.install_count < 2 then 21 when old.install_count < 3 then 20
  when old.install_count < 4 then 19 when old.install_count < 8 then 18 when old.install_count < 16 then 17 when
  old.install_count < 32 then 16 when old.install_count < 64 then 15 when old.install_count < 128 then 14 when
  old.install_count < 256 then 13 when old.install_count < 512 then 12 when old.install_count < 1024 then 11 when
  old.install_count < 2048 then 10 when old.install_count < 4096 then 9 when old.install_count < 8192 then 8 when
  old.install_count < 16384 then 7 when old.install_count < 32768 then 6 when old.install_count < 65536 then 5 when
  old.install_count < 131072 then 4 when old.install_count < 262144 then 3 when old.install_count < 524288 then 2 when
  old.install_count < 1048576 then 1 else 0 end) * 64 + length(old.slug) - length(replace(old.slug, '-', ''))) *
  4294967296 + old.id)) end <> case when (new.visibility = 'public' and new.moderation_status in ('none', 'warned')
  and new.owner_shown = 1 and new.latest_version_id is not null) then ((((new.deprecated * 2 + case
  new.signature_status when 'verified' then 0 else 1 end) * 23 + case when new.install_count < 1 then 22 when
  new.install_count < 2 then 21 when new.install_count < 3 then 20 when new.install_count < 4 then 19 when
  new.install_count < 8 then 18 when new.install_count < 16 then 17 when new.install_count < 32 then 16 when
  new.install_count < 64 then 15 when new.install_count < 128 then 14 when new.install_count < 256 then 13 when
  new.install_count < 512 then 12 when new.install_count < 1024 then 11 when new.install_count < 2048 then 10 when
  new.install_count < 4096 then 9 when new.install_count < 8192 then 8 when new.install_count < 16384 then 7 when
  new.install_count < 32768 then 6 when new.install_count < 65536 then 5 when new.install_count < 131072 then 4 when
  new.install_count < 262144 then 3 when new.install_count < 524288 then 2 when new.install_count < 1048576 then 1
  else 0 end) * 64 + length(new.slug) - length(replace(new.slug, '-', ''))) * 4294967296 + new.id) else
  -(((((new.deprecated * 2 + case new.signature_status when 'verified' then 0 else 1 end) * 23 + case when
  new.install_count < 1 then 22 when new.install_count < 2 then 21 when new.install_count < 3 then 20 when
  new.install_count < 4 then 19 when new.install_count < 8 then 18 when new.install_count < 16 then 17 when
  new.install_count < 32 then 16 when new.install_count < 64 then 15 when new.install_count < 128 then 14 when
  new.install_count < 256 then 13 when new.install_count < 512 then 12 when new.install_count < 1024 then 11 when
  new.install_count < 2048 then 10 when new.install_count < 4096 then 9 when new.install_count < 8192 then 8 when
  new.install_count < 16384 then 7 when new.install_count < 32768 then 6 when new.install_count < 65536 then 5 when
  new.install_count < 131072 then 4 when new.install_count < 262144 then 3 when new.install_count < 524288 then 2 when
  new.install_count < 1048576 then 1 else 0 end) * 64 + length(new.slug) - length(replace(new.slug, '-', ''))) *
  4294967296 + new.id)) end or old.tokens || replace(old.names, ' ', ' _') <> new.tokens || replace(new.names, ' ',
  ' _') begin
  insert into skills_tokens(skills_tokens, rowid, text) values ('delete', case when (old.visibility = 'public' and
    old.moderation_status in ('none', 'warned') and old.owner_shown = 1 and old.latest_version_id is not null) then
    ((((old.deprecated * 2 + case old.signature_status when 'verified' then 0 else 1 end) * 23 + case when
    old.install_count < 1 then 22 when old.install_count < 2 then 21 when old.install_count < 3 then 20 when
    old.install_count < 4 then 19 when old.install_count < 8 then 18 when old.install_count < 16 then 17 when
    old.install_count < 32 then 16 when old.install_count < 64 then 15 when old.install_count < 128 then 14 when
    old.install_count < 256 then 13 when old.install_count < 512 then 12 when old.install_count < 1024 then 11 when
    old.install_count < 2048 then 10 when old.install_count < 4096 then 9 when old.install_count < 8192 then 8 when
    old.install_count < 16384 then 7 when old.install_count < 32768 then 6 when old.install_count < 65536 then 5 when
    old.install_count < 131072 then 4 when old.install_count < 262144 then 3 when old.install_count < 524288 then 2
    when old.install_count < 1048576 then 1 else 0 end) * 64 + length(old.slug) - length(replace(old.slug, '-', '')))
    * 4294967296 + old.id) else -(((((old.deprecated * 2 + case old.signature_status when 'verified' then 0 else 1
    end) * 23 + case when old.install_count < 1 then 22 when old.install_count < 2 then 21 when old.install_count < 3
    then 20 when old.install_count < 4 then 19 when old.install_count < 8 then 18 when old.install_count < 16 then 17
    when old.install_count < 32 then 16 when old.install_count < 64 then 15 when old.install_count < 128 then 14 when
    old.install_count < 256 then 13 when old.install_count < 512 then 12 when old.install_count < 1024 then 11 when
    old.install_count < 2048 then 10 when old.install_count < 4096 then 9 when old.install_count < 8192 then 8 when
    old.install_count < 16384 then 7 when old.install_count < 32768 then 6 when old.install_count < 65536 then 5 when
    old.install_count < 131072 then 4 when old.install_count < 262144 then 3 when old.install_count < 524288 then 2
    when old.install_count < 1048576 then 1 else 0 end) * 64 + length(old.slug) - length(replace(old.slug, '-', '')))
    * 4294967296 + old.id)) end, old.tokens || replace(old.names, ' ', ' _'));
  insert into skills_tokens(rowid, text) values (case when (new.visibility = 'public' and new.moderation_status in
    ('none', 'warned') and new.owner_shown = 1 and new.latest_version_id is not null) then ((((new.deprecated * 2 +
    case new.signature_status when 'verified' then 0 else 1 end) * 23 + case when new.install_count < 1 then 22 when
    new.install_count < 2 then 21 when new.install_count < 3 then 20 when new.install_count < 4 then 19 when
    new.install_count < 8 then 18 when new.install_count < 16 then 17 when new.install_count < 32 then 16 when
    new.install_count < 64 then 15 when new.install_count < 128 then 14 when new.install_count < 256 then 13 when
    new.install_count < 512 then 12 when new.install_count < 1024 then 11 when new.install_count < 2048 then 10 when
    new.install_count < 4096 then 9 when new.install_count < 8192 then 8 when new.install_count < 16384 then 7 when
    new.install_count < 32768 then 6 when new.install_count < 65536 then 5 when new.install_count < 131072 then 4 when
    new.install_count < 262144 then 3 when new.install_count < 524288 then 2 when new.install_count < 1048576 then 1
    else 0 end) * 64 + length(new.slug) - length(replace(new.slug, '-', ''))) * 4294967296 + new.id) else
    -(((((new.deprecated * 2 + case new.signature_status when 'verified' then 0 else 1 end) * 23 + case when
    new.install_count < 1 then 22 when new.install_count < 2 then 21 when new.install_count < 3 then 20 when
    new.install_count < 4 then 19 when new.install_count < 8 then 18 when new.install_count < 16 then 17 when
    new.install_count < 32 then 16 when new.install_count < 64 then 15 when new.install_count < 128 then 14 when
    new.install_count < 256 then 13 when new.install_count < 512 then 12 when new.install_count < 1024 then 11 when
    new.install_count < 2048 then 10 when new.install_count < 4096 then 9 when new.install_count < 8192 then 8 when
    new.install_count < 16384 then 7 when new.install_count < 32768 then 6 when new.install_count < 65536 then 5 when
    new.install_count < 131072 then 4 when new.install_count < 262144 then 3 when new.install_count < 524288 then 2
    when new.install_count < 1048576 then 1 else 0 end) * 64 + length(new.slug) - length(replace(new.slug, '-', '')))
    * 4294967296 + new.id)) end, new.tokens || replace(new.names, ' ', ' _'));
end;

drop trigger if exists kits_folded_insert;

drop trigger if exists kits_folded_delete;

drop trigger if exists kits_folded_update;

drop table if exists kits_folded;

create virtual table kits_folded using fts5(text, content='', tokenize='trigram case_sensitive 1');

insert into kits_folded(rowid, text) select kits.id, kits.folded from kits;

insert into kits_folded(kits_folded) values ('optimize');

create trigger kits_folded_insert after insert on kits begin
  insert into kits_folded(rowid, text) values (new.id, new.folded);
end;

create trigger kits_folded_delete after delete on kits begin
  insert into kits_folded(kits_folded, rowid, text) values ('delete', old.id, old.folded);
end;

create trigger kits_folded_update after update on kits when old.id <> new.id or old.folded <> new.folded begin
  insert into kits_folded(kits_folded, rowid, text) values ('delete', old.id, old.folded);
  insert into kits_folded(rowid, text) values (new.id, new.folded);
end;

drop trigger if exists kits_tokens_insert;

drop trigger if exists kits_tokens_delete;

drop trigger if exists kits_tokens_update;

drop table if exists kits_tokens;

create virtual table kits_tokens using fts5(text, content='', detail=none, prefix='1 2 3 4 5 6 7 8 9 10 11 12 13',
  tokenize="ascii tokenchars '_'");

insert into kits_tokens(rowid, text) select kits.id, kits.tokens || replace(kits.names, ' ', ' _') from kits;

insert into kits_tokens(kits_tokens) values ('optimize');

create trigger kits_tokens_insert after insert on kits begin
  insert into kits_tokens(rowid, text) values (new.id, new.tokens || replace(new.names, ' ', ' _'));
end;

create trigger kits_tokens_delete after delete on kits begin
  insert into kits_tokens(kits_tokens, rowid, text) values ('delete', old.id, old.tokens || replace(old.names, ' ',
    ' _'));
end;

create trigger kits_tokens_update after update on kits when old.id <> new.id or old.tokens || replace(old.names, ' ',
  ' _') <> new.tokens || replace(new.names, ' ', ' _') begin
  insert into kits_tokens(kits_tokens, rowid, text) values ('delete', old.id, old.tokens || replace(old.names, ' ',
    ' _'));
  insert into kits_tokens(rowid, text) values (new.id, new.tokens || replace(new.names, ' ', ' _'));
end;

drop trigger if exists profiles_folded_insert;

drop trigger if exists profiles_folded_delete;

drop trigger if exists profiles_folded_update;

drop table if exists profiles_folded;

create virtual table profiles_folded using fts5(text, content='', tokenize='trigram case_sensitive 1');

insert into profiles_folded(rowid, text) select profiles.id, profiles.folded from profiles;

insert into profiles_folded(profiles_folded) values ('optimize');

create trigger profiles_folded_insert after insert on profiles begin
  insert into profiles_folded(rowid, text) values (new.id, new.folded);
end;

create trigger profiles_folded_delete after delete on profiles begin
  insert into profiles_folded(profiles_folded, rowid, text) values ('delete', old.id, old.folded);
end;

create trigger profiles_folded_update after update on profiles when old.id <> new.id or old.folded <> new.folded begin
  insert into profiles_folded(profiles_folded, rowid, text) values ('delete', old.id, old.folded);
  insert into profiles_folded(rowid, text) values (new.id, new.folded);
end;

drop trigger if exists profiles_tokens_insert;

drop trigger if exists profiles_tokens_delete;

drop trigger if exists profiles_tokens_update;

drop table if exists profiles_tokens;

create virtual table profiles_tokens using fts5(text, content='', detail=none, prefix='1 2 3 4 5 6 7 8 9 10 11 12 13',
  tokenize="ascii tokenchars '_'");

insert into profiles_tokens(rowid, text) select profiles.id, profiles.tokens || replace(profiles.names, ' ', ' _')
  from profiles;

insert into profiles_tokens(profiles_tokens) values ('optimize');

create trigger profiles_tokens_insert after insert on profiles begin
  insert into profiles_tokens(rowid, text) values (new.id, new.tokens || replace(new.names, ' ', ' _'));
end;

create trigger profiles_tokens_delete after delete on profiles begin
  insert into profiles_tokens(profiles_tokens, rowid, text) values ('delete', old.id, old.tokens || replace(old.names,
    ' ', ' _'));
end;

create trigger profiles_tokens_update after update on profiles when old.id <> new.id or old.tokens ||
  replace(old.names, ' ', ' _') <> new.tokens || replace(new.names, ' ', ' _') begin
  insert into profiles_tokens(profiles_tokens, rowid, text) values ('delete', old.id, old.tokens || replace(old.names,
    ' ', ' _'));
  insert into profiles_tokens(rowid, text) values (new.id, new.tokens || replace(new.names, ' ', ' _'));
end;
