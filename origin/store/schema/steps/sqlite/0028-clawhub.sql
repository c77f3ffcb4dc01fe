-- Files that somebody announced for a publish by ClawHub's program, which sends them one by one. They are their sender's
-- alone, are no version's yet, and are dropped when they are published or when their time is over.

create table uploads (
  id text primary key,
  profile_id bigint not null references profiles(id),
  path text not null,
  size bigint not null,
  hash text not null,
  bytes blob,
  expires_at bigint not null
);

create index uploads_of_profile on uploads(profile_id, expires_at);

create index uploads_by_end on uploads(expires_at);
