-- What the scanner said apart from what holds, actions that it took by itself, answered appeals, a log that stays.

alter table scans add column status text not null default 'clean';

update scans set status = (select scan_status from versions where versions.id = scans.version_id);

alter table moderation_actions add column detectors text not null default '';

create index moderation_actions_on on moderation_actions(target_kind, target_id) where lifted_at is null;

alter table appeals add column answer text not null default '';

create index appeals_open on appeals(created_at) where resolved_at is null;

create index appeals_of on appeals(action_id);

create index reports_open on reports(created_at) where resolved_at is null;

create trigger audit_log_no_update before update on audit_log begin
  select raise(abort, 'audit_log is append-only');
end;

create trigger audit_log_no_delete before delete on audit_log begin
  select raise(abort, 'audit_log is append-only');
end;
