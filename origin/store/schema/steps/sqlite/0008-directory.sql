-- Lists of people: those everyone is shown, the most followed first.

create index profiles_shown on profiles(follower_count desc, handle) where (profiles.handle is not null and
  profiles.moderation_status in ('none', 'warned'));
