-- The first of many matches by their place. Of each skill one lexeme says where it stands, a hundred or so together, so
-- that a search can ask for the words and for the first places at once, and looks at few rows however many match. The
-- index has no list of what waits to be put in: every search read that list, for each of its terms.

drop index skills_tokens;

alter table skills drop column terms;

alter table skills add column terms tsvector generated always as (array_to_tsvector(array_remove(string_to_array(
  tokens || replace(names, ' ', ' _') || ' #' || lpad(to_hex(((((deprecated * 2 + case signature_status when
  'verified' then 0 else 1 end) * 23 + case when install_count < 1 then 22 when install_count < 2 then 21 when
  install_count < 3 then 20 when install_count < 4 then 19 when install_count < 8 then 18 when install_count < 16
  then 17 when install_count < 32 then 16 when install_count < 64 then 15 when install_count < 128 then 14 when
  install_count < 256 then 13 when install_count < 512 then 12 when install_count < 1024 then 11 when install_count
  < 2048 then 10 when install_count < 4096 then 9 when install_count < 8192 then 8 when install_count < 16384 then
  7 when install_count < 32768 then 6 when install_count < 65536 then 5 when install_count < 131072 then 4 when
  install_count < 262144 then 3 when install_count < 524288 then 2 when install_count < 1048576 then 1 else 0 end)
  * 64 + length(slug) - length(replace(slug, '-', ''))) * 4294967296 + id) >> 8), 10, '0'), ' '), ''))) stored;

create index skills_tokens on skills using gin(terms) with (fastupdate = off);

create function first_skills(asked tsquery, parts tsquery[], wanted bigint) returns setof bigint
language plpgsql stable rows 32 set plan_cache_mode = force_generic_plan as $$ declare
  part tsquery;
  found bigint[];
begin
  foreach part in array parts loop
    found := array(select skills.id from skills where terms @@ (asked && part) and
      (visibility = 'public' and moderation_status in ('none', 'warned') and owner_shown = 1 and latest_version_id is not
      null) order by ((((deprecated * 2 + case signature_status when 'verified' then 0 else 1 end) * 23 + case when
      install_count < 1 then 22 when install_count < 2 then 21 when install_count < 3 then 20 when install_count <
      4 then 19 when install_count < 8 then 18 when install_count < 16 then 17 when install_count < 32 then 16 when
      install_count < 64 then 15 when install_count < 128 then 14 when install_count < 256 then 13 when
      install_count < 512 then 12 when install_count < 1024 then 11 when install_count < 2048 then 10 when
      install_count < 4096 then 9 when install_count < 8192 then 8 when install_count < 16384 then 7 when
      install_count < 32768 then 6 when install_count < 65536 then 5 when install_count < 131072 then 4 when
      install_count < 262144 then 3 when install_count < 524288 then 2 when install_count < 1048576 then 1 else 0
      end) * 64 + length(slug) - length(replace(slug, '-', ''))) * 4294967296 + id) limit wanted);
    if cardinality(found) >= wanted then
      return query select unnest(found);
      return;
    end if;
  end loop;
  return query select skills.id from skills where terms @@ asked and
    (visibility = 'public' and moderation_status in ('none', 'warned') and owner_shown = 1 and latest_version_id is not
    null) order by ((((deprecated * 2 + case signature_status when 'verified' then 0 else 1 end) * 23 + case when
    install_count < 1 then 22 when install_count < 2 then 21 when install_count < 3 then 20 when install_count < 4
    then 19 when install_count < 8 then 18 when install_count < 16 then 17 when install_count < 32 then 16 when
    install_count < 64 then 15 when install_count < 128 then 14 when install_count < 256 then 13 when install_count
    < 512 then 12 when install_count < 1024 then 11 when install_count < 2048 then 10 when install_count < 4096
    then 9 when install_count < 8192 then 8 when install_count < 16384 then 7 when install_count < 32768 then 6
    when install_count < 65536 then 5 when install_count < 131072 then 4 when install_count < 262144 then 3 when
    install_count < 524288 then 2 when install_count < 1048576 then 1 else 0 end) * 64 + length(slug) -
    length(replace(slug, '-', ''))) * 4294967296 + id) limit wanted;
end $$;
