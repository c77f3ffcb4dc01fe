-- Texts of listed skills, in rows so narrow that all that match are looked at soon: before, a page was read for nearly
-- each match. One index has the words; the other the pieces that a text may hold: of each word what follows from each
-- of its letters on, at most 16 letters, and each letter alone. Separators are named, so that this is the same whatever
-- a database takes for a letter. A text without any is found by the index alone, however short it is.
-- least writer: 29
-- least reader: 14

create function text_pieces(folded text) returns tsvector language sql immutable strict parallel safe cost 10000 as $$
  select array_to_tsvector(array(select substr(word, start, 16) from unnest(string_to_array(translate(folded,
    E'\n\t\r !"#$%&''()*+,-./:;<=>?@[\\]^_`{|}~', repeat(' ', 36)), ' ')) as word, generate_series(1, length(word)) as
    start union all select '.' || letter from unnest(string_to_array(folded, null)) as letter))
$$;

create table listed_texts (
  id bigint primary key,
  folded text not null,
  terms tsvector not null
) with (toast_tuple_target = 128);

alter table listed_texts alter column folded set storage main;

insert into listed_texts (id, folded, terms) select id, folded, terms from skills where (skills.visibility = 'public'
  and skills.moderation_status in ('none', 'warned') and skills.owner_shown = 1 and skills.latest_version_id is not
  null);

create index listed_texts_terms on listed_texts using gin(terms) with (fastupdate = off);

create index listed_texts_pieces on listed_texts using gin(text_pieces(folded)) with (fastupdate = off);

-- What these statistics need takes longer than all others do, and what they say is known: to look at the index is best.

alter index listed_texts_pieces alter column 1 set statistics 0;

create index skills_unlisted on skills(id) where not (skills.visibility = 'public' and skills.moderation_status in
  ('none', 'warned') and skills.owner_shown = 1 and skills.latest_version_id is not null);

create function listed_texts() returns trigger language plpgsql as $$ begin
  if tg_op = 'UPDATE' then
    if (old.visibility = 'public' and old.moderation_status in ('none', 'warned') and old.owner_shown = 1 and
      old.latest_version_id is not null) and (new.visibility = 'public' and new.moderation_status in ('none',
      'warned') and new.owner_shown = 1 and new.latest_version_id is not null) then
      if old.folded <> new.folded or old.terms <> new.terms then
        update listed_texts set folded = new.folded, terms = new.terms where id = new.id;
      end if;
      return null;
    end if;
  end if;
  if tg_op <> 'INSERT' then
    delete from listed_texts where id = old.id;
  end if;
  if tg_op <> 'DELETE' then
    insert into listed_texts (id, folded, terms) select new.id, new.folded, new.terms where (new.visibility = 'public'
      and new.moderation_status in ('none', 'warned') and new.owner_shown = 1 and new.latest_version_id is not null);
  end if;
  return null;
end $$;

create trigger listed_texts after insert or update or delete on skills for each row execute function listed_texts();

drop index skills_tokens;

create or replace function listed_with(asked tsquery) returns text language plpgsql stable set plan_cache_mode =
force_generic_plan as $$ begin
  return (select string_agg(id::text, ',') from listed_texts where terms @@ asked);
end $$;

create or replace function first_skills(asked tsquery, parts tsquery[], wanted bigint) returns setof bigint
language plpgsql stable rows 32 set plan_cache_mode = force_generic_plan as $$ declare
  part tsquery;
  found bigint[];
begin
  foreach part in array parts loop
    found := array(select skills.id from listed_texts join skills on skills.id = listed_texts.id where
      listed_texts.terms @@
      (asked && part) order by ((((skills.deprecated * 2 + case skills.signature_status when 'verified' then 0 else 1
        end) * 23 + case when skills.install_count < 1 then 22 when skills.install_count < 2 then 21 when
        skills.install_count < 3 then 20 when skills.install_count < 4 then 19 when skills.install_count < 8 then 18
        when skills.install_count < 16 then 17 when skills.install_count < 32 then 16 when skills.install_count < 64
        then 15 when skills.install_count < 128 then 14 when skills.install_count < 256 then 13 when
        skills.install_count < 512 then 12 when skills.install_count < 1024 then 11 when skills.install_count < 2048
        then 10 when skills.install_count < 4096 then 9 when skills.install_count < 8192 then 8 when
        skills.install_count < 16384 then 7 when skills.install_count < 32768 then 6 when skills.install_count < 65536
        then 5 when skills.install_count < 131072 then 4 when skills.install_count < 262144 then 3 when
        skills.install_count < 524288 then 2 when skills.install_count < 1048576 then 1 else 0 end) * 64 +
        length(skills.slug) - length(replace(skills.slug, '-', ''))) * 4294967296 + skills.id) limit wanted);
    if cardinality(found) >= wanted then
      return query select unnest(found);
      return;
    end if;
  end loop;
  return query select skills.id from listed_texts join skills on skills.id = listed_texts.id where listed_texts.terms @@
    asked order by ((((skills.deprecated * 2 + case skills.signature_status when 'verified' then 0 else 1 end) * 23 +
      case when skills.install_count < 1 then 22 when skills.install_count < 2 then 21 when skills.install_count < 3
      then 20 when skills.install_count < 4 then 19 when skills.install_count < 8 then 18 when skills.install_count <
      16 then 17 when skills.install_count < 32 then 16 when skills.install_count < 64 then 15 when
      skills.install_count < 128 then 14 when skills.install_count < 256 then 13 when skills.install_count < 512 then
      12 when skills.install_count < 1024 then 11 when skills.install_count < 2048 then 10 when skills.install_count <
      4096 then 9 when skills.install_count < 8192 then 8 when skills.install_count < 16384 then 7 when
      skills.install_count < 32768 then 6 when skills.install_count < 65536 then 5 when skills.install_count < 131072
      then 4 when skills.install_count < 262144 then 3 when skills.install_count < 524288 then 2 when
      skills.install_count < 1048576 then 1 else 0 end) * 64 + length(skills.slug) - length(replace(skills.slug, '-',
      ''))) * 4294967296 + skills.id) limit wanted;
end $$;

-- Of many matches the newest are soon found among the newest skills; of few, among all that match.

create function newest_holding(asked tsquery, part text, wanted bigint) returns setof bigint language plpgsql stable
rows 50 set plan_cache_mode = force_generic_plan as $$ declare
  found bigint[];
begin
  found := array(select newest.id from (select id, folded from listed_texts order by id desc limit 2000) as newest where
    strpos(newest.folded, part) > 0 order by newest.id desc limit wanted);
  if cardinality(found) >= wanted then
    return query select unnest(found);
    return;
  end if;
  return query select id from listed_texts where text_pieces(folded) @@ asked and strpos(folded, part) > 0 order by id
    desc limit wanted;
end $$;
