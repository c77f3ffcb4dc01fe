-- Keys that wait and keys that were replaced, what authenticators know an account by, sessions of browsers.

alter table author_keys add column status text not null default 'bound';

alter table passkeys add column user_handle text not null default '';

alter table tokens add column in_browser bigint not null default 0;

create index challenges_by_expiry on challenges(expires_at);

create index handles_of on handles(profile_id);

create index author_keys_by_key on author_keys(public_key);

create index author_keys_waiting on author_keys(bound_at) where status = 'pending';
