-- When the person behind a browser's session last proved themselves, and ends that tokens were given.

alter table tokens add column proved_at bigint;

update tokens set proved_at = created_at where in_browser = 1;

alter table tokens add column ends_at bigint;
