-- What was not read of a version, what it does, and whether its scan took as long as it needed. What was not read whole is
-- held by an action of the scanner, which earlier programs don't take.

alter table scans add column unread text not null default '[]';

alter table scans add column capabilities text not null default '';

alter table scans add column thorough bigint not null default 0;

create index scans_to_settle on scans(version_id) where status = 'incomplete' and thorough = 0;

insert into moderation_actions (target_kind, target_id, target, action, reason, detectors, created_by, created_at)
select 'version', versions.id, coalesce(owner.handle, '') || ':' || skills.slug || '@' || versions.hash, 'hold',
  'Held until all of it has been read.', 'unread', 0, scans.scanned_at
from scans join versions on versions.id = scans.version_id join skills on skills.id = versions.skill_id
  join profiles as owner on owner.id = skills.owner_id
where scans.status = 'incomplete' and versions.withdrawn_at is null;

update skills set latest_version_id = (select versions.id from versions where versions.skill_id = skills.id
  and versions.withdrawn_at is null and versions.scan_status in ('clean', 'flagged') order by versions.number desc limit 1)
where latest_version_id in (select version_id from scans where status = 'incomplete');

-- Found by its name alone until the held version is scanned again, which makes its words what they are.
update skills set name = latest.name, description = latest.description, signature_status = latest.signature_status,
  scan_status = latest.scan_status, folded = skills.slug, tokens = replace(skills.slug, '-', ' '),
  names = ' ' || replace(skills.slug, '-', ' ') || ' '
from versions as latest where latest.id = skills.latest_version_id and exists (select 1 from versions as held
  join scans on scans.version_id = held.id where held.skill_id = skills.id and held.number > latest.number
  and held.withdrawn_at is null and held.scan_status = 'incomplete' and scans.status = 'incomplete');

update activity set shown = 0 where shown = 1 and version_id in (select version_id from scans where status = 'incomplete');

insert into changes (kind, entity_id) select distinct 'skill', versions.skill_id
from scans join versions on versions.id = scans.version_id
where scans.status = 'incomplete' and versions.withdrawn_at is null;
