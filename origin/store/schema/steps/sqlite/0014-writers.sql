-- Every step has a row, with the number of the oldest program that may write once it has run.

alter table schema_version add column least_writer bigint not null default 13;
