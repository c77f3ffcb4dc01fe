-- Totals that the database keeps itself: triggers count what everyone is shown, by what it is. A total of none has no row:
-- it would tell that there once was something.

alter table skills add column signature_status text not null default 'unsigned';

alter table skills add column scan_status text not null default 'clean';

update skills set signature_status = (select signature_status from versions where versions.id = latest_version_id),
  scan_status = (select scan_status from versions where versions.id = latest_version_id) where latest_version_id is
  not null;

alter table activity add column shown bigint not null default 0;

update activity set shown = 1 where case kind when 'publish' then version_id in (select versions.id from versions join
  skills on skills.id = versions.skill_id join profiles as owner on owner.id = skills.owner_id where withdrawn_at is
  null and versions.scan_status <> 'quarantined' and skills.visibility = 'public' and skills.moderation_status in
  ('none', 'warned') and (owner.handle is not null and owner.moderation_status in ('none', 'warned'))) when 'kit' then
  kit_id in (select kits.id from kits join profiles as owner on owner.id = kits.owner_id where kits.visibility =
  'public' and kits.moderation_status in ('none', 'warned') and (owner.handle is not null and owner.moderation_status
  in ('none', 'warned'))) else actor_id in (select owner.id from profiles as owner where (owner.handle is not null and
  owner.moderation_status in ('none', 'warned'))) end;

create index activity_shown on activity(id) where shown = 1;

create index activity_of_kit on activity(kit_id) where kit_id is not null;

create table skill_totals (
  category text not null,
  signature_status text not null,
  scan_status text not null,
  total bigint not null,
  primary key (category, signature_status, scan_status)
);

insert into skill_totals (category, signature_status, scan_status, total) select skills.category,
  skills.signature_status, skills.scan_status, count(*) from skills where (skills.visibility = 'public' and
  skills.moderation_status in ('none', 'warned') and skills.owner_shown = 1 and skills.latest_version_id is not null)
  group by skills.category, skills.signature_status, skills.scan_status;

create table author_totals (
  owner_id bigint not null,
  total bigint not null,
  primary key (owner_id)
);

insert into author_totals (owner_id, total) select skills.owner_id, count(*) from skills where (skills.visibility =
  'public' and skills.moderation_status in ('none', 'warned') and skills.owner_shown = 1 and skills.latest_version_id
  is not null) group by skills.owner_id;

create trigger skills_totals_insert after insert on skills begin
  insert into skill_totals (category, signature_status, scan_status, total) select new.category, new.signature_status,
    new.scan_status, 1 where (new.visibility = 'public' and new.moderation_status in ('none', 'warned') and
    new.owner_shown = 1 and new.latest_version_id is not null) on conflict (category, signature_status, scan_status)
    do update set total = skill_totals.total + 1;
  insert into author_totals (owner_id, total) select new.owner_id, 1 where (new.visibility = 'public' and
    new.moderation_status in ('none', 'warned') and new.owner_shown = 1 and new.latest_version_id is not null) on
    conflict (owner_id) do update set total = author_totals.total + 1;
end;

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

create table activity_totals (
  day bigint not null,
  kind text not null,
  total bigint not null,
  primary key (day, kind)
);

insert into activity_totals (day, kind, total) select activity.created_at / 86400, activity.kind, count(*) from
  activity where activity.shown = 1 group by activity.created_at / 86400, activity.kind;

create trigger activity_totals_insert after insert on activity begin
  insert into activity_totals (day, kind, total) select new.created_at / 86400, new.kind, 1 where new.shown = 1 on
    conflict (day, kind) do update set total = activity_totals.total + 1;
end;

create trigger activity_totals_delete after delete on activity begin
  update activity_totals set total = total - 1 where activity_totals.day = old.created_at / 86400 and
    activity_totals.kind = old.kind and old.shown = 1;
  delete from activity_totals where total = 0 and activity_totals.day = old.created_at / 86400 and
    activity_totals.kind = old.kind and old.shown = 1;
end;

create trigger activity_totals_update after update of shown on activity begin
  update activity_totals set total = total - 1 where activity_totals.day = old.created_at / 86400 and
    activity_totals.kind = old.kind and old.shown = 1;
  delete from activity_totals where total = 0 and activity_totals.day = old.created_at / 86400 and
    activity_totals.kind = old.kind and old.shown = 1;
  insert into activity_totals (day, kind, total) select new.created_at / 86400, new.kind, 1 where new.shown = 1 on
    conflict (day, kind) do update set total = activity_totals.total + 1;
end;
