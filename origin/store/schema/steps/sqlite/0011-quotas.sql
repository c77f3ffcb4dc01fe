-- What was used of each day's quotas, by account or network address, and limits of single accounts.

create table quota_uses (
  subject text not null,
  day bigint not null,
  quota text not null,
  amount bigint not null,
  primary key (subject, day, quota)
);

create index quota_uses_by_day on quota_uses(day);

create table quota_grants (
  profile_id bigint not null references profiles(id),
  quota text not null,
  daily bigint,
  primary key (profile_id, quota)
);
