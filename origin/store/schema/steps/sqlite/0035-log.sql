-- The transparency log: what waits to be entered, the entries with their hashes, and the checkpoints that were signed. A program
-- from before this step enters nothing: what happened meanwhile is entered later, by what everyone sees then.
-- least writer: 29
-- least reader: 14

create table log_queue (
  id integer primary key autoincrement,
  kind text not null,
  subject text not null,
  subject_id integer not null,
  name text not null,
  public integer not null,
  data text not null,
  created_at integer not null
);

create table log_entries (
  number integer primary key,
  skill_id integer,
  name text,
  line text
);

create unique index log_entries_by_name on log_entries(name) where name is not null;

create index log_entries_by_skill on log_entries(skill_id) where skill_id is not null;

create table log_hashes (
  level integer not null,
  number integer not null,
  hash blob not null,
  primary key (level, number)
) without rowid;

create table log_checkpoints (
  size integer primary key,
  note text not null
);

create table log_heads (
  id integer primary key,
  origin text not null,
  verifier text not null,
  statement text not null,
  started_at integer not null
);
