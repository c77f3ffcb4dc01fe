-- Every step's row says too which is the oldest program that may read once it has run: earlier ones say so, and end.
-- least writer: 29
-- least reader: 14

alter table schema_version add column least_reader bigint not null default 0;
