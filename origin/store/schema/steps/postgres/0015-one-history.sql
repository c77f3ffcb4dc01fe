-- Steps 6 and 7 were changed after some stores had run them: indexes of lists and the words of totals are made again.
-- least writer: 13

drop index if exists skills_listed_by_created_at;

drop index if exists skills_listed_by_category;

drop index if exists skills_listed_by_slug;

drop index if exists skills_listed_by_install_count;

create index if not exists skills_listed_alpha on skills(slug, id, category) where (skills.visibility = 'public' and
  skills.moderation_status in ('none', 'warned') and skills.owner_shown = 1 and skills.latest_version_id is not null);

create index if not exists skills_listed_alpha_of_category on skills(category, slug, id) where (skills.visibility = 'public' and
  skills.moderation_status in ('none', 'warned') and skills.owner_shown = 1 and skills.latest_version_id is not null);

create index if not exists skills_listed_of_owner on skills(owner_id, category) where (skills.visibility = 'public' and
  skills.moderation_status in ('none', 'warned') and skills.owner_shown = 1 and skills.latest_version_id is not null);

create or replace function skills_totals() returns trigger language plpgsql as $$ begin
  if tg_op <> 'INSERT' then
    update skill_totals set total = total - 1 where skill_totals.category = old.category and
      skill_totals.signature_status = old.signature_status and skill_totals.scan_status = old.scan_status and
      (old.visibility = 'public' and old.moderation_status in ('none', 'warned') and old.owner_shown = 1 and
      old.latest_version_id is not null);
    delete from skill_totals where total = 0 and skill_totals.category = old.category and
      skill_totals.signature_status = old.signature_status and skill_totals.scan_status = old.scan_status and
      (old.visibility = 'public' and old.moderation_status in ('none', 'warned') and old.owner_shown = 1 and
      old.latest_version_id is not null);
    update author_totals set total = total - 1 where author_totals.owner_id = old.owner_id and (old.visibility =
      'public' and old.moderation_status in ('none', 'warned') and old.owner_shown = 1 and old.latest_version_id is
      not null);
    delete from author_totals where total = 0 and author_totals.owner_id = old.owner_id and (old.visibility = 'public'
      and old.moderation_status in ('none', 'warned') and old.owner_shown = 1 and old.latest_version_id is not null);
  end if;
  if tg_op <> 'DELETE' then
    insert into skill_totals (category, signature_status, scan_status, total) select new.category,
      new.signature_status, new.scan_status, 1 where (new.visibility = 'public' and new.moderation_status in ('none',
      'warned') and new.owner_shown = 1 and new.latest_version_id is not null) on conflict (category,
      signature_status, scan_status) do update set total = skill_totals.total + 1;
    insert into author_totals (owner_id, total) select new.owner_id, 1 where (new.visibility = 'public' and
      new.moderation_status in ('none', 'warned') and new.owner_shown = 1 and new.latest_version_id is not null) on
      conflict (owner_id) do update set total = author_totals.total + 1;
  end if;
  return null;
end $$;
