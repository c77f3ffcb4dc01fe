-- Pictures that people and teams gave themselves. Addresses of pictures elsewhere stay where they were, and nothing reads them.

create table portraits (
  profile_id bigint not null primary key references profiles(id), bytes blob not null);
