-- What lists are narrowed by: of each listed skill its facets as bits and what orders lists, in a row so narrow that a
-- whole list is looked through at once; and how many there are of each kind, in all and with each tag. Licences and tags
-- of what there is are read by the program, skill by skill (`indexing`).

alter table versions add column license text not null default '';

alter table versions add column tags text not null default '[]';

alter table skills add column license text not null default '';

alter table skills add column tags text not null default '[]';

alter table skills add column traits bigint not null default 0;

alter table skills add column latest_at bigint not null default 0;

alter table skills add column category_chosen bigint not null default 1;

update skills set latest_at = (select published_at from versions where versions.id = latest_version_id) where
  latest_version_id is not null;

alter table skills add column facets bigint generated always as (traits + case category when 'coding' then 1 when
  'data' then 2 when 'design' then 4 when 'devops' then 8 when 'documents' then 16 when 'education' then 32 when
  'finance' then 64 when 'health' then 128 when 'marketing' then 256 when 'media' then 512 when 'productivity' then
  1024 when 'research' then 2048 when 'security' then 4096 when 'writing' then 8192 when 'other' then 16384 else 0 end
  + case signature_status when 'verified' then 32768 when 'mirrored' then 65536 else 131072 end + case scan_status
  when 'clean' then 262144 when 'flagged' then 524288 else 0 end) virtual;

create table listed_skills (
  id integer primary key,
  facets bigint not null,
  slug text not null,
  install_count bigint not null,
  downloads_7d bigint not null,
  latest_at bigint not null
);

create index listed_skills_new on listed_skills(id, facets);

create index listed_skills_updated on listed_skills(latest_at, id, facets);

create index listed_skills_installs on listed_skills(install_count, id, facets);

create index listed_skills_downloads on listed_skills(downloads_7d, id, facets);

create index listed_skills_alpha on listed_skills(slug, id, facets);

create index listed_skills_facets on listed_skills(facets, id);

create table skill_tags (
  tag text not null,
  skill_id bigint not null,
  primary key (tag, skill_id)
);

create table facet_totals (
  tag text not null,
  facets bigint not null,
  total bigint not null,
  primary key (tag, facets)
);

insert into listed_skills (id, facets, slug, install_count, downloads_7d, latest_at) select id, facets, slug,
  install_count, downloads_7d, latest_at from skills where (skills.visibility = 'public' and
  skills.moderation_status in ('none', 'warned') and skills.owner_shown = 1 and skills.latest_version_id is not null);

insert into facet_totals (tag, facets, total) select '', facets, count(*) from listed_skills group by facets;

alter table kits add column featured bigint not null default 0;

create index kits_featured on kits(featured) where featured > 0;

create trigger skills_facets_insert after insert on skills begin
  insert into listed_skills (id, facets, slug, install_count, downloads_7d, latest_at) select new.id, new.facets,
    new.slug, new.install_count, new.downloads_7d, new.latest_at where (new.visibility = 'public' and
    new.moderation_status in ('none', 'warned') and new.owner_shown = 1 and new.latest_version_id is not null);
  insert into skill_tags (tag, skill_id) select value, new.id from json_each(new.tags) where (new.visibility =
    'public' and new.moderation_status in ('none', 'warned') and new.owner_shown = 1 and new.latest_version_id is not
    null);
  insert into facet_totals (tag, facets, total) select '', new.facets, 1 where (new.visibility = 'public' and
    new.moderation_status in ('none', 'warned') and new.owner_shown = 1 and new.latest_version_id is not null) on
    conflict (tag, facets) do update set total = facet_totals.total + 1;
  insert into facet_totals (tag, facets, total) select value, new.facets, 1 from json_each(new.tags) where
    (new.visibility = 'public' and new.moderation_status in ('none', 'warned') and new.owner_shown = 1 and
    new.latest_version_id is not null) on conflict (tag, facets) do update set total = facet_totals.total + 1;
end;

create trigger skills_facets_delete after delete on skills begin
  update facet_totals set total = total - 1 where facets = old.facets and tag in (select value from
    json_each(old.tags) union all select '') and (old.visibility = 'public' and old.moderation_status in ('none',
    'warned') and old.owner_shown = 1 and old.latest_version_id is not null);
  delete from facet_totals where total = 0 and facets = old.facets and tag in (select value from json_each(old.tags)
    union all select '') and (old.visibility = 'public' and old.moderation_status in ('none', 'warned') and
    old.owner_shown = 1 and old.latest_version_id is not null);
  delete from skill_tags where skill_id = old.id and tag in (select value from json_each(old.tags));
  delete from listed_skills where id = old.id;
end;

create trigger skills_facets_update after update on skills when (old.visibility = 'public' and old.moderation_status
  in ('none', 'warned') and old.owner_shown = 1 and old.latest_version_id is not null) <> (new.visibility = 'public'
  and new.moderation_status in ('none', 'warned') and new.owner_shown = 1 and new.latest_version_id is not null) or
  old.facets <> new.facets or old.tags <> new.tags begin
  update facet_totals set total = total - 1 where facets = old.facets and tag in (select value from
    json_each(old.tags) union all select '') and (old.visibility = 'public' and old.moderation_status in ('none',
    'warned') and old.owner_shown = 1 and old.latest_version_id is not null);
  delete from facet_totals where total = 0 and facets = old.facets and tag in (select value from json_each(old.tags)
    union all select '') and (old.visibility = 'public' and old.moderation_status in ('none', 'warned') and
    old.owner_shown = 1 and old.latest_version_id is not null);
  delete from skill_tags where skill_id = old.id and tag in (select value from json_each(old.tags));
  delete from listed_skills where id = old.id;
  insert into listed_skills (id, facets, slug, install_count, downloads_7d, latest_at) select new.id, new.facets,
    new.slug, new.install_count, new.downloads_7d, new.latest_at where (new.visibility = 'public' and
    new.moderation_status in ('none', 'warned') and new.owner_shown = 1 and new.latest_version_id is not null);
  insert into skill_tags (tag, skill_id) select value, new.id from json_each(new.tags) where (new.visibility =
    'public' and new.moderation_status in ('none', 'warned') and new.owner_shown = 1 and new.latest_version_id is not
    null);
  insert into facet_totals (tag, facets, total) select '', new.facets, 1 where (new.visibility = 'public' and
    new.moderation_status in ('none', 'warned') and new.owner_shown = 1 and new.latest_version_id is not null) on
    conflict (tag, facets) do update set total = facet_totals.total + 1;
  insert into facet_totals (tag, facets, total) select value, new.facets, 1 from json_each(new.tags) where
    (new.visibility = 'public' and new.moderation_status in ('none', 'warned') and new.owner_shown = 1 and
    new.latest_version_id is not null) on conflict (tag, facets) do update set total = facet_totals.total + 1;
end;

create trigger skills_facets_place after update of slug, install_count, downloads_7d, latest_at on skills when
  old.slug <> new.slug or old.install_count <> new.install_count or old.downloads_7d <> new.downloads_7d
  or old.latest_at <> new.latest_at begin
  update listed_skills set slug = new.slug, install_count = new.install_count,
    downloads_7d = new.downloads_7d, latest_at = new.latest_at where id =
    new.id;
end;
