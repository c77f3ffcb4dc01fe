-- Writes of different owners run side by side. A change has the number of its transaction, and is told of once every
-- transaction before it has ended: so who follows misses none. Totals are added up from what each transaction adds, so that
-- no two of them wait for the same row; now and then what was added is folded (`settle_totals`).
-- least writer: 29
-- least reader: 14

create table change_base (base bigint not null);

insert into change_base select greatest(coalesce((select max(seq) from changes), 0), coalesce((select max(number) from
  listed_changes), 0)) + 1 - pg_current_xact_id()::text::bigint;

create function next_change() returns bigint language sql stable as
  'select pg_current_xact_id()::text::bigint + base from change_base';

create view settled as select pg_snapshot_xmin(pg_current_snapshot())::text::bigint + base as before from change_base;

alter table changes rename to noted_changes;

alter table noted_changes drop constraint changes_pkey;

alter table noted_changes alter column seq drop identity;

alter table noted_changes alter column seq set default next_change();

create index noted_changes_seq on noted_changes(seq);

create view changes as select seq, kind, entity_id from noted_changes where seq < (select before from settled);

-- What is superseded is dropped by its number, which several share; so this looks itself.
create rule changes_superseded as on delete to changes do instead delete from noted_changes where seq = old.seq and kind =
  old.kind and entity_id = old.entity_id and exists (select 1 from noted_changes as newer where newer.kind = old.kind and
  newer.entity_id = old.entity_id and newer.seq > old.seq);

alter table listed_changes rename to noted_listed_changes;

create view listed_changes as select skill_id, number from noted_listed_changes where number < (select before from
  settled);

create or replace function listed_skills_changed() returns trigger language plpgsql as $$ begin
  insert into noted_listed_changes (skill_id, number) values (case when tg_op = 'DELETE' then old.id else new.id end,
    next_change()) on conflict (skill_id) do update set number = excluded.number;
  return null;
end $$;

create or replace function skills_found() returns trigger language plpgsql as $$ begin
  insert into noted_listed_changes (skill_id, number) select id, next_change() from listed_skills where id = new.id on
    conflict (skill_id) do update set number = excluded.number;
  return null;
end $$;

alter table skill_totals rename to settled_skill_totals;

create index settled_skill_totals_none on settled_skill_totals(total) where total = 0;

create table counted_skill_totals (
  category text not null,
  signature_status text not null,
  scan_status text not null,
  total bigint not null
);

create index counted_skill_totals_by on counted_skill_totals(category, signature_status, scan_status);

create view skill_totals as select category, signature_status, scan_status, sum(total)::bigint as total from (select category, signature_status, scan_status, total from
  settled_skill_totals union all select category, signature_status, scan_status, total from counted_skill_totals) as added
  group by category, signature_status, scan_status having sum(total) <> 0;

alter table activity_totals rename to settled_activity_totals;

create index settled_activity_totals_none on settled_activity_totals(total) where total = 0;

create table counted_activity_totals (
  day bigint not null,
  kind text not null,
  total bigint not null
);

create index counted_activity_totals_by on counted_activity_totals(day, kind);

create view activity_totals as select day, kind, sum(total)::bigint as total from (select day, kind, total from
  settled_activity_totals union all select day, kind, total from counted_activity_totals) as added
  group by day, kind having sum(total) <> 0;

alter table facet_totals rename to settled_facet_totals;

create index settled_facet_totals_none on settled_facet_totals(total) where total = 0;

create table counted_facet_totals (
  tag text collate "C" not null,
  facets bigint not null,
  total bigint not null
);

create index counted_facet_totals_by on counted_facet_totals(tag, facets);

create view facet_totals as select tag, facets, sum(total)::bigint as total from (select tag, facets, total from
  settled_facet_totals union all select tag, facets, total from counted_facet_totals) as added
  group by tag, facets having sum(total) <> 0;

alter table search_words rename to settled_search_words;

alter table settled_search_words drop constraint search_words_pkey;

alter table settled_search_words add primary key (word, stem);

create index settled_search_words_none on settled_search_words(total) where total = 0;

create table counted_search_words (
  word text collate "C" not null,
  stem text collate "C" not null,
  total bigint not null
);

create index counted_search_words_by on counted_search_words(word, stem);

create index counted_search_words_by_stem on counted_search_words(stem);

create index counted_search_words_by_start on counted_search_words(substr(word, 1, 2), length(word));

create index counted_search_words_by_end on counted_search_words(substr(word, length(word) - 1), length(word));

create view search_words as select word, stem, sum(total)::bigint as total from (select word, stem, total from
  settled_search_words union all select word, stem, total from counted_search_words) as added
  group by word, stem having sum(total) <> 0;

create or replace function skills_totals() returns trigger language plpgsql as $$ begin
  insert into counted_skill_totals (category, signature_status, scan_status, total) select category, signature_status,
    scan_status, sum(more) from (select old.category, old.signature_status, old.scan_status, -1 where (old.visibility
    = 'public' and old.moderation_status in ('none', 'warned') and old.owner_shown = 1 and old.latest_version_id is
    not null) union all select new.category, new.signature_status, new.scan_status, 1 where (new.visibility = 'public'
    and new.moderation_status in ('none', 'warned') and new.owner_shown = 1 and new.latest_version_id is not null)) as
    added(category, signature_status, scan_status, more) group by category, signature_status, scan_status having
    sum(more) <> 0;
  if (old.visibility = 'public' and old.moderation_status in ('none', 'warned') and old.owner_shown = 1 and
    old.latest_version_id is not null) and (not (new.visibility = 'public' and new.moderation_status in ('none',
    'warned') and new.owner_shown = 1 and new.latest_version_id is not null) or old.owner_id <> new.owner_id) is not
    false then
    update author_totals set total = total - 1 where owner_id = old.owner_id;
    delete from author_totals where total = 0 and owner_id = old.owner_id;
  end if;
  if (new.visibility = 'public' and new.moderation_status in ('none', 'warned') and new.owner_shown = 1 and
    new.latest_version_id is not null) and (not (old.visibility = 'public' and old.moderation_status in ('none',
    'warned') and old.owner_shown = 1 and old.latest_version_id is not null) or old.owner_id <> new.owner_id) is not
    false then
    insert into author_totals (owner_id, total) values (new.owner_id, 1) on conflict (owner_id) do update set total =
      author_totals.total + 1;
  end if;
  return null;
end $$;

create or replace function activity_totals() returns trigger language plpgsql as $$ begin
  insert into counted_activity_totals (day, kind, total) select day, kind, sum(more) from (select old.created_at /
    86400, old.kind, -1 where old.shown = 1 union all select new.created_at / 86400, new.kind, 1 where new.shown = 1)
    as added(day, kind, more) group by day, kind having sum(more) <> 0;
  return null;
end $$;

create or replace function skills_words() returns trigger language plpgsql as $$ begin
  insert into counted_search_words (word, stem, total) select word, stem, sum(more) from (select value ->> 0, value
    ->> 1, -1 from jsonb_array_elements(old.vocabulary::jsonb) as t(value) where (old.visibility = 'public' and
    old.moderation_status in ('none', 'warned') and old.owner_shown = 1 and old.latest_version_id is not null) union
    all select value ->> 0, value ->> 1, 1 from jsonb_array_elements(new.vocabulary::jsonb) as t(value) where
    (new.visibility = 'public' and new.moderation_status in ('none', 'warned') and new.owner_shown = 1 and
    new.latest_version_id is not null)) as added(word, stem, more) group by word, stem having sum(more) <> 0;
  return null;
end $$;

create or replace function skills_facets() returns trigger language plpgsql as $$ begin
  if tg_op = 'UPDATE' then
    if not ((old.visibility = 'public' and old.moderation_status in ('none', 'warned') and old.owner_shown = 1 and
      old.latest_version_id is not null) <> (new.visibility = 'public' and new.moderation_status in ('none', 'warned')
      and new.owner_shown = 1 and new.latest_version_id is not null) or old.facets <> new.facets or old.tags <>
      new.tags) then
      if old.slug <> new.slug or old.install_count <> new.install_count or old.downloads_7d <> new.downloads_7d or
        old.latest_at <> new.latest_at then
        update listed_skills set slug = new.slug, install_count = new.install_count, downloads_7d = new.downloads_7d,
          latest_at = new.latest_at where id = new.id;
      end if;
      return null;
    end if;
  end if;
  insert into counted_facet_totals (tag, facets, total) select tag, facets, sum(more) from (select value, old.facets,
    -1 from (select '' union all select jsonb_array_elements_text(old.tags::jsonb)) as t(value) where (old.visibility
    = 'public' and old.moderation_status in ('none', 'warned') and old.owner_shown = 1 and old.latest_version_id is
    not null) union all select value, new.facets, 1 from (select '' union all select
    jsonb_array_elements_text(new.tags::jsonb)) as t(value) where (new.visibility = 'public' and new.moderation_status
    in ('none', 'warned') and new.owner_shown = 1 and new.latest_version_id is not null)) as added(tag, facets, more)
    group by tag, facets having sum(more) <> 0;
  if tg_op <> 'INSERT' then
    delete from skill_tags where skill_id = old.id and tag in (select value from
      jsonb_array_elements_text(old.tags::jsonb) as t(value));
    delete from listed_skills where id = old.id;
  end if;
  if tg_op <> 'DELETE' then
    insert into listed_skills (id, facets, slug, install_count, downloads_7d, latest_at) select new.id, new.facets,
      new.slug, new.install_count, new.downloads_7d, new.latest_at where (new.visibility = 'public' and
      new.moderation_status in ('none', 'warned') and new.owner_shown = 1 and new.latest_version_id is not null);
    insert into skill_tags (tag, skill_id) select value, new.id from jsonb_array_elements_text(new.tags::jsonb) as
      t(value) where (new.visibility = 'public' and new.moderation_status in ('none', 'warned') and new.owner_shown =
      1 and new.latest_version_id is not null);
  end if;
  return null;
end $$;

create function settle_totals() returns void language plpgsql as $$ begin
  with added as (delete from counted_skill_totals returning *) insert into settled_skill_totals (category,
    signature_status, scan_status, total) select category, signature_status, scan_status, sum(total) from added group
    by category, signature_status, scan_status order by category, signature_status, scan_status on conflict (category,
    signature_status, scan_status) do update set total = settled_skill_totals.total + excluded.total;
  delete from settled_skill_totals where total = 0;
  with added as (delete from counted_activity_totals returning *) insert into settled_activity_totals (day, kind,
    total) select day, kind, sum(total) from added group by day, kind order by day, kind on conflict (day, kind) do
    update set total = settled_activity_totals.total + excluded.total;
  delete from settled_activity_totals where total = 0;
  with added as (delete from counted_facet_totals returning *) insert into settled_facet_totals (tag, facets, total)
    select tag, facets, sum(total) from added group by tag, facets order by tag, facets on conflict (tag, facets) do
    update set total = settled_facet_totals.total + excluded.total;
  delete from settled_facet_totals where total = 0;
  with added as (delete from counted_search_words returning *) insert into settled_search_words (word, stem, total)
    select word, stem, sum(total) from added group by word, stem order by word, stem on conflict (word, stem) do
    update set total = settled_search_words.total + excluded.total;
  delete from settled_search_words where total = 0;
end $$;
