-- Joining a team takes a yes; a team whose owners are gone is marked, and the mirror hears of those there are.

create table team_invitations (
  team_id bigint not null references profiles(id),
  member_id bigint not null references profiles(id),
  role text not null,
  invited_by bigint references profiles(id),
  declined bigint not null default 0,
  created_at bigint not null,
  expires_at bigint not null,
  primary key (team_id, member_id)
);

create index team_invitations_of on team_invitations(member_id);

create index team_invitations_by_expiry on team_invitations(expires_at);

alter table profiles add column ownerless bigint not null default 0;

update profiles set ownerless = 1 where id in (select team_id from team_members where role = 'owner') and id not in
  (select team_id from team_members join profiles as holder on holder.id = member_id where role = 'owner' and
  holder.handle is not null and holder.moderation_status <> 'suspended');

insert into changes (kind, entity_id) select 'profile', id from profiles where ownerless = 1;
