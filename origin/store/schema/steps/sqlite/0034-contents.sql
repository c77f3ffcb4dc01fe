-- Contents may be objects of a folder or bucket: which of them holds what, which nothing names any more and since when, and
-- whose they are. A program from before this step finds no content that is there: move them back first.
-- least writer: 29
-- least reader: 14

create table contents (
  hash text primary key,
  object text not null,
  size integer not null
);

create table dropped_objects (
  object text primary key,
  dropped_at integer not null
);

create index dropped_objects_by_time on dropped_objects(dropped_at);

create table object_store (registry text not null);
