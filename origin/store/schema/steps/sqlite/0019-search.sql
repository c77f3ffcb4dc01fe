-- Words of what is listed, counted: for searches that tolerate slips, and that let rare words weigh more. The index of
-- skills' words is asked for whole words from now on, so it keeps no beginnings. What there is has its words made again
-- by the program, skill by skill (`indexing`), and is found by its plain words until then.

alter table skills add column vocabulary text not null default '[]';

alter table skills add column indexing bigint not null default 0;

create table search_words (word text primary key, stem text not null, total bigint not null) without rowid;

create index search_words_by_stem on search_words(stem);

create index search_words_by_start on search_words(substr(word, 1, 2), length(word));

create index search_words_by_end on search_words(substr(word, length(word) - 1), length(word));

create index profiles_by_start on profiles(substr(handle, 1, 2), length(handle)) where handle is not null;

create index profiles_by_end on profiles(substr(handle, length(handle) - 1), length(handle)) where handle is not null;

create index skills_to_index on skills(indexing, id);

create trigger skills_words_insert after insert on skills begin
  insert into search_words (word, stem, total) select json_extract(value, '$[0]'), json_extract(value, '$[1]'), 1 from
    json_each(new.vocabulary) where (new.visibility = 'public' and new.moderation_status in ('none', 'warned') and
    new.owner_shown = 1 and new.latest_version_id is not null) on conflict (word) do update set stem =
    excluded.stem, total = search_words.total + 1;
end;

create trigger skills_words_delete after delete on skills begin
  update search_words set total = total - 1 where word in (select json_extract(value, '$[0]') from
    json_each(old.vocabulary)) and (old.visibility = 'public' and old.moderation_status in ('none', 'warned') and
    old.owner_shown = 1 and old.latest_version_id is not null);
  delete from search_words where total = 0 and word in (select json_extract(value, '$[0]') from
    json_each(old.vocabulary)) and (old.visibility = 'public' and old.moderation_status in ('none', 'warned') and
    old.owner_shown = 1 and old.latest_version_id is not null);
end;

create trigger skills_words_update after update of visibility, moderation_status, owner_shown, latest_version_id,
  vocabulary on skills when (old.visibility = 'public' and old.moderation_status in ('none', 'warned') and
  old.owner_shown = 1 and old.latest_version_id is not null) <> (new.visibility = 'public' and new.moderation_status
  in ('none', 'warned') and new.owner_shown = 1 and new.latest_version_id is not null) or old.vocabulary <>
  new.vocabulary begin
  update search_words set total = total - 1 where word in (select json_extract(value, '$[0]') from
    json_each(old.vocabulary)) and (old.visibility = 'public' and old.moderation_status in ('none', 'warned') and
    old.owner_shown = 1 and old.latest_version_id is not null);
  delete from search_words where total = 0 and word in (select json_extract(value, '$[0]') from
    json_each(old.vocabulary)) and (old.visibility = 'public' and old.moderation_status in ('none', 'warned') and
    old.owner_shown = 1 and old.latest_version_id is not null);
  insert into search_words (word, stem, total) select json_extract(value, '$[0]'), json_extract(value, '$[1]'), 1 from
    json_each(new.vocabulary) where (new.visibility = 'public' and new.moderation_status in ('none', 'warned') and
    new.owner_shown = 1 and new.latest_version_id is not null) on conflict (word) do update set stem =
    excluded.stem, total = search_words.total + 1;
end;

drop table skills_tokens;

create virtual table skills_tokens using fts5(text, content='', detail=none, tokenize="ascii tokenchars '_'");

insert into skills_tokens(rowid, text) select case when (skills.visibility = 'public' and skills.moderation_status
  in ('none', 'warned') and skills.owner_shown = 1 and skills.latest_version_id is not null) then
  ((((skills.deprecated * 2 + case skills.signature_status when 'verified' then 0 else 1 end) * 23 + case when
  skills.install_count < 1 then 22 when skills.install_count < 2 then 21 when skills.install_count < 3 then 20 when
  skills.install_count < 4 then 19 when skills.install_count < 8 then 18 when skills.install_count < 16 then 17 when
  skills.install_count < 32 then 16 when skills.install_count < 64 then 15 when skills.install_count < 128 then 14
  when skills.install_count < 256 then 13 when skills.install_count < 512 then 12 when skills.install_count < 1024
  then 11 when skills.install_count < 2048 then 10 when skills.install_count < 4096 then 9 when skills.install_count
  < 8192 then 8 when skills.install_count < 16384 then 7 when skills.install_count < 32768 then 6 when
  skills.install_count < 65536 then 5 when skills.install_count < 131072 then 4 when skills.install_count < 262144
  then 3 when skills.install_count < 524288 then 2 when skills.install_count < 1048576 then 1 else 0 end) * 64 +
  length(skills.slug) - length(replace(skills.slug, '-', ''))) * 4294967296 + skills.id) else
  -(((((skills.deprecated * 2 + case skills.signature_status when 'verified' then 0 else 1 end) * 23 + case when
  skills.install_count < 1 then 22 when skills.install_count < 2 then 21 when skills.install_count < 3 then 20 when
  skills.install_count < 4 then 19 when skills.install_count < 8 then 18 when skills.install_count < 16 then 17 when
  skills.install_count < 32 then 16 when skills.install_count < 64 then 15 when skills.install_count < 128 then 14
  when skills.install_count < 256 then 13 when skills.install_count < 512 then 12 when skills.install_count < 1024
  then 11 when skills.install_count < 2048 then 10 when skills.install_count < 4096 then 9 when skills.install_count
  < 8192 then 8 when skills.install_count < 16384 then 7 when skills.install_count < 32768 then 6 when
  skills.install_count < 65536 then 5 when skills.install_count < 131072 then 4 when skills.install_count < 262144
  then 3 when skills.install_count < 524288 then 2 when skills.install_count < 1048576 then 1 else 0 end) * 64 +
  length(skills.slug) - length(replace(skills.slug, '-', ''))) * 4294967296 + skills.id)) end, skills.tokens ||
  replace(skills.names, ' ', ' _') from skills;

insert into skills_tokens(skills_tokens) values ('optimize');
