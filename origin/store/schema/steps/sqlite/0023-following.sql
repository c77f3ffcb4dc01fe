-- What people star, what is said of a member of a kit, and what people are told of: whose business an event is, and how
-- far they read. Events of earlier programs are nobody's, and a catalog has no row of these tables.

create table stars (
  profile_id bigint not null references profiles(id), skill_id bigint not null references skills(id),
  created_at bigint not null, primary key (profile_id, skill_id));

create index stars_of on stars(skill_id);

alter table skills add column star_count bigint not null default 0;

alter table kit_skills add column note text not null default '';

alter table events add column concerns bigint;

create index events_concerning on events(concerns, kind, id) where concerns is not null;

create table notification_settings (
  profile_id bigint primary key references profiles(id), read_up_to bigint not null default 0,
  chosen text not null default '{}');
