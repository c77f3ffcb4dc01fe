-- What happened, once each. A row is never changed, and goes only where it does not say that it stays.

create table events (
  id integer primary key autoincrement, kind text not null, subject text not null, actor_id bigint,
  public bigint not null default 0, lasting bigint not null default 0, data text not null, created_at bigint not null);

create index events_passing on events(created_at) where lasting = 0;

create trigger events_no_update before update on events
  begin select raise(abort, 'events is append-only'); end;

create trigger events_no_delete before delete on events when old.lasting = 1
  begin select raise(abort, 'events is append-only'); end;

-- Changes of an entity, so that those which a newer one supersedes can be found.

create index changes_of on changes(kind, entity_id, seq);

-- What everyone can see of the past: marked, since who did it, and when, is not always known. A catalog has none.

insert into events (kind, subject, actor_id, public, lasting, data, created_at)
select kind, subject, actor_id, 1, 1, data, created_at from (
  select 1 as step, 'handle.claimed' as kind, handles.handle as subject,
    case profiles.kind when 'user' then profiles.id end as actor_id, handles.claimed_at as created_at,
    json_object('profile', profiles.id, 'handle', handles.handle, 'backfilled', json('true')) as data
  from handles join profiles on profiles.id = handles.profile_id and profiles.handle = handles.handle
  where profiles.moderation_status in ('none', 'warned')
  union all
  select 2, 'key.bound', profiles.handle, case profiles.kind when 'user' then profiles.id end, author_keys.bound_at,
    json_object('profile', profiles.id, 'fingerprint', author_keys.fingerprint, 'public_key', author_keys.public_key,
      'replaces', '', 'backfilled', json('true'))
  from author_keys join profiles on profiles.id = author_keys.profile_id
  where author_keys.status <> 'pending' and profiles.handle is not null and profiles.moderation_status in ('none', 'warned')
  union all
  select 3, 'key.revoked', profiles.handle, case profiles.kind when 'user' then profiles.id end, author_keys.revoked_at,
    json_object('profile', profiles.id, 'fingerprint', author_keys.fingerprint, 'backfilled', json('true'))
  from author_keys join profiles on profiles.id = author_keys.profile_id
  where author_keys.status = 'revoked' and profiles.handle is not null and profiles.moderation_status in ('none', 'warned')
  union all
  select 4, 'version.published', owner.handle || ':' || skills.slug || '@' || versions.hash, versions.published_by,
    versions.published_at,
    json_object('skill', skills.id, 'version', versions.id, 'hash', versions.hash, 'owner', skills.owner_id,
      'number', versions.number, 'label', versions.label, 'digest', versions.bundle_digest,
      'signer', coalesce(case versions.signature_status when 'verified' then author_keys.fingerprint end, ''),
      'backfilled', json('true'))
  from versions join skills on skills.id = versions.skill_id join profiles as owner on owner.id = skills.owner_id
    left join author_keys on author_keys.id = versions.key_id
  where skills.visibility = 'public' and skills.moderation_status in ('none', 'warned') and skills.owner_shown = 1
    and (versions.withdrawn_at is null
      or exists (select 1 from activity where activity.skill_id = skills.id and activity.version_id = versions.id))
  union all
  select 5, 'version.withdrawn', owner.handle || ':' || skills.slug || '@' || versions.hash, null, versions.withdrawn_at,
    json_object('skill', skills.id, 'version', versions.id, 'hash', versions.hash, 'backfilled', json('true'))
  from versions join skills on skills.id = versions.skill_id join profiles as owner on owner.id = skills.owner_id
  where skills.visibility = 'public' and skills.moderation_status in ('none', 'warned') and skills.owner_shown = 1
    and versions.withdrawn_at is not null
    and exists (select 1 from activity where activity.skill_id = skills.id and activity.version_id = versions.id)
  union all
  select 6, 'skill.deprecated', owner.handle || ':' || skills.slug, null, skills.updated_at,
    json_object('skill', skills.id, 'message', skills.deprecation_message, 'backfilled', json('true'))
  from skills join profiles as owner on owner.id = skills.owner_id
  where skills.deprecated = 1 and skills.visibility = 'public' and skills.moderation_status in ('none', 'warned')
    and skills.owner_shown = 1
  union all
  select 7, 'kit.created', owner.handle || '/' || kits.slug, case owner.kind when 'user' then owner.id end, kits.created_at,
    json_object('kit', kits.id, 'backfilled', json('true'))
  from kits join profiles as owner on owner.id = kits.owner_id
  where kits.visibility = 'public' and kits.moderation_status in ('none', 'warned') and owner.handle is not null
    and owner.moderation_status in ('none', 'warned')
  union all
  select 8, case action when 'quarantine' then 'moderation.quarantined' when 'hide' then 'moderation.hidden'
      when 'suspend' then 'moderation.suspended' else 'moderation.warned' end,
    target, case created_by when 0 then null else created_by end, moderation_actions.created_at,
    json_object('target', json_object('kind', target_kind, 'id', target_id, 'name', target), 'reason', reason,
      'action', moderation_actions.id, 'sightChanged', json('false'), 'backfilled', json('true'))
  from moderation_actions
  where lifted_at is null and (target_kind = 'profile' or exists (select 1 from skills where skills.visibility = 'public'
    and skills.id = case target_kind when 'skill' then target_id
      else (select versions.skill_id from versions where versions.id = target_id) end))
) as known
where not exists (select 1 from sqlite_schema where name = 'snapshot_progress')
order by created_at, step;
