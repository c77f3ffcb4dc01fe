-- Words of what is listed, counted: for searches that tolerate slips, and that let rare words weigh more. What there is has
-- its words made again by the program, skill by skill (`indexing`), and is found by its plain words until then. Their
-- lexemes are kept: an index that is not exact has them looked at again for each row.

alter table skills add column vocabulary text not null default '[]';

alter table skills add column indexing bigint not null default 0;

create table search_words (word text collate "C" primary key, stem text collate "C" not null, total bigint not null);

create index search_words_by_stem on search_words(stem);

create index search_words_by_start on search_words(substr(word, 1, 2), length(word));

create index search_words_by_end on search_words(substr(word, length(word) - 1), length(word));

create index profiles_by_start on profiles(substr(handle, 1, 2), length(handle)) where handle is not null;

create index profiles_by_end on profiles(substr(handle, length(handle) - 1), length(handle)) where handle is not null;

create index skills_to_index on skills(indexing, id);

create function skills_words() returns trigger language plpgsql as $$ begin
  if tg_op = 'UPDATE' then
    if old.vocabulary = new.vocabulary and
      (old.visibility = 'public' and old.moderation_status in ('none', 'warned') and old.owner_shown = 1 and
      old.latest_version_id is not null) = (new.visibility = 'public' and new.moderation_status in ('none',
      'warned') and new.owner_shown = 1 and new.latest_version_id is not null) then
      return null;
    end if;
  end if;
  if tg_op <> 'INSERT' then
    update search_words set total = total - 1 where word in (select value ->> 0 from
      jsonb_array_elements(old.vocabulary::jsonb) as t(value)) and (old.visibility = 'public' and
      old.moderation_status in ('none', 'warned') and old.owner_shown = 1 and old.latest_version_id is not null);
    delete from search_words where total = 0 and word in (select value ->> 0 from
      jsonb_array_elements(old.vocabulary::jsonb) as t(value)) and (old.visibility = 'public' and
      old.moderation_status in ('none', 'warned') and old.owner_shown = 1 and old.latest_version_id is not null);
  end if;
  if tg_op <> 'DELETE' then
    insert into search_words (word, stem, total) select value ->> 0, value ->> 1, 1 from
      jsonb_array_elements(new.vocabulary::jsonb) as t(value) where (new.visibility = 'public' and
      new.moderation_status in ('none', 'warned') and new.owner_shown = 1 and new.latest_version_id is not null) on
      conflict (word) do update set stem = excluded.stem, total = search_words.total + 1;
  end if;
  return null;
end $$;

create trigger skills_words after insert or delete or update of visibility, moderation_status, owner_shown,
  latest_version_id, vocabulary on skills for each row execute function skills_words();

alter table skills add column terms tsvector generated always as (array_to_tsvector(array_remove(string_to_array(
  tokens || replace(names, ' ', ' _'), ' '), ''))) stored;

drop index skills_tokens;

create index skills_tokens on skills using gin(terms);
