-- least writer: 24
-- Who closed a report or answered an appeal; open ones by what they are about and whose they are. Of lines of logs: which
-- clients were counted lately for which skill, under a key that is drawn for the hour and goes with it.

alter table reports add column resolved_by bigint;

alter table appeals add column resolved_by bigint;

create index reports_open_ids on reports(id) where resolved_at is null;

create index reports_open_of on reports(target, id) where resolved_at is null;

create index reports_open_by on reports(reporter_id, id) where resolved_at is null;

create index appeals_open_ids on appeals(id) where resolved_at is null;

create table counted_hours (hour bigint not null primary key, key text not null) without rowid;

create table counted_clients (
  hour bigint not null,
  client bigint not null,
  skill_id bigint not null,
  primary key (hour, client, skill_id)
) without rowid;
