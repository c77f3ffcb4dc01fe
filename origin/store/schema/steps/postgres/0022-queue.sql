-- The version that a person passed over in their library. When an operator looked at a version that the scan calls into
-- question, and who: it has left the queue then. What is worst in a report, and the rules that it names, so that a queue
-- can be sorted and filtered. What a dashboard counts by time, and who signs in as whom.

alter table library add column skipped_version_id bigint references versions(id);

alter table versions add column reviewed_at bigint;

alter table versions add column reviewed_by bigint;

alter table scans add column worst bigint not null default 0;

alter table scans add column rules text not null default '';

create index versions_in_question on versions(scan_status, id) where withdrawn_at is null and reviewed_at is null and
  scan_status <> 'clean';

create index scans_by_time on scans(scanned_at);

create index users_by_time on profiles(created_at) where kind = 'user';

create index identities_by_subject on identities(subject);

update scans set worst = (select max(case value ->> 'severity' when 'critical' then 5 when 'high' then 4
  when 'medium' then 3 when 'low' then 2 else 1 end) from jsonb_array_elements(findings::jsonb) as found(value)),
  rules = ',' || (select string_agg(distinct value ->> 'detector', ',') from jsonb_array_elements(findings::jsonb)
  as found(value)) || ','
where findings <> '[]';
