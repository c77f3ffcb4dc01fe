-- What is advised against, with what a version has to have one of; the lists of others; what other scanners say.

create table advisories (
  id integer primary key autoincrement, name text not null unique, feed text not null default '', document text not null,
  modified text not null, withdrawn bigint not null default 0, dismissed bigint not null default 0,
  matchers text not null, due bigint not null default 1);

create index advisories_due on advisories(id) where due = 1;

create table advisory_keys (
  advisory_id bigint not null references advisories(id), matched text not null, primary key (advisory_id, matched));

create index advisory_keys_matched on advisory_keys(matched);

create index versions_by_hash on versions(hash);

create index moderation_actions_by_detector on moderation_actions(detectors);

create table advisory_feeds (
  url text primary key, etag text not null default '', fetched_at bigint not null default 0,
  failure text not null default '', failed_at bigint not null default 0);

create table verdicts (
  version_id bigint not null references versions(id), scanner text not null, scanner_version text not null,
  status text not null, findings text not null, made_at bigint not null, primary key (version_id, scanner));
