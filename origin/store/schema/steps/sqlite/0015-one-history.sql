-- Steps 6, 7 and 9 were changed after some stores had run them. What they make is made again where it could differ: the
-- indexes of lists, the words of totals, and text indexes that stand in an order of before.
-- least writer: 13

drop index if exists skills_listed_by_created_at;

drop index if exists skills_listed_by_category;

drop index if exists skills_listed_by_slug;

drop index if exists skills_listed_by_install_count;

drop index if exists skills_listed_alpha;

create index skills_listed_alpha on skills(slug, id, category) where (skills.visibility = 'public' and
  skills.moderation_status in ('none', 'warned') and skills.owner_shown = 1 and skills.latest_version_id is not null);

drop index if exists skills_listed_alpha_of_category;

create index skills_listed_alpha_of_category on skills(category, slug, id) where (skills.visibility = 'public' and
  skills.moderation_status in ('none', 'warned') and skills.owner_shown = 1 and skills.latest_version_id is not null);

drop index if exists skills_listed_of_owner;

create index skills_listed_of_owner on skills(owner_id, category) where (skills.visibility = 'public' and
  skills.moderation_status in ('none', 'warned') and skills.owner_shown = 1 and skills.latest_version_id is not null);

drop index profiles_shown;

create index profiles_shown on profiles(follower_count desc, handle) where (profiles.handle is not null and
  profiles.moderation_status in ('none', 'warned'));

drop trigger skills_totals_insert;

create trigger skills_totals_insert after insert on skills begin
  insert into skill_totals (category, signature_status, scan_status, total) select new.category, new.signature_status,
    new.scan_status, 1 where (new.visibility = 'public' and new.moderation_status in ('none', 'warned') and
    new.owner_shown = 1 and new.latest_version_id is not null) on conflict (category, signature_status, scan_status)
    do update set total = skill_totals.total + 1;
  insert into author_totals (owner_id, total) select new.owner_id, 1 where (new.visibility = 'public' and
    new.moderation_status in ('none', 'warned') and new.owner_shown = 1 and new.latest_version_id is not null) on
    conflict (owner_id) do update set total = author_totals.total + 1;
end;

drop trigger skills_totals_delete;

create trigger skills_totals_delete after delete on skills begin
  update skill_totals set total = total - 1 where skill_totals.category = old.category and
    skill_totals.signature_status = old.signature_status and skill_totals.scan_status = old.scan_status and
    (old.visibility = 'public' and old.moderation_status in ('none', 'warned') and old.owner_shown = 1 and
    old.latest_version_id is not null);
  delete from skill_totals where total = 0 and skill_totals.category = old.category and skill_totals.signature_status
    = old.signature_status and skill_totals.scan_status = old.scan_status and (old.visibility = 'public' and
    old.moderation_status in ('none', 'warned') and old.owner_shown = 1 and old.latest_version_id is not null);
  update author_totals set total = total - 1 where author_totals.owner_id = old.owner_id and (old.visibility =
    'public' and old.moderation_status in ('none', 'warned') and old.owner_shown = 1 and old.latest_version_id is not
    null);
  delete from author_totals where total = 0 and author_totals.owner_id = old.owner_id and (old.visibility = 'public'
    and old.moderation_status in ('none', 'warned') and old.owner_shown = 1 and old.latest_version_id is not null);
end;

drop trigger skills_totals_update;

create trigger skills_totals_update after update of visibility, moderation_status, owner_shown, latest_version_id,
  category, signature_status, scan_status on skills begin
  update skill_totals set total = total - 1 where skill_totals.category = old.category and
    skill_totals.signature_status = old.signature_status and skill_totals.scan_status = old.scan_status and
    (old.visibility = 'public' and old.moderation_status in ('none', 'warned') and old.owner_shown = 1 and
    old.latest_version_id is not null);
  delete from skill_totals where total = 0 and skill_totals.category = old.category and skill_totals.signature_status
    = old.signature_status and skill_totals.scan_status = old.scan_status and (old.visibility = 'public' and
    old.moderation_status in ('none', 'warned') and old.owner_shown = 1 and old.latest_version_id is not null);
  update author_totals set total = total - 1 where author_totals.owner_id = old.owner_id and (old.visibility =
    'public' and old.moderation_status in ('none', 'warned') and old.owner_shown = 1 and old.latest_version_id is not
    null);
  delete from author_totals where total = 0 and author_totals.owner_id = old.owner_id and (old.visibility = 'public'
    and old.moderation_status in ('none', 'warned') and old.owner_shown = 1 and old.latest_version_id is not null);
  insert into skill_totals (category, signature_status, scan_status, total) select new.category, new.signature_status,
    new.scan_status, 1 where (new.visibility = 'public' and new.moderation_status in ('none', 'warned') and
    new.owner_shown = 1 and new.latest_version_id is not null) on conflict (category, signature_status, scan_status)
    do update set total = skill_totals.total + 1;
  insert into author_totals (owner_id, total) select new.owner_id, 1 where (new.visibility = 'public' and
    new.moderation_status in ('none', 'warned') and new.owner_shown = 1 and new.latest_version_id is not null) on
    conflict (owner_id) do update set total = author_totals.total + 1;
end;

insert into skills_tokens(skills_tokens) select 'delete-all' where exists (
    select 1 from sqlite_schema where name = 'skills_tokens_insert' and sql not like '%262144%');

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
  ' _') from skills where exists (
    select 1 from sqlite_schema where name = 'skills_tokens_insert' and sql not like '%262144%');

insert into skills_tokens(skills_tokens) select 'optimize' where exists (
    select 1 from sqlite_schema where name = 'skills_tokens_insert' and sql not like '%262144%');

drop trigger skills_tokens_insert;

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

drop trigger skills_tokens_delete;

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

drop trigger skills_tokens_update;

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
