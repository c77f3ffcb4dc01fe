-- Pairings that are polled, refused and guessed at; devices that end with their tokens.

alter table pairings add column polled_at bigint;

alter table pairings add column refused_by bigint references profiles(id);

alter table pairings drop column attempts;

create index pairings_by_code on pairings(user_code);

create index pairings_of_address on pairings(address, expires_at);

create index pairings_by_expiry on pairings(expires_at);

create table pairing_misses (
  profile_id bigint not null references profiles(id),
  tried_at bigint not null
);

create index pairing_misses_of on pairing_misses(profile_id, tried_at);

create index pairing_misses_by_time on pairing_misses(tried_at);

create index tokens_of_device on tokens(device_id) where device_id is not null;

create index tokens_of_devices_by_expiry on tokens(expires_at) where device_id is not null and revoked_at is null;
