-- Every step has a row, with the number of the oldest program that may write once it has run.
-- least writer: 13

alter table schema_version add column least_writer bigint not null default 13;

-- What steps left to be done later, and from which row on: a row goes when that is done.
create table backfills (
  version bigint not null,
  part bigint not null,
  rows_of text not null,
  statement text not null,
  next_id bigint not null,
  primary key (version, part)
);
